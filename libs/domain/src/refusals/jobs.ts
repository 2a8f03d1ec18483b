import { Refusal } from '../refusal.js';

/** No such job in this workspace, or one that expired. */
export class UnknownJobError extends Refusal {
  readonly kind = 'unknown';
  readonly code = 'unknown_job';

  constructor() {
    super('There is no such job.');
  }
}
