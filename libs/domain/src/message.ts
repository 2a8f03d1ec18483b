/** How a message travels. */
export const MESSAGE_CHANNELS = ['email', 'sms'] as const;

/** Email or SMS. */
export type MessageChannel = (typeof MESSAGE_CHANNELS)[number];

/** Lanes keep a one-time password from waiting behind a campaign. */
export const MESSAGE_LANES = ['fast', 'bulk'] as const;

/** A lane of a channel. */
export type MessageLane = (typeof MESSAGE_LANES)[number];

/**
 * Where a message is. `captured` ended in the built-in inbox, `suppressed` had nobody left to go to, `unknown` was
 * handed over without an answer, `held` waits for that answer before it becomes `unknown`. `delivered`, `bounced` and
 * `complained` are what the provider reported after it was `sent`.
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
