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

/** The job is not in a state that allows what was asked. */
export class JobStateError extends Refusal {
  readonly kind = 'conflict';
  readonly code = 'job_state';
}

/** The export has no file, or not yet. */
export class NoExportFileError extends Refusal {
  readonly kind = 'conflict';
  readonly code = 'no_export_file';
}

/** The workspace waits for as many exports as it may at a time. */
export class TooManyExportsError extends Refusal {
  readonly kind = 'conflict';
  readonly code = 'too_many_exports';

  constructor(most: number) {
    super(`${most} exports of the workspace are not done yet, the most at a time. Start another one when one is done.`);
  }
}
