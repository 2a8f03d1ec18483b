import { Inject, Injectable } from '@nestjs/common';
import { Database } from '@dundun/platform/database';
import { WRONG_HOUR } from './message-groups.repository.js';
import { groupCounts } from './message-groups.statements.js';
import { SENT_AGAIN } from './message.repository.js';

/** Messages are found by their key, one by one, and then by their place, whatever the statistics say. */
const PLACES = `
  SELECT m.place FROM unnest($2::uuid[]) AS given(id) CROSS JOIN LATERAL (
    SELECT ctid AS place FROM messages WHERE workspace_id = $1 AND id = given.id OFFSET 0) AS m`;

/** Waits for a call that settles one of them at the same moment, and leaves that one alone. */
const GIVE_UP = `
  WITH changed AS (
    UPDATE messages SET replaced_by = 'group',
      reason = CASE status WHEN 'unknown' THEN '${SENT_AGAIN} by its campaign' ELSE reason END
    WHERE ctid = ANY(ARRAY(${PLACES})) AND status IN ('unknown', 'failed') AND replaced_by IS NULL
      AND (reason LIKE '${SENT_AGAIN}%') IS NOT TRUE
    RETURNING workspace_id, group_id, status),
  moves AS (
    SELECT workspace_id, group_id, status, -1 AS by FROM changed
    UNION ALL SELECT workspace_id, group_id, 'replaced', 1 FROM changed),
  ${groupCounts('moves')}
  SELECT 1 FROM changed`;

/** Ends messages that a pause kept back; nobody has them. */
const TAKE_BACK = `
  WITH changed AS (
    UPDATE messages SET status = 'canceled', due_at = NULL, ended_at = now(), claim = claim + 1, reason = '${WRONG_HOUR}',
      replaced_by = CASE $3::text WHEN 'replaced' THEN 'group' END
    WHERE ctid = ANY(ARRAY(${PLACES})) AND due_at = 'infinity'
    RETURNING workspace_id, id, group_id, segments),
  moves AS (SELECT workspace_id, group_id, $3::text AS status, 1 AS by FROM changed),
  ${groupCounts('moves')}
  SELECT id, coalesce(segments, 0) AS segments FROM changed`;

/** A message that was taken back, with the segments of an SMS. */
interface TakenBack extends Record<string, unknown> {
  id: string;
  segments: number;
}

/**
 * Ends messages whose recipients get other messages in their place. They count as replaced in the numbers of their group, and what is
 * reported of them later changes these no more. Each method joins the open transaction.
 */
@Injectable()
export class ReplacedMessages {
  constructor(@Inject(Database) private readonly database: Database) {}

  /** Gives up messages that failed or whose outcome is unknown. @returns how many nobody has settled or sent again */
  async giveUp(workspaceId: number, ids: readonly string[]): Promise<number> {
    return (await this.database.query(GIVE_UP, [workspaceId, [...ids].sort()])).length;
  }

  /**
   * Cancels messages that the pause of their group keeps back.
   * @param counted as what; those that nothing replaces count as canceled
   * @returns those that nobody has settled in the meantime
   */
  async takeBack(workspaceId: number, ids: readonly string[], counted: 'replaced' | 'canceled'): Promise<TakenBack[]> {
    if (ids.length === 0) return [];
    return this.database.query<TakenBack>(TAKE_BACK, [workspaceId, [...ids].sort(), counted]);
  }
}
