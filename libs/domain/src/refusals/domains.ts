import { Refusal } from '../refusal.js';

/** No such sending domain in this workspace. */
export class UnknownDomainError extends Refusal {
  readonly kind = 'unknown';
  readonly code = 'unknown_domain';

  constructor() {
    super('There is no such domain.');
  }
}
