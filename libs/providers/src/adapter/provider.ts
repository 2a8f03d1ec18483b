import type { KeyObject } from 'node:crypto';

/** A mailbox with an optional display name. */
export interface Address {
  name?: string;
  email: string;
}

/** A file attached to an email. */
export interface Attachment {
  filename: string;
  contentType: string;
  content: Buffer;
  /** Shown in the HTML part as `cid:…` instead of being listed as an attachment. */
  contentId?: string;
}

/** A text of which many mails share all but some places: `fixed[0] + values[0] + fixed[1] + …`. */
export interface PiecewiseText {
  /** One more than `values`. */
  fixed: readonly string[];
  values: readonly string[];
}

/** The parts of a content that many mails share; what was prepared of its fixed pieces is kept for the next mail. */
export interface ContentPieces {
  /** Names the fixed pieces: mails with the same id usually have the same ones. */
  id: string;
  /** Joined, it equals the mail's `html`. */
  html?: PiecewiseText;
  /** Joined, it equals the mail's `text`. */
  text?: PiecewiseText;
}

/** A template stored at the provider, used in place of our own content. */
export interface ProviderTemplate {
  id: string;
  variables: Record<string, unknown>;
}

/** A DKIM signing key; a mail may carry several signatures. */
export interface DkimKey {
  domain: string;
  selector: string;
  algorithm: 'rsa-sha256' | 'ed25519-sha256';
  privateKey: KeyObject;
}

/** One email, in the form every adapter takes. The envelope holds bare addresses. */
export interface Mail {
  /** Our id of the message: the same on every attempt, included for webhooks and idempotency keys. */
  reference: string;
  messageId: string;
  date: Date;
  from: Address & { name: string };
  to: Address[];
  cc: Address[];
  bcc: Address[];
  replyTo?: Address[];
  subject: string;
  html?: string;
  text?: string;
  /**
   * How `html` and `text` divide into what many mails share and what is this mail's own. For providers that take raw mail, a part
   * in pieces need not be joined as well.
   */
  pieces?: ContentPieces;
  headers?: Record<string, string>;
  /** Labels for statistics. An adapter hands over those that its provider can take; a plain SMTP server gets none. */
  tags?: string[];
  attachments?: Attachment[];
  /** Only for providers whose descriptor has templates; `html` and `text` are then absent. */
  template?: ProviderTemplate;
  /** Used by SMTP only; the API providers sign on their own. */
  signWith?: DkimKey[];
  /** The envelope: the recipients that still need the message. */
  recipients: string[];
  /** Where bounces go; the sender's address when absent. */
  envelopeFrom?: string;
  /** Whether it goes before mails of many. Used by SMTP only: the API providers queue nothing that is long. */
  isUrgent?: boolean;
}

/** One SMS, in the form every adapter takes. */
export interface Sms {
  from: string;
  /** Digits with country code, without `+`. */
  to: string;
  body: string;
  channel?: 'generic' | 'dnd';
  /** Our id of the message, for status callbacks and idempotency keys. */
  reference: string;
}

/** The outcome for one recipient of an email; `detail` begins with the server's reply if there was one. */
export interface RecipientOutcome {
  address: string;
  outcome: 'accepted' | 'refused' | 'not_sent' | 'unknown';
  detail: string;
  /** The mailbox provider asked for less mail: 421 or 4.7.x to the recipient or the text. The account itself works. */
  throttled?: true;
}

/** The price of a message, as the provider states it. */
export interface Cost {
  /** A decimal number as text, to avoid rounding. */
  amount: string;
  /** ISO 4217; null when the provider states no currency or uses units of its own. */
  currency: string | null;
}

/**
 * The result of one network call to a provider. Adapters return it instead of throwing for network or provider errors.
 *
 * - `accepted`: the provider has the message. At least one of several recipients was accepted; see `recipients` for
 *   each.
 * - `refused`: the recipient or the content is rejected for good.
 * - `not_sent`: certainly not accepted. `fault: 'provider'` means wrong credentials, no balance or an unknown sender:
 *   the message is fine, and the provider is to be marked as failing. `retryAfterMs` is the provider's request.
 *   `throttled` means that the provider works but was called too often, `recipientOnly` that it works and deferred only
 *   these recipients, for example by greylisting.
 * - `unknown`: handed over without an answer; the adapter's `onUnknown` policy decides.
 */
export type Outcome =
  | { kind: 'accepted'; providerId: string | null; detail: string; cost?: Cost; recipients?: RecipientOutcome[] }
  | { kind: 'refused'; detail: string; code?: string; recipients?: RecipientOutcome[] }
  | {
      kind: 'not_sent';
      detail: string;
      code?: string;
      fault: 'provider' | 'passing';
      retryAfterMs?: number;
      throttled?: true;
      recipientOnly?: true;
      recipients?: RecipientOutcome[];
    }
  | { kind: 'unknown'; detail: string; recipients?: RecipientOutcome[] };

/**
 * The result of testing a provider's address and credentials without sending. `domains`, where the provider lists them,
 * are the lower-case domains the account may send from. `unchecked` is a sentence about what the credentials did not
 * allow to check, as keys that may only send.
 */
export type Verification = { ok: true; domains?: string[]; unchecked?: string } | { ok: false; detail: string };

/** Whether a message may still be handed over: its recipients may have opted out since the call began. Never rejects. */
export type IsWanted = () => boolean | Promise<boolean>;

/** A mail to one recipient that is built when a connection asks for it, so that what waits for a connection holds no content. */
export interface LateMail {
  readonly recipient: string;
  /** Where bounces go. */
  readonly envelopeFrom: string;
  /** Whether the mail is large or takes a signature, and so is written before it waits. */
  readonly isWrittenAhead: boolean;
  readonly signal: AbortSignal | undefined;
  /** Builds the mail, the same each time. */
  mail(): Mail;
  /** Asked right before the content is handed over; false ends the call. Never rejects. */
  isWanted(): boolean | Promise<boolean>;
  /** Called once, with the result of the call. */
  onOutcome(outcome: Outcome): void;
}

/** Sends email through one account at one provider; safe for concurrent calls. */
export interface EmailProvider {
  readonly name: string;
  /**
   * Makes one network call for the whole message. Never rejects; an aborted signal ends the call.
   * @param isWanted asked once the connection is there, right before the content is handed over; false ends the call
   */
  send(mail: Mail, signal?: AbortSignal, isWanted?: IsWanted): Promise<Outcome>;
  /** Makes the call of `send` for a mail of many. Absent where a mail is an HTTP request. */
  carry?(late: LateMail): void;
  verify(): Promise<Verification>;
  /**
   * Makes the calls that wait and those of who still holds the adapter, and keeps no connection after that. Resolves once nothing
   * is left. Absent where calls do not wait here and idle connections close within seconds.
   */
  drain?(): Promise<void>;
  /** Waits for running sends, then closes every connection. What waits for one is refused with the code `ECLOSED`. */
  close(): Promise<void>;
}

/** Sends SMS through one account at one provider; safe for concurrent calls. */
export interface SmsProvider {
  readonly name: string;
  /**
   * Makes one network call. Never rejects; an aborted signal ends the call.
   * @param isWanted asked once the connection is there, right before the content is handed over; false ends the call
   */
  send(sms: Sms, signal?: AbortSignal, isWanted?: IsWanted): Promise<Outcome>;
  verify(): Promise<Verification>;
  /** Waits for running sends, then closes every connection. */
  close(): Promise<void>;
}
