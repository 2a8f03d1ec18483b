import type { KeyObject } from 'node:crypto';

/** A mailbox with the name to show for it. */
export interface Address {
  name?: string;
  email: string;
}

/** A file that travels with an email. */
export interface Attachment {
  filename: string;
  contentType: string;
  content: Buffer;
  /** Shown in the HTML part as `cid:…` instead of being listed. */
  contentId?: string;
}

/** A template that is stored at the provider, in place of content of our own. */
export interface ProviderTemplate {
  id: string;
  variables: Record<string, unknown>;
}

/** What a mail is signed with; a mail may carry several. */
export interface DkimKey {
  domain: string;
  selector: string;
  algorithm: 'rsa-sha256' | 'ed25519-sha256';
  privateKey: KeyObject;
}

/** One email as every adapter takes it. `replyTo` and the envelope are bare addresses. */
export interface Mail {
  /** Our own id of the message: the same on every attempt, carried along for webhooks and idempotency keys. */
  reference: string;
  messageId: string;
  date: Date;
  from: Address & { name: string };
  to: Address[];
  cc: Address[];
  bcc: Address[];
  replyTo?: string;
  replyToName?: string;
  subject: string;
  html?: string;
  text?: string;
  headers?: Record<string, string>;
  attachments?: Attachment[];
  /** Only for providers whose descriptor says that they have templates; `html` and `text` are absent then. */
  template?: ProviderTemplate;
  /** Only SMTP signs here; the others sign themselves. */
  signWith?: DkimKey[];
  /** The envelope: only these recipients still need it. */
  recipients: string[];
  /** Where bounces go; the sender's address when absent. */
  envelopeFrom?: string;
}

/** One SMS as every adapter takes it. */
export interface Sms {
  from: string;
  /** Digits with the country code, without `+`. */
  to: string;
  body: string;
  channel?: 'generic' | 'dnd';
  /** Our own id of the message, for status callbacks and idempotency keys. */
  reference: string;
}

/** What became of one recipient of an email; `detail` begins with the server's reply where there was one. */
export interface RecipientOutcome {
  address: string;
  outcome: 'accepted' | 'refused' | 'not_sent' | 'unknown';
  detail: string;
}

/** What a message cost, in the provider's own figures. */
export interface Cost {
  /** A decimal number as text, so that nothing is rounded. */
  amount: string;
  /** ISO 4217; null where the provider names none, or counts in units of its own. */
  currency: string | null;
}

/**
 * What one network call came to. An adapter never throws for network or provider reasons, it answers one of these.
 *
 * - `accepted`: the provider has it. Of several recipients at least one was taken; `recipients` tells about each.
 * - `refused`: this recipient or this content, never again.
 * - `not_sent`: certainly not accepted. `fault: 'provider'` means wrong credentials, no balance or an unknown sender: the
 *   message is innocent and the provider is to be marked failing. `retryAfterMs` is the provider's own wish. `throttled`
 *   says that it works and was called too often.
 * - `unknown`: handed over and no answer came; the adapter's `onUnknown` policy decides.
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
      recipients?: RecipientOutcome[];
    }
  | { kind: 'unknown'; detail: string; recipients?: RecipientOutcome[] };

/**
 * Whether a provider's address and credentials work, found without sending anything. `domains` are those that the account
 * may send from, lower case, where the provider tells them.
 */
export type Verification = { ok: true; domains?: string[] } | { ok: false; detail: string };

/** Sends email through one account of one provider; safe for concurrent calls. */
export interface EmailProvider {
  readonly name: string;
  /** One network call for the whole message. Never rejects; an aborted signal ends the call. */
  send(mail: Mail, signal?: AbortSignal): Promise<Outcome>;
  verify(): Promise<Verification>;
  /** Lets running sends finish, then closes every connection. */
  close(): Promise<void>;
}

/** Sends SMS through one account of one provider; safe for concurrent calls. */
export interface SmsProvider {
  readonly name: string;
  /** One network call. Never rejects; an aborted signal ends the call. */
  send(sms: Sms, signal?: AbortSignal): Promise<Outcome>;
  verify(): Promise<Verification>;
  /** Lets running sends finish, then closes every connection. */
  close(): Promise<void>;
}
