import { Inject, Injectable } from '@nestjs/common';
import { Database, keyset, toPage, type Page, type PageRequest } from '@dundun/platform/database';
import { composeMail, type Outcome } from '@dundun/providers';
import { v7 } from 'uuid';
import type { ClaimedMessage, EmailContent, SmsContent } from '../message/message.js';
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

export interface InboxFilter {
  channel?: 'email' | 'sms';
  to?: string;
}

/** The built-in inbox: captures messages instead of sending them, for the console to show. */
@Injectable()
export class Inbox {
  constructor(@Inject(Database) private readonly database: Database) {}

  /** Captures a message once; a second attempt after a crash changes nothing. */
  async capture(message: ClaimedMessage, recipients: string[]): Promise<Outcome> {
    const { sender, channel } = message;
    const raw =
      channel === 'email'
        ? composeMail(mailOf(message, recipients))
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
    const { where, orderAndLimit, values } = keyset(page, 'captured_at', 'id', 4);
    const rows = await this.database.query<CapturedRow>(
      `SELECT id, message_id, channel, sender, recipients, subject, captured_at FROM inbox_messages
       WHERE workspace_id = $1 AND ($2::text IS NULL OR channel = $2) AND ($3::text IS NULL OR $3 = ANY (recipients)) AND ${where}
       ${orderAndLimit}`,
      [workspaceId, filter.channel ?? null, filter.to ?? null, ...values],
    );
    return toPage(page, rows, ({ captured_at, id }) => ({ at: captured_at.toISOString(), id }));
  }

  async find(workspaceId: number, id: string): Promise<(CapturedRow & { raw: Buffer }) | undefined> {
    const [row] = await this.database.query<CapturedRow & { raw: Buffer }>(
      `SELECT id, message_id, channel, sender, recipients, subject, captured_at, raw FROM inbox_messages WHERE workspace_id = $1 AND id = $2`,
      [workspaceId, id],
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
