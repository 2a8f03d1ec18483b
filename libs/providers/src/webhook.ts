import type { BounceClass } from '@dundun/domain';
import type { Cost } from './provider.js';

export type { BounceClass } from '@dundun/domain';

/** A call of our webhook as it came in: signatures are made over these very bytes. */
export interface WebhookRequest {
  method: string;
  /** The public address that the provider called, with its query. */
  url: string;
  /** Names in lower case. */
  headers: Record<string, string | undefined>;
  body: Buffer;
}

/** What the process running a reader decides for it. */
export interface WebhookOptions {
  /** Milliseconds since the epoch; the clock when absent. */
  now?: number;
  /**
   * Fetches a small text over https, such as a signing certificate, from a host that the reader itself has checked; it
   * follows no redirect and keeps what it fetched. @throws Error
   */
  fetchText?: (url: string) => Promise<string>;
}

/** What a provider says has become of a message. Each is final but `deferred` and `accepted`. */
export type ReportKind =
  /** The provider has it: `sent`, `queued` and the like. */
  | 'accepted'
  /** It tries again by itself. */
  | 'deferred'
  | 'delivered'
  /** The mailbox or the carrier did not take it; `bounce` says how lasting that is. */
  | 'bounced'
  /** The provider itself gave it up: suppressed there, rejected, expired. */
  | 'failed'
  | 'complained'
  /** The person asked the provider for no more: its own unsubscribe link, its own STOP handling. */
  | 'unsubscribed'
  | 'opened'
  | 'clicked';

/** One thing that a provider reported about one recipient of one message. */
export interface DeliveryReport {
  /** The same whenever the provider repeats itself, and unique in its account. */
  eventId: string;
  kind: ReportKind;
  bounce?: BounceClass;
  /** The id that `accepted` gave as `providerId`; null when only `reference` is known. */
  providerId: string | null;
  /** Our own id of the message, where the provider gives it back. */
  reference: string | null;
  /** Address or number in the provider's spelling (digits for a number); null when it names none. */
  recipient: string | null;
  /** The provider's own words. */
  detail: string;
  cost?: Cost;
  at: Date | null;
  /** Of an open or a click that the provider itself counted. */
  userAgent?: string;
  url?: string;
}

/** An SMS that a person sent to one of the workspace's numbers. */
export interface InboundSms {
  eventId: string;
  /** Digits with the country code. */
  from: string;
  /** Our number or sender ID. */
  to: string;
  body: string;
  at: Date | null;
}

/** What a reader makes of a call. */
export type WebhookAnswer =
  | {
      kind: 'read';
      reports: DeliveryReport[];
      inbound: InboundSms[];
      /** What the provider wants to hear; `{"status":"ok"}` when absent. */
      reply?: { contentType: string; body: string };
    }
  /** The provider asks whether the address is ours: the URL, on a host that the reader has checked, is to be fetched once. */
  | { kind: 'confirm'; url: string }
  /** Not signed by this account, or a repeated old call: 401. */
  | { kind: 'forged'; detail: string }
  /** What is needed to check it cannot be had right now: 503, so that the provider comes again. */
  | { kind: 'later'; detail: string }
  /** Signed, or without a signature by nature, and not what the provider documents: 400. */
  | { kind: 'unreadable'; detail: string };

/** Checks the signature over the raw bytes in constant time, then reads the reports. Never rejects. */
export type WebhookReader<Settings = unknown> = (
  request: WebhookRequest,
  settings: Settings,
  options: WebhookOptions,
) => Promise<WebhookAnswer>;
