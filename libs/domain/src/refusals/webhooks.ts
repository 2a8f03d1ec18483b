import { Refusal } from '../refusal.js';

/** No such webhook in this workspace. */
export class UnknownWebhookError extends Refusal {
  readonly kind = 'unknown';
  readonly code = 'unknown_webhook';

  constructor() {
    super('There is no such webhook.');
  }
}

/** The webhook has no such delivery, or the delivery has expired. */
export class UnknownWebhookDeliveryError extends Refusal {
  readonly kind = 'unknown';
  readonly code = 'unknown_delivery';

  constructor() {
    super('There is no such delivery.');
  }
}

/** The workspace has reached its limit of webhooks. */
export class TooManyWebhooksError extends Refusal {
  readonly kind = 'conflict';
  readonly code = 'too_many_webhooks';

  constructor(most: number) {
    super(`The workspace already has ${most} webhooks, the most it may have.`);
  }
}

/** The cursor precedes the oldest stored entry: entries in between are gone. */
export class ExpiredCursorError extends Refusal {
  readonly kind = 'invalid';
  readonly code = 'expired_cursor';

  constructor(days: number) {
    super(
      `The cursor is older than the ${days} days for which the feed is kept, so entries after it are gone. ` +
        'Start again without after.',
    );
  }
}
