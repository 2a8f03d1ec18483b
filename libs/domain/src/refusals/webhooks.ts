import { Refusal } from '../refusal.js';

/** No such webhook in this workspace. */
export class UnknownWebhookError extends Refusal {
  readonly kind = 'unknown';
  readonly code = 'unknown_webhook';

  constructor() {
    super('There is no such webhook.');
  }
}

/** The webhook has no such delivery, or it is older than deliveries are kept. */
export class UnknownWebhookDeliveryError extends Refusal {
  readonly kind = 'unknown';
  readonly code = 'unknown_delivery';

  constructor() {
    super('There is no such delivery.');
  }
}

/** A workspace has only so many webhooks. */
export class TooManyWebhooksError extends Refusal {
  readonly kind = 'conflict';
  readonly code = 'too_many_webhooks';

  constructor(most: number) {
    super(`The workspace has ${most} webhooks already, which is as many as it may have.`);
  }
}

/** The cursor stands before the oldest entry that is kept: what lay between is gone. */
export class ExpiredCursorError extends Refusal {
  readonly kind = 'invalid';
  readonly code = 'expired_cursor';

  constructor(days: number) {
    super(
      `The cursor is older than the ${days} days that the feed is kept, so entries behind it are gone. ` +
        'Begin again without after.',
    );
  }
}
