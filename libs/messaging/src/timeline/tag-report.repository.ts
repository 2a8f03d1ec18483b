import { Inject, Injectable } from '@nestjs/common';
import { Database } from '@dundun/platform/database';
import { withinLists } from '../message/within-lists.statements.js';

/** The delivery of the messages with one tag. */
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

/** Reports on messages by tag. */
@Injectable()
export class TagReports {
  constructor(@Inject(Database) private readonly database: Database) {}

  /**
   * Returns the delivery of the messages of the last days by tag, the most used tags first.
   * @param lists of a member who is limited to them
   */
  byTag(workspaceId: number, days: number, tag?: string, lists?: readonly string[]): Promise<TagReportRow[]> {
    return this.database.query<TagReportRow>(BY_TAG, [workspaceId, days, tag ?? null, lists ?? null]);
  }
}

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
    AND ${withinLists('$4')}
  GROUP BY t.tag ORDER BY messages DESC, t.tag LIMIT ${MOST_TAGS}`;
