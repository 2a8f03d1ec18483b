import { Inject, Injectable } from '@nestjs/common';
import type { MessageChannel, MessageStatus } from '@dundun/domain';
import { Database } from '@dundun/platform/database';
import type { EmailContent, NewMessage, Recipient, SmsContent } from './message.js';

/** A list that does not exist would fail the whole batch by the foreign key, and everybody who shares it would wait. */
const INSERT = {
  name: 'messages-insert',
  text: `
    INSERT INTO messages (workspace_id, id, channel, lane, list_id, source, sender, recipients, content, segments, request_id)
    SELECT workspace_id, id, channel, lane, list_id, source, sender, recipients, content, segments, request_id
    FROM jsonb_to_recordset($1::jsonb) AS message(
      workspace_id int, id uuid, channel text, lane text, list_id uuid, source text,
      sender jsonb, recipients jsonb, content jsonb, segments smallint, request_id text)
    WHERE list_id IS NULL
      OR EXISTS (SELECT FROM lists WHERE lists.workspace_id = message.workspace_id AND lists.id = message.list_id)`,
};

/** By what is there, not by what is known of lists: one may have come into being since. */
const STORED = {
  name: 'messages-stored',
  text: `
    SELECT stored.id FROM messages stored
    JOIN jsonb_to_recordset($1::jsonb) AS asked(workspace_id int, id uuid) USING (workspace_id, id)`,
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

  /** @returns the messages that were not stored because their list is unknown */
  async insert(messages: NewMessage[]): Promise<Set<NewMessage>> {
    const stored = await this.database.execute(INSERT, [JSON.stringify(messages)]);
    return stored === messages.length ? new Set() : this.missing(messages);
  }

  private async missing(messages: NewMessage[]): Promise<Set<NewMessage>> {
    const asked = messages.map(({ workspace_id, id }) => ({ workspace_id, id }));
    const rows = await this.database.query<{ id: string }>(STORED, [JSON.stringify(asked)]);
    const stored = new Set(rows.map(({ id }) => id));
    return new Set(messages.filter(({ id }) => !stored.has(id)));
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
