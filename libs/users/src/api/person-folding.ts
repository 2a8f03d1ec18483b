import type { PersonFields } from '@dundun/people';

/** People of a user call: `from` has a generated uid and the email or number of the call. */
export interface Fold {
  workspaceId: number;
  from: string;
  to: string;
  fields: Pick<PersonFields, 'email' | 'number'>;
  requestId: string | null;
}

/** Folds a person with a generated uid into another. The merges implement it, which come after the users API. */
export abstract class PersonFolding {
  /** Does nothing when the source has changed meanwhile. */
  abstract fold(fold: Fold): Promise<void>;
}
