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

/** No such API key in this workspace. */
export class UnknownKeyError extends Refusal {
  readonly kind = 'unknown';
  readonly code = 'unknown_key';

  constructor() {
    super('There is no such API key.');
  }
}

/** The workspace has reached its limit of working API keys. */
export class TooManyKeysError extends Refusal {
  readonly kind = 'conflict';
  readonly code = 'too_many_keys';

  constructor(most: number) {
    super(`The workspace already has ${most} API keys. Revoke one that is not used.`);
  }
}
