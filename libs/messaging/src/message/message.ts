import type { ContentPieces, ProviderTemplate } from '@dundun/providers';
import type {
  JsonObject,
  MailAddress,
  MessageChannel,
  MessageLane,
  MessageStatus,
  Role,
  SmsSource,
} from '@dundun/domain';

/** Replaces the address of an erased person; it is neither an email address nor a number. */
export const ERASED = 'erased';

/** The detail of a suppressed recipient who had paused marketing. */
export const PAUSED = 'paused';

/** One recipient of a message with its status, as stored in the message's row. */
export interface Recipient {
  address: string;
  /** The match key of the person, if it differs from the address in lower case. */
  key?: string;
  name: string | null;
  kind: 'to' | 'cc' | 'bcc';
  status: 'queued' | 'sent' | 'delivered' | 'bounced' | 'complained' | 'captured' | 'failed' | 'suppressed' | 'unknown';
  detail: string | null;
}

/** What a message was made from, which is never sent. */
export interface MadeFrom {
  template?: { id: string; name: string };
  /** The message that it repeats. */
  again?: string;
}

/** The content of an email. */
export interface EmailContent {
  subject: string;
  html?: string;
  text?: string;
  replyTo?: string;
  replyToName?: string;
  /** The reply addresses after the first; workers of the previous release write only the first. */
  moreReplyTo?: MailAddress[];
  headers?: Record<string, string>;
  attachments?: StoredAttachment[];
  /** A template stored at the provider, instead of html and text. */
  template?: ProviderTemplate;
  /** Set if it did not count against the daily limit of a free workspace; the service's own provider must not carry it. */
  isUncounted?: true;
  /** The least role of a member that may read it; key and secret count as an admin. */
  readableFrom?: Role;
  links?: string[];
  track?: Track;
  /** Set if it would be tracked, and its recipient refuses that. */
  isUntracked?: true;
  madeFrom?: MadeFrom;
  /** The id of a content that many messages share; html and text are then rendered from it (ADR 44). */
  ref?: string;
  /** What this message fills into the shared content. */
  variables?: JsonObject;
  /** In place of html and text: how they divide into what many mails share and what is this mail's own; never stored. */
  pieces?: ContentPieces;
}

/** What is tracked of a message. The targets of its links are in `links`, by their numbers. */
export interface Track {
  opens: boolean;
  clicks: boolean;
  /** The number of the link that is invisible to people. */
  honeypot: number | null;
}

/**
 * An attachment of an email. Its content is a row of `message_attachments` with its number. A message of an earlier release has
 * it here in base64; a worker of such a release fails without it, and leaves the message to a newer worker.
 */
export interface StoredAttachment {
  filename: string;
  contentType: string;
  content?: string;
  contentId?: string;
}

export interface SmsContent {
  body: string;
  channel?: 'generic' | 'dnd';
  madeFrom?: MadeFrom;
  links?: string[];
  track?: Track;
  /** Set if it would be tracked, and its recipient refuses that. */
  isUntracked?: true;
  /** The id of a content that many messages share; without a body of its own, it is rendered from its text (ADR 44). */
  ref?: string;
  /** What this message fills into the shared content. */
  variables?: JsonObject;
}

/** A message to be stored. Ids are uuid v7, so rows and cursors follow the order of acceptance. */
export interface NewMessage {
  workspace_id: number;
  id: string;
  channel: MessageChannel;
  lane: MessageLane;
  list_id: string | null;
  /** The group that can keep it back (ADR 52). */
  group_id?: string | null;
  /** The SMS source of the request; null for email. */
  source: SmsSource | null;
  /** The integration of its sending profile, which is tried before the others. */
  first_integration_id?: string | null;
  sender: { name: string | null; address: string };
  recipients: Recipient[];
  content: EmailContent | SmsContent;
  /** The content of its attachments, in their order. */
  attachments?: Buffer[];
  /** Labels to find messages by. */
  tags?: string[] | null;
  /** The caller's own facts. */
  metadata?: JsonObject | null;
  segments: number | null;
  request_id: string | null;
  /** When to send it; null means at once. */
  scheduled_at?: Date | null;
}

/** A message leased by a worker. */
export interface ClaimedMessage
  extends Omit<NewMessage, 'segments' | 'scheduled_at' | 'metadata' | 'attachments'>, Record<string, unknown> {
  status: MessageStatus;
  /** The size of its attachments that are rows of their own; null without any. */
  attachment_bytes: number | null;
  /** The fencing token: writes with an older one are refused. */
  claim: number;
  attempts: number;
  /** The time from which it may be sent: its acceptance, or its scheduled time. */
  created_at: Date;
  /** When it was last delayed by a working provider at its limit. */
  limited_at: Date | null;
}
