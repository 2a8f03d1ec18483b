import { Refusal } from '../refusal.js';

/** The header Dundun-Identity is not a signature of the uid under a valid secret of the workspace. */
export class WrongIdentityError extends Refusal {
  readonly kind = 'forbidden';
  readonly code = 'wrong_identity';

  constructor(why: 'malformed' | 'unsigned') {
    super(
      why === 'malformed'
        ? 'Dundun-Identity must be 64 hex digits: the HMAC-SHA256 of the uid under the identity secret of the workspace.'
        : 'Dundun-Identity is not the signature of this uid under the identity secret of the workspace. Sign the uid of the call with the present secret.',
    );
  }
}

/** The workspace accepts calls about users with the key alone only if the identity is signed. */
export class IdentityNeededError extends Refusal {
  readonly kind = 'forbidden';
  readonly code = 'identity_needed';

  constructor() {
    super(
      'This workspace requires signed identities: send Dundun-Identity, the HMAC-SHA256 of the uid under the identity secret, or the API secret.',
    );
  }
}
