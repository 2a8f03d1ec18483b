/** Channels of a message. */
export const MESSAGE_CHANNELS = ['email', 'sms'] as const;

/** Email or SMS. */
export type MessageChannel = (typeof MESSAGE_CHANNELS)[number];

/** Speeds of a channel; a one-time password never waits behind a campaign. */
export const MESSAGE_LANES = ['fast', 'bulk'] as const;

/** A lane of a channel. */
export type MessageLane = (typeof MESSAGE_LANES)[number];

/**
 * Statuses of a message. `captured`: kept by the built-in inbox. `suppressed`: every recipient is suppressed. `unknown`:
 * handed over without an answer. `held`: waits for that answer before it becomes `unknown`. `delivered`, `bounced` and
 * `complained`: reported by the provider after `sent`.
 */
export const MESSAGE_STATUSES = [
  'scheduled',
  'queued',
  'sending',
  'held',
  'sent',
  'delivered',
  'bounced',
  'complained',
  'captured',
  'failed',
  'suppressed',
  'unknown',
  'canceled',
] as const;

/** One status of a message. */
export type MessageStatus = (typeof MESSAGE_STATUSES)[number];
