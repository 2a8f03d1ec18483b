import { Refusal } from '../refusal.js';

/** No such job in this workspace, or it has expired. */
export class UnknownJobError extends Refusal {
  readonly kind = 'unknown';
  readonly code = 'unknown_job';

  constructor() {
    super('There is no such job.');
  }
}

/** The job is not one that can be undone now. */
export class JobNotUndoableError extends Refusal {
  readonly kind = 'conflict';
  readonly code = 'not_undoable';
}

/** The export has no file, or not yet. */
export class NoExportFileError extends Refusal {
  readonly kind = 'conflict';
  readonly code = 'no_export_file';
}
