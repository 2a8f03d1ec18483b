import type { Meta } from '@dundun/domain';
import type { Origin } from '@dundun/platform/http';

/** What a join says of a person: undefined leaves, null clears. */
export interface PersonFields {
  firstName?: string | null;
  lastName?: string | null;
  email?: string | null;
  number?: string | null;
  meta?: Meta;
  createdAt?: Date;
}

/** By what means somebody agreed or declined. */
export type ConsentMethod = 'api' | 'api_key' | 'console' | 'confirm_page';

/** How and from where it was asked; kept in the ledger of consents. */
export interface Evidence extends Origin {
  method: ConsentMethod;
  /** What the person read before they pressed the button. */
  textShown?: string;
}

export interface JoinCommand {
  kind: 'join' | 'join_by_key';
  workspaceId: number;
  listId: string;
  fields: PersonFields;
  evidence: Evidence;
}

export interface ChangeCommand {
  kind: 'resubscribe' | 'unsubscribe' | 'remove';
  workspaceId: number;
  listId: string;
  uid: string;
  evidence: Evidence;
}

/** The link says which membership it is. */
export interface ConfirmCommand {
  kind: 'confirm';
  /** SHA-256 of the link's token, in hex. */
  tokenHash: string;
  evidence: Evidence;
}

export type Command = JoinCommand | ChangeCommand | ConfirmCommand;

export interface CommandResult {
  uid: string;
  subscribed: boolean;
  /** Sentences for the header `Dundun-Notice`. */
  notices: string[];
}
