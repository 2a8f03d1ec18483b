import { Inject, Injectable } from '@nestjs/common';
import type { MessageChannel, MessageStatus } from '@dundun/domain';
import { Database } from '@dundun/platform/database';
import type { EmailContent, NewMessage, Recipient, SmsContent } from './message.js';

const INSERT = {
  name: 'messages-insert',
  text: `
    INSERT INTO messages (workspace_id, id, channel, lane, list_id, source, sender, recipients, content, segments, request_id)
    SELECT workspace_id, id, channel, lane, list_id, source, sender, recipients, content, segments, request_id
    FROM jsonb_to_recordset($1::jsonb) AS message(
      workspace_id int, id uuid, channel text, lane text, list_id uuid, source text,
      sender jsonb, recipients jsonb, content jsonb, segments smallint, request_id text)`,
};

export interface MessageRow extends Record<string, unknown> {
  id: string;
  channel: MessageChannel;
  status: MessageStatus;
  sender: { name: string | null; address: string };
  recipients: Recipient[];
  content: EmailContent | SmsContent;
  segments: number | null;
  reason: string | null;
  created_at: Date;
  ended_at: Date | null;
}

export interface AttemptRow extends Record<string, unknown> {
  number: number;
  provider: string;
  started_at: Date;
  ended_at: Date | null;
  outcome: string | null;
  provider_message_id: string | null;
  detail: string | null;
}

/** The rows of messages and their attempts, as the api reads and writes them. */
@Injectable()
export class MessageRepository {
  constructor(@Inject(Database) private readonly database: Database) {}

  async insert(messages: NewMessage[]): Promise<void> {
    await this.database.execute(INSERT, [JSON.stringify(messages)]);
  }

  async find(workspaceId: number, id: string): Promise<MessageRow | undefined> {
    const [row] = await this.database.query<MessageRow>(
      `SELECT id, channel, status, sender, recipients, content, segments, reason, created_at, ended_at
       FROM messages WHERE workspace_id = $1 AND id = $2`,
      [workspaceId, id],
    );
    return row;
  }

  attempts(workspaceId: number, id: string): Promise<AttemptRow[]> {
    return this.database.query<AttemptRow>(
      `SELECT number, provider, started_at, ended_at, outcome, provider_message_id, detail
       FROM attempts WHERE workspace_id = $1 AND message_id = $2 ORDER BY number`,
      [workspaceId, id],
    );
  }
}
