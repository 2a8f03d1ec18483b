import type { MessageChannel, MessageLane, MessageStatus, SmsSource } from '@dundun/domain';

/** One recipient of a message and how it fares; stands in the message's row. */
export interface Recipient {
  address: string;
  name: string | null;
  kind: 'to' | 'cc' | 'bcc';
  status: 'queued' | 'sent' | 'captured' | 'failed' | 'suppressed' | 'unknown';
  detail: string | null;
}

/** What is sent, in the form of its channel. */
export interface EmailContent {
  subject: string;
  html?: string;
  text?: string;
  replyTo?: string;
  headers?: Record<string, string>;
}

export interface SmsContent {
  body: string;
  channel?: 'generic' | 'dnd';
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
  sender: { name: string | null; address: string };
  recipients: Recipient[];
  content: EmailContent | SmsContent;
  segments: number | null;
  request_id: string | null;
}

/** A message as a worker holds it: a lease, not ownership. */
export interface ClaimedMessage extends Omit<NewMessage, 'segments'>, Record<string, unknown> {
  status: MessageStatus;
  /** Fencing token: what is written with an older one is refused. */
  claim: number;
  attempts: number;
  created_at: Date;
}
