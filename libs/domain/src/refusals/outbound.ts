import { Refusal } from '../refusal.js';

/** A URL entered by a user that this service must not call: not public, or of a forbidden form. */
export class ForbiddenAddressError extends Refusal {
  readonly kind = 'invalid';
  readonly code = 'forbidden_address';

  /** @param reason continues "The address cannot be used: "; must not reveal what a name resolved to */
  constructor(reason: string) {
    super(`The address cannot be used: ${reason}.`);
  }
}
