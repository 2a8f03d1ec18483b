import { Inject, Injectable } from '@nestjs/common';
import type { MessageChannel, MessageStatus } from '@dundun/domain';
import { Database, keyset, toPage, type Page, type PageRequest } from '@dundun/platform/database';
import type { Recipient } from '../message/message.js';

export interface MessageFilter {
  tag?: string;
  channel?: MessageChannel;
  status?: MessageStatus;
}

/** A message in a list, without its content. */
export interface ListedMessageRow extends Record<string, unknown> {
  id: string;
  channel: MessageChannel;
  status: MessageStatus;
  sender: { name: string | null; address: string };
  recipients: Recipient[];
  subject: string | null;
  list_id: string | null;
  tags: string[] | null;
  created_at: Date;
  scheduled_at: Date | null;
}

/** What became of the messages with one tag. */
export interface TagReportRow extends Record<string, unknown> {
  tag: string;
  messages: number;
  waiting: number;
  sent: number;
  delivered: number;
  bounced: number;
  complained: number;
  failed: number;
  suppressed: number;
  opened: number;
  clicked: number;
  last_used_at: Date;
}

/** Pages through messages, and reports by tag. */
@Injectable()
export class MessageList {
  constructor(@Inject(Database) private readonly database: Database) {}

  /** Returns messages, newest first. */
  async page(workspaceId: number, filter: MessageFilter, page: PageRequest): Promise<Page<ListedMessageRow>> {
    const { tag, channel = null, status = null } = filter;
    const values = [workspaceId, channel, status, ...(tag === undefined ? [] : [tag])];
    // The tags have the order of the page, so that a rare one is found without reading other messages.
    const source =
      tag === undefined
        ? 'messages m'
        : 'message_tags t JOIN messages m ON m.workspace_id = $1 AND m.id = t.message_id';
    const [at, id] = tag === undefined ? ['m.created_at', 'm.id'] : ['t.created_at', 't.message_id'];
    const only = tag === undefined ? 'm.workspace_id = $1' : 't.workspace_id = $1 AND t.tag = $4';
    const paged = keyset(page, at, id, values.length + 1);
    const rows = await this.database.query<ListedMessageRow>(
      `SELECT ${COLUMNS} FROM ${source}
       WHERE ${only} AND ($2::text IS NULL OR m.channel = $2) AND ($3::text IS NULL OR m.status = $3) AND ${paged.where}
       ${paged.orderAndLimit}`,
      [...values, ...paged.values],
    );
    return toPage(page, rows, ({ created_at, id: key }) => ({ at: created_at.toISOString(), id: key }));
  }

  /** Returns what became of the messages of the last days by tag, the most used tags first. */
  byTag(workspaceId: number, days: number, tag?: string): Promise<TagReportRow[]> {
    return this.database.query<TagReportRow>(BY_TAG, [workspaceId, days, tag ?? null]);
  }
}

const COLUMNS = `
  m.id, m.channel, m.status, m.sender, m.recipients, m.content->>'subject' AS subject, m.list_id, m.tags, m.created_at,
  m.scheduled_at`;

const MOST_TAGS = 100;
const count = (condition: string) => `count(*) FILTER (WHERE ${condition})::int`;
const byPerson = (kind: 'open' | 'click') =>
  count(`EXISTS (
    SELECT FROM hits h WHERE h.workspace_id = m.workspace_id AND h.message_id = m.id AND h.kind = '${kind}' AND NOT h.machine)`);

const BY_TAG = `
  SELECT t.tag, count(*)::int AS messages,
    ${count("m.status IN ('scheduled', 'queued', 'sending', 'held')")} AS waiting,
    ${count("m.status IN ('sent', 'captured')")} AS sent,
    ${count("m.status = 'delivered'")} AS delivered,
    ${count("m.status = 'bounced'")} AS bounced,
    ${count("m.status = 'complained'")} AS complained,
    ${count("m.status IN ('failed', 'unknown', 'canceled')")} AS failed,
    ${count("m.status = 'suppressed'")} AS suppressed,
    ${byPerson('open')} AS opened,
    ${byPerson('click')} AS clicked,
    max(t.created_at) AS last_used_at
  FROM message_tags t JOIN messages m ON m.workspace_id = t.workspace_id AND m.id = t.message_id
  WHERE t.workspace_id = $1 AND t.created_at > now() - $2 * interval '1 day' AND ($3::text IS NULL OR t.tag = $3)
  GROUP BY t.tag ORDER BY messages DESC, t.tag LIMIT ${MOST_TAGS}`;
