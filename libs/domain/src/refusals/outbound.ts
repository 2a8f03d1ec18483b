import { Refusal } from '../refusal.js';

/** An address that a user entered and that this service must not call: not public, or not what may be called at all. */
export class ForbiddenAddressError extends Refusal {
  readonly kind = 'invalid';
  readonly code = 'forbidden_address';

  /** @param reason reads on from "The address cannot be used: "; it must not tell what a name resolved to */
  constructor(reason: string) {
    super(`The address cannot be used: ${reason}.`);
  }
}
