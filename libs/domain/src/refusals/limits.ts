import { Refusal } from '../refusal.js';

/** Too many calls; the caller may retry after `retryAfter` seconds. */
export class RateLimitedError extends Refusal {
  readonly kind = 'limited';
  readonly code = 'rate_limited';

  constructor(retryAfter: number) {
    super('Too many requests. Slow down and try again.', { retryAfter });
  }
}

/** The service cannot take the call now: the database is unreachable, too many writes wait, or it is shutting down. */
export class UnavailableError extends Refusal {
  readonly kind = 'unavailable';
  readonly code = 'unavailable';

  constructor(retryAfter = 1, message = 'The service is not available right now. Try again shortly.') {
    super(message, { retryAfter });
  }
}
