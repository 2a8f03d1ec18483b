import { Inject, Injectable } from '@nestjs/common';
import { Database } from '@dundun/platform/database';
import { withinLists } from '../message/within-lists.statements.js';

/** What people, or machines, did with a message in one way: they opened it, or clicked one of its links. */
export interface MessageEngagementRow extends Record<string, unknown> {
  message_id: string;
  kind: 'open' | 'click';
  machine: boolean;
  /** The target of a click; null for an open, and once the content is deleted. */
  url: string | null;
  times: number;
  first_at: Date;
  last_at: Date;
}

/** Of each message, the newest 1,000 opens and clicks. */
const ENGAGEMENTS = `
  SELECT m.id AS message_id, h.kind, h.machine, h.times, h.first_at, h.last_at,
    CASE WHEN h.link IS NOT NULL THEN (
      SELECT CASE WHEN NOT c.content ? 'readableFrom' THEN c.content->'links'->>h.link::int END
      FROM (SELECT content_of(m.workspace_id, m.content) AS content OFFSET 0) AS c) END AS url
  FROM unnest($2::uuid[]) AS asked(id)
  CROSS JOIN LATERAL (
    SELECT m.workspace_id, m.id, m.content FROM messages m
    WHERE m.workspace_id = $1 AND m.id = asked.id AND ${withinLists('$3')} OFFSET 0) AS m
  CROSS JOIN LATERAL (
    SELECT kind, machine, link, count(*)::int AS times, min(at) AS first_at, max(at) AS last_at
    FROM (
      SELECT kind, machine, link, at FROM hits
      WHERE hits.workspace_id = $1 AND hits.message_id = m.id ORDER BY workspace_id, message_id, at DESC LIMIT 1000) AS newest
    GROUP BY kind, machine, link) AS h
  ORDER BY h.first_at, m.id, h.link`;

/** Reads what was done with messages, summed up. */
@Injectable()
export class MessageEngagements {
  constructor(@Inject(Database) private readonly database: Database) {}

  /** Returns the engagement of those of the messages that exist, the first first. @param lists the reader sees only these */
  of(workspaceId: number, messages: readonly string[], lists?: readonly string[]): Promise<MessageEngagementRow[]> {
    return this.database.query<MessageEngagementRow>(ENGAGEMENTS, [workspaceId, messages, lists ?? null]);
  }
}
