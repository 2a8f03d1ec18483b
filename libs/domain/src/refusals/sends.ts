import { Refusal } from '../refusal.js';

/** The sender's address does not belong to a connected domain of the workspace. */
export class DomainNotConnectedError extends Refusal {
  readonly kind = 'invalid';
  readonly code = 'domain_not_connected';

  constructor(email: string) {
    super(`${email} is not under a connected domain of this workspace.`, {
      fields: [{ field: 'from.email', message: 'is not under a connected domain' }],
    });
  }
}

/** Neither the service nor the workspace has an email provider. */
export class NoEmailProviderError extends Refusal {
  readonly kind = 'invalid';
  readonly code = 'no_email_provider';

  constructor() {
    super(
      'Nothing can send email for this workspace: connect a provider in the console under Providers, or ask your operator to set SMTP_URL.',
    );
  }
}

/** More recipients in to, cc and bcc than one message may have. */
export class TooManyRecipientsError extends Refusal {
  readonly kind = 'invalid';
  readonly code = 'too_many_recipients';

  constructor(count: number, limit: number) {
    super(`The message has ${count} recipients over to, cc and bcc; at most ${limit} are allowed.`, {
      fields: [{ field: 'to', message: `must be at most ${limit} recipients, with cc and bcc` }],
    });
  }
}

/** The rendered messages of a batch exceed its size limit. */
export class BatchTooLargeError extends Refusal {
  readonly kind = 'invalid';
  readonly code = 'batch_too_large';

  constructor(mostBytes: number) {
    super(
      `The messages of this batch come to more than ${mostBytes / 1_000_000} MB once they are rendered: ` +
        'send this one in another batch.',
    );
  }
}

/** An SMS with more segments than one message may have. */
export class SmsTooLongError extends Refusal {
  readonly kind = 'invalid';
  readonly code = 'sms_too_long';

  constructor(segments: number, limit: number) {
    super(`The text takes ${segments} segments; at most ${limit} are sent as one SMS.`, {
      fields: [{ field: 'body', message: `must be at most ${limit} segments` }],
    });
  }
}

/** The free plan's recipients for this UTC day are used up. */
export class DailyLimitError extends Refusal {
  readonly kind = 'limited';
  readonly code = 'daily_limit';

  constructor(limit: number, retryAfter: number) {
    super(
      `The free plan sends to at most ${limit} recipients a day (UTC); recipients are counted, not messages. ` +
        'Try again tomorrow or connect an email provider.',
      { retryAfter },
    );
  }
}

/** No such message in this workspace. */
export class UnknownMessageError extends Refusal {
  readonly kind = 'unknown';
  readonly code = 'unknown_message';

  constructor() {
    super('There is no such message.');
  }
}

/** The workspace has no integration connected for the SMS source. */
export class NoIntegrationError extends Refusal {
  readonly kind = 'invalid';
  readonly code = 'no_integration';

  constructor(source: string) {
    super(`No ${source} integration is connected to this workspace.`, {
      fields: [{ field: 'source', message: 'must be an SMS integration that is connected' }],
    });
  }
}

/** The sender ID is not registered on the integration. */
export class UnknownSenderError extends Refusal {
  readonly kind = 'invalid';
  readonly code = 'unknown_sender';

  constructor(senderId: string, source?: string) {
    super(`The sender ID ${senderId} does not exist${source ? ` on the ${source} integration` : ''}.`, {
      fields: [{ field: 'from', message: 'must be a sender ID of the integration' }],
    });
  }
}

/** `channel` was given for a source that has none. */
export class ChannelNotAllowedError extends Refusal {
  readonly kind = 'invalid';
  readonly code = 'channel_not_allowed';

  constructor(source: string) {
    super(`channel is only for termii and kudisms, not for ${source}.`, {
      fields: [{ field: 'channel', message: 'must be given only with the sources termii and kudisms' }],
    });
  }
}
