import { Refusal } from '../refusal.js';

/** Missing, malformed or unknown API credentials, or a wrong secret; the text is part of the wire contract. */
export class WrongCredentialsError extends Refusal {
  readonly kind = 'unauthenticated';
  readonly code = 'wrong_credentials';

  constructor() {
    super('Wrong authentication credentials.');
  }
}

/** The key was given without the secret that the operation needs. */
export class SecretNeededError extends Refusal {
  readonly kind = 'forbidden';
  readonly code = 'secret_needed';

  constructor(what = 'This operation') {
    super(`${what} needs the API secret as the password, not the key alone.`);
  }
}

/** The key's kind does not allow the operation at any level. */
export class KeyKindNotAllowedError extends Refusal {
  readonly kind = 'forbidden';
  readonly code = 'key_kind_not_allowed';

  constructor(sentence = 'A browser key is not allowed to call this operation.') {
    super(sentence);
  }
}
