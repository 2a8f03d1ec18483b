import { Refusal } from '../refusal.js';

/** An `Idempotency-Key` that is not 1 to 255 visible ASCII characters, bare or quoted. */
export class InvalidIdempotencyKeyError extends Refusal {
  readonly kind = 'invalid';
  readonly code = 'invalid_idempotency_key';

  constructor() {
    super('Idempotency-Key must be 1 to 255 visible ASCII characters.');
  }
}

/** The first request with this key is still running. */
export class IdempotencyInProgressError extends Refusal {
  readonly kind = 'conflict';
  readonly code = 'idempotency_in_progress';

  constructor(retryAfter = 1) {
    super('A request with this Idempotency-Key is still running.', { retryAfter });
  }
}

/** The key was used within its lifetime with another body or other credentials. */
export class IdempotencyKeyReusedError extends Refusal {
  readonly kind = 'key_reused';
  readonly code = 'idempotency_key_reused';

  constructor() {
    super('This Idempotency-Key was used with another body or other credentials.');
  }
}
