import { Refusal } from '../refusal.js';

/** No such job in this workspace, or it has expired. */
export class UnknownJobError extends Refusal {
  readonly kind = 'unknown';
  readonly code = 'unknown_job';

  constructor() {
    super('There is no such job.');
  }
}
