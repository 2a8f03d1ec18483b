import type { BounceClass } from '@dundun/domain';
import type { Cost } from './provider.js';

export type { BounceClass } from '@dundun/domain';

/** A webhook call as received; `body` holds the exact bytes that were signed. */
export interface WebhookRequest {
  method: string;
  /** The public URL that the provider called, including the query. */
  url: string;
  /** Header names in lower case. */
  headers: Record<string, string | undefined>;
  body: Buffer;
}

/** Settings that the host process chooses for a reader. */
export interface WebhookOptions {
  /** Milliseconds since the epoch; the current time when absent. */
  now?: number;
  /**
   * Fetches a small text, such as a signing certificate, over HTTPS from a host that the reader has checked. Follows no
   * redirect and caches the result. @throws Error
   */
  fetchText?: (url: string) => Promise<string>;
}

/** What a provider reports about a message. Final except for `deferred` and `accepted`. */
export type ReportKind =
  /** The provider has the message: `sent`, `queued` and the like. */
  | 'accepted'
  /** The provider will retry. */
  | 'deferred'
  | 'delivered'
  /** The mailbox or the carrier rejected the message; `bounce` says how permanent that is. */
  | 'bounced'
  /** The provider gave up: suppressed there, rejected, expired. */
  | 'failed'
  | 'complained'
  /** The person opted out at the provider: its own unsubscribe link, its own STOP handling. */
  | 'unsubscribed'
  | 'opened'
  | 'clicked';

/** One report by a provider about one recipient of one message. */
export interface DeliveryReport {
  /** Unique within the account, and the same when the provider repeats the report. */
  eventId: string;
  kind: ReportKind;
  bounce?: BounceClass;
  /** The `providerId` of the `accepted` outcome; null when only `reference` is known. */
  providerId: string | null;
  /** Our id of the message, if the provider returns it. */
  reference: string | null;
  /** The address or number as the provider writes it (digits for a number); null when not given. */
  recipient: string | null;
  /** The provider's own words. */
  detail: string;
  cost?: Cost;
  at: Date | null;
  /** Of an open or click that the provider counted. */
  userAgent?: string;
  url?: string;
}

/** An SMS that a person sent to one of the workspace's numbers. */
export interface InboundSms {
  eventId: string;
  /** Digits with country code. */
  from: string;
  /** Our number or sender ID. */
  to: string;
  body: string;
  at: Date | null;
}

/** The result of reading a webhook call. */
export type WebhookAnswer =
  | {
      kind: 'read';
      reports: DeliveryReport[];
      inbound: InboundSms[];
      /** The reply the provider expects; `{"status":"ok"}` when absent. */
      reply?: { contentType: string; body: string };
    }
  /** The provider asks to confirm the address: fetch this URL once. The reader has checked its host. */
  | { kind: 'confirm'; url: string }
  /** Not signed by this account, or an old call replayed: 401. */
  | { kind: 'forged'; detail: string }
  /** Something needed for the check is unavailable right now: 503, so that the provider retries. */
  | { kind: 'later'; detail: string }
  /** Authentic, or unsigned by design, but not in a documented form: 400. */
  | { kind: 'unreadable'; detail: string };

/** Checks the signature over the raw bytes in constant time, then reads the reports. Never rejects. */
export type WebhookReader<Settings = unknown> = (
  request: WebhookRequest,
  settings: Settings,
  options: WebhookOptions,
) => Promise<WebhookAnswer>;
