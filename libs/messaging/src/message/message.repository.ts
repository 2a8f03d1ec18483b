import { Inject, Injectable } from '@nestjs/common';
import type { JsonObject, MessageChannel, MessageStatus } from '@dundun/domain';
import { Database } from '@dundun/platform/database';
import { storeAttachments } from './attachments.repository.js';
import { CAUSE, type MessageCause } from './message-cause.statements.js';
import { groupCounts } from './message-groups.statements.js';
import type { EmailContent, NewMessage, Recipient, SmsContent } from './message.js';
import { withinLists } from './within-lists.statements.js';
import { suppressionKey } from './suppression-key.js';

/**
 * Skips messages of unknown lists, because the foreign key would fail the whole group commit, and messages that are stored
 * already. Returns one row per message stored now.
 */
const INSERT = {
  name: 'messages-insert',
  text: `
    WITH stored AS (
      INSERT INTO messages (workspace_id, id, channel, lane, list_id, group_id, source, first_integration_id, sender, recipients, content,
                            tags, metadata, segments, request_id, attachment_bytes, scheduled_at, status, due_at, is_untracked)
      SELECT workspace_id, id, channel, lane, list_id, group_id, source, first_integration_id, sender, recipients, content, tags, metadata,
             segments, request_id, attachment_bytes, scheduled_at, CASE WHEN scheduled_at IS NULL THEN 'queued' ELSE 'scheduled' END, coalesce(scheduled_at, now()),
             CASE WHEN content ? 'isUntracked' THEN true END
      FROM jsonb_to_recordset($1::jsonb) AS message(
        workspace_id int, id uuid, channel text, lane text, list_id uuid, group_id uuid, source text, first_integration_id uuid,
        sender jsonb, recipients jsonb, content jsonb, tags text[], metadata jsonb, segments smallint, request_id text,
        attachment_bytes int, scheduled_at timestamptz)
      WHERE list_id IS NULL
        OR EXISTS (SELECT FROM lists WHERE lists.workspace_id = message.workspace_id AND lists.id = message.list_id)
      ON CONFLICT (workspace_id, id) DO NOTHING
      RETURNING workspace_id, id, tags
    ),
    tagged AS (
      INSERT INTO message_tags (workspace_id, tag, message_id)
      SELECT workspace_id, tag, id FROM stored CROSS JOIN unnest(tags) AS tag ORDER BY 1, 2, 3
    )
    SELECT id FROM stored`,
};

/** Checks the messages, not the lists: a list may have been created since. */
const STORED = {
  name: 'messages-stored',
  text: `
    SELECT stored.id FROM messages stored
    JOIN jsonb_to_recordset($1::jsonb) AS asked(workspace_id int, id uuid) USING (workspace_id, id)`,
};

const MAIL_OF_LIST = {
  name: 'messages-linked',
  text: `
    SELECT list_id, ARRAY(SELECT recipient->>'address' FROM jsonb_array_elements(recipients) AS recipient) AS addresses
    FROM messages WHERE workspace_id = $1 AND id = $2 AND list_id IS NOT NULL`,
};

/** The reason of a message that a person declared as arrived. */
export const SETTLED = 'a member of the workspace said that it arrived';
/** The start of the reason of a message that a person gave up and sent again. */
export const SENT_AGAIN = 'given up and sent again';

/** Ends a message with an unknown outcome, and fences off a worker that waits for a report. */
const SETTLE = `
  WITH before AS MATERIALIZED (
    SELECT workspace_id, group_id, status FROM messages WHERE workspace_id = $1 AND id = $2 FOR UPDATE),
  changed AS (
  UPDATE messages SET
    status = $3, reason = $4, due_at = NULL, ended_at = now(), claim = claim + 1,
    recipients = (
      SELECT jsonb_agg(CASE WHEN one->>'status' = 'unknown' THEN one || jsonb_build_object('status', $3::text, 'detail', $4::text) ELSE one END
        ORDER BY at)
      FROM jsonb_array_elements(recipients) WITH ORDINALITY AS each(one, at))
  WHERE workspace_id = $1 AND id = $2 AND (status IN ('held', 'unknown')) IS TRUE
    AND (reason LIKE '${SENT_AGAIN}%') IS NOT TRUE
  RETURNING workspace_id, group_id, status),
  moves AS (
    SELECT *, 1 AS by FROM changed
    UNION ALL SELECT *, -1 FROM before WHERE status = 'unknown' AND EXISTS (SELECT FROM changed)),
  ${groupCounts('moves')}
  SELECT 1 FROM changed`;

const CANCEL = `
  WITH changed AS (
    UPDATE messages SET status = 'canceled', due_at = NULL, ended_at = now(), claim = claim + 1
    WHERE workspace_id = $1 AND id = $2 AND status IN ('scheduled', 'queued') AND attempts = 0
    RETURNING workspace_id, group_id, status),
  moves AS (SELECT *, 1 AS by FROM changed),
  ${groupCounts('moves')}
  SELECT 1 FROM changed`;

/** A message that its group sends again is left alone. */
const MARK = `
  UPDATE messages SET replaced_by = 'member'
  WHERE workspace_id = $1 AND id = $2 AND replaced_by IS DISTINCT FROM 'group'`;

