import type { ProviderTemplate } from '@dundun/providers';
import type { MessageChannel, MessageLane, MessageStatus, SmsSource } from '@dundun/domain';

/** What stands where the address of somebody was who is erased: no address and no number. */
export const ERASED = 'erased';

/** One recipient of a message and how it fares; stands in the message's row. */
export interface Recipient {
  address: string;
  /** By what a person is found, where that is not the address in lower case. */
  key?: string;
  name: string | null;
  kind: 'to' | 'cc' | 'bcc';
  status: 'queued' | 'sent' | 'delivered' | 'bounced' | 'complained' | 'captured' | 'failed' | 'suppressed' | 'unknown';
  detail: string | null;
}

/** What is sent, in the form of its channel. */
export interface EmailContent {
  subject: string;
  html?: string;
  text?: string;
  replyTo?: string;
  replyToName?: string;
  headers?: Record<string, string>;
  attachments?: StoredAttachment[];
  /** A template that is stored at the provider, in place of html and text. */
  template?: ProviderTemplate;
  /** It did not count against the day of a free workspace, so the service's own provider may not carry it. */
  isUncounted?: true;
  links?: string[];
  track?: Track;
}

/** What is tracked of a message; the targets of its links are in `links`, by their numbers. */
interface Track {
  opens: boolean;
  clicks: boolean;
  /** The number of the link that no person sees. */
  honeypot: number | null;
}

/** A file that travels with an email; its bytes in base64. */
export interface StoredAttachment {
  filename: string;
  contentType: string;
  content: string;
  contentId?: string;
}

export interface SmsContent {
  body: string;
  channel?: 'generic' | 'dnd';
  links?: string[];
  track?: Track;
}

/** A message on its way into the table. Ids are uuid v7, so rows and cursors are in the order of acceptance. */
export interface NewMessage {
  workspace_id: number;
  id: string;
  channel: MessageChannel;
  lane: MessageLane;
  list_id: string | null;
  /** The SMS source that the caller named; null for email. */
  source: SmsSource | null;
  /** The integration that its sending profile names; the route's others stand in for it. */
  first_integration_id?: string | null;
  sender: { name: string | null; address: string };
  recipients: Recipient[];
  content: EmailContent | SmsContent;
  segments: number | null;
  request_id: string | null;
  /** When it is to leave; null is at once. */
  scheduled_at?: Date | null;
}

/** A message as a worker holds it: a lease, not ownership. */
export interface ClaimedMessage extends Omit<NewMessage, 'segments' | 'scheduled_at'>, Record<string, unknown> {
  status: MessageStatus;
  /** Fencing token: what is written with an older one is refused. */
  claim: number;
  attempts: number;
  /** Since when it may leave: its acceptance, or the time that it was planned for. */
  created_at: Date;
  /** When it last was late only because a provider that works was at its limit. */
  limited_at: Date | null;
}
