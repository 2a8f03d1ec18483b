import { Refusal } from '../refusal.js';

/** No such import in this workspace, or it has expired. */
export class UnknownImportError extends Refusal {
  readonly kind = 'unknown';
  readonly code = 'unknown_import';

  constructor() {
    super('There is no such import.');
  }
}

/** The import is not in a state that allows the call. */
export class ImportStateError extends Refusal {
  readonly kind = 'conflict';
  readonly code = 'import_state';

  /** @param needed the states in which the call is possible */
  constructor(state: string, needed: readonly string[]) {
    super(`The import is ${state}; this needs one that is ${needed.join(' or ')}.`);
  }
}