export interface MessageRow extends Record<string, unknown> {
  id: string;
  channel: MessageChannel;
  status: MessageStatus;
  sender: { name: string | null; address: string };
  recipients: Recipient[];
  list_id: string | null;
  source: string | null;
  /** Null once it was deleted. */
  content: EmailContent | SmsContent | null;
  segments: number | null;
  first_integration_id: string | null;
  attachment_bytes: number | null;
  request_id: string | null;
  list_name: string | null;
  cause: MessageCause | null;
  tags: string[] | null;
  metadata: JsonObject | null;
  cost: { amount: string; currency: string } | null;
  reason: string | null;
  /** Who sent another message in its place; null for nobody. */
  replaced_by: 'group' | 'member' | null;
  attempts: number;
  scheduled_at: Date | null;
  due_at: Date | null;
  created_at: Date;
  ended_at: Date | null;
}

export interface AttemptRow extends Record<string, unknown> {
  number: number;
  provider: string;
  integration_id: string | null;
  /** Null once the integration is removed. */
  integration_name: string | null;
  started_at: Date;
  ended_at: Date | null;
  outcome: string | null;
  provider_message_id: string | null;
  detail: string | null;
}

/** An email of a list, with the addresses of all its recipients as the caller spelled them. */
export interface ListMailRow extends Record<string, unknown> {
  list_id: string;
  addresses: string[];
}

/** Adds the spelling of person_keys to addresses, because the database cannot compute punycode. Files are stored apart. */
const rowOf = ({ attachments, ...message }: NewMessage) => ({
  ...message,
  attachment_bytes: attachments?.reduce((sum, { length }) => sum + length, 0),
  recipients: message.recipients.map((recipient) => {
    const key = suppressionKey(recipient.address);
    return key === recipient.address.toLowerCase() ? recipient : { ...recipient, key };
  }),
});

/** Reads and writes messages and their attempts for the api. */
@Injectable()
export class MessageRepository {
  constructor(@Inject(Database) private readonly database: Database) {}

  /** Stores messages; those with attachments inside an open transaction only. @returns the messages that were not stored because their list is unknown */
  async insert(messages: NewMessage[]): Promise<Set<NewMessage>> {
    const stored = await this.database.execute(INSERT, [JSON.stringify(messages.map(rowOf))]);
    const missing = stored === messages.length ? new Set<NewMessage>() : await this.missing(messages);
    await storeAttachments(
      this.database,
      messages.filter((message) => !missing.has(message)),
    );
    return missing;
  }

  private async missing(messages: NewMessage[]): Promise<Set<NewMessage>> {
    const asked = messages.map(({ workspace_id, id }) => ({ workspace_id, id }));
    const rows = await this.database.query<{ id: string }>(STORED, [JSON.stringify(asked)]);
    const stored = new Set(rows.map(({ id }) => id));
    return new Set(messages.filter(({ id }) => !stored.has(id)));
  }

  async find(workspaceId: number, id: string, lists?: readonly string[]): Promise<MessageRow | undefined> {
    const [row] = await this.database.query<MessageRow>(
      `SELECT id, channel, status, list_id, source, sender, recipients, content, tags, metadata, segments, cost, reason, replaced_by, attempts,
              scheduled_at, nullif(due_at, 'infinity') AS due_at, created_at, ended_at, first_integration_id, attachment_bytes, request_id,
              (SELECT title FROM lists l WHERE l.workspace_id = $1 AND l.id = m.list_id) AS list_name,
              ${CAUSE} AS cause
       FROM messages m WHERE workspace_id = $1 AND id = $2 AND ${withinLists('$3')}`,
      [workspaceId, id, lists ?? null],
    );
    return row;
  }

  /** Cancels a waiting message and fences off a worker that has just claimed it. @returns false if it was not waiting */
  async cancel(workspaceId: number, id: string): Promise<boolean> {
    return (await this.database.query(CANCEL, [workspaceId, id])).length > 0;
  }

  /** Ends a message with an unknown outcome. @returns false if it has none, or was sent again */
  async settle(workspaceId: number, id: string, status: 'delivered' | 'unknown', reason: string): Promise<boolean> {
    return (await this.database.query(SETTLE, [workspaceId, id, status, reason])).length > 0;
  }

  /** Notes that a member sends a message again. @returns false if its group does */
  async sentAgain(workspaceId: number, id: string): Promise<boolean> {
    return (await this.database.execute(MARK, [workspaceId, id])) > 0;
  }

  /** Returns a message of a list. @returns undefined if there is no such message, or it has no list */
  async mailOfList(workspaceId: number, id: string): Promise<ListMailRow | undefined> {
    const [row] = await this.database.query<ListMailRow>(MAIL_OF_LIST, [workspaceId, id]);
    return row;
  }

  attempts(workspaceId: number, id: string): Promise<AttemptRow[]> {
    return this.database.query<AttemptRow>(
      `SELECT a.number, a.provider, a.integration_id, i.name AS integration_name, a.started_at, a.ended_at, a.outcome,
         a.provider_message_id, a.detail
       FROM attempts a LEFT JOIN integrations i ON i.workspace_id = a.workspace_id AND i.id = a.integration_id
       WHERE a.workspace_id = $1 AND a.message_id = $2 ORDER BY a.number`,
      [workspaceId, id],
    );
  }
}
