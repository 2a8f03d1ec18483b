import { Inject, Injectable } from '@nestjs/common';
import { Database, keyset, toPage, type Page, type PageRequest } from '@dundun/platform/database';
import { composeMail, type Outcome } from '@dundun/providers';
import { v7 } from 'uuid';
import { Attachments } from '../message/attachments.repository.js';
import type { ClaimedMessage, EmailContent, SmsContent } from '../message/message.js';
import { searchedWords } from '../message/message-words.repository.js';
import { withinLists } from '../message/within-lists.statements.js';
import { mailOf } from '../message/outgoing.js';

export interface CapturedRow extends Record<string, unknown> {
  id: string;
  message_id: string;
  channel: 'email' | 'sms';
  sender: string;
  recipients: string[];
  subject: string | null;
  captured_at: Date;
}

/** A captured message, with the content as it was accepted. */
export interface CapturedMessage extends CapturedRow {
  raw: Buffer;
  content: EmailContent | SmsContent | null;
}

export interface InboxFilter {
  /** Of a member who is limited to these lists. */
  lists?: readonly string[];
  channel?: 'email' | 'sms';
  to?: string;
  /** Beginnings of words of the subject, or of the addresses and names of recipients. */
  search?: string;
}

/** How many messages a search finds at most. */
const MOST_FOUND = 10_000;

/** The built-in inbox: captures messages instead of sending them, for the console to show. */
@Injectable()
export class Inbox {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(Attachments) private readonly attachments: Attachments,
  ) {}

  /** Captures a message once; a second attempt after a crash changes nothing. */
  async capture(message: ClaimedMessage, recipients: string[]): Promise<Outcome> {
    const { sender, channel } = message;
    const raw =
      channel === 'email'
        ? composeMail(mailOf(message, recipients, await this.attachments.of(message)))
        : Buffer.from((message.content as SmsContent).body);
    const subject = channel === 'email' ? (message.content as EmailContent).subject : null;
    const from = sender.name ? `${sender.name} <${sender.address}>` : sender.address;
    await this.database.execute(CAPTURE, [
      message.workspace_id,
      v7(),
      message.id,
      channel,
      from,
      recipients,
      subject,
      raw,
    ]);
    return { kind: 'accepted', providerId: null, detail: 'captured by the built-in inbox' };
  }

  async page(workspaceId: number, filter: InboxFilter, page: PageRequest): Promise<Page<CapturedRow>> {
    const { search } = filter;
    const words = search === undefined ? undefined : await searchedWords(this.database, workspaceId, search);
    if (words === null) return toPage<CapturedRow>(page, [], () => ({ at: '', id: '' }));
    const { where, orderAndLimit, values } = keyset(page, 'i.captured_at', 'i.id', 6);
    const rows = await this.database.query<CapturedRow>(
      `SELECT i.id, i.message_id, i.channel, i.sender, i.recipients, i.subject, i.captured_at FROM inbox_messages i
       WHERE i.workspace_id = $1 AND ($2::text IS NULL OR i.channel = $2) AND ($3::text IS NULL OR $3 = ANY (i.recipients))
         AND ($4::uuid[] IS NULL OR EXISTS (
           SELECT FROM messages m
           WHERE m.workspace_id = i.workspace_id AND m.id = i.message_id AND ${withinLists('$4')}))
         AND ($5::tsquery IS NULL OR i.message_id IN (SELECT id FROM find_message_words($5, ${MOST_FOUND}))) AND ${where}
       ${orderAndLimit}`,
      [workspaceId, filter.channel ?? null, filter.to ?? null, filter.lists ?? null, words ?? null, ...values],
    );
    return toPage(page, rows, ({ captured_at, id }) => ({ at: captured_at.toISOString(), id }));
  }

  async find(workspaceId: number, id: string, lists?: readonly string[]): Promise<CapturedMessage | undefined> {
    const [row] = await this.database.query<CapturedMessage>(
      `SELECT i.id, i.message_id, i.channel, i.sender, i.recipients, i.subject, i.captured_at, i.raw, m.content
       FROM inbox_messages i LEFT JOIN messages m ON m.workspace_id = i.workspace_id AND m.id = i.message_id
       WHERE i.workspace_id = $1 AND i.id = $2 AND ${withinLists('$3')}`,
      [workspaceId, id, lists ?? null],
    );
    return row;
  }
}

const CAPTURE = {
  name: 'inbox-capture',
  text: `
    INSERT INTO inbox_messages (workspace_id, id, message_id, channel, sender, recipients, subject, raw)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
    ON CONFLICT (workspace_id, message_id) DO NOTHING`,
};
