import type { Followed } from '@dundun/domain';
import { SENT_AGAIN } from '@dundun/messaging';

const ARRIVED = `m.status IN ('sent', 'delivered', 'captured', 'complained')`;
/** What providers said for now, not of the address: the message was given up, and not refused. */
const GIVEN_UP = `m.status = 'failed' AND m.replaced_by IS NULL AND (m.reason LIKE 'given up%' OR m.reason LIKE 'no provider%')`;

/** What nobody can know of people who refuse tracking. */
const TRACKED = 'm.is_untracked IS NOT TRUE';
const OPENED = 'coalesce(e.opened, 0)';
const CLICKED = 'coalesce(e.clicked, 0)';
/** Nobody knows whether it arrived: no member has sent it again, and no person has reacted to it. */
const UNANSWERED = `m.status = 'unknown' AND m.replaced_by IS NULL AND (m.reason LIKE '${SENT_AGAIN}%') IS NOT TRUE AND ${OPENED} < 2 AND ${CLICKED} < 2`;

/** The message m and what people did with it, e: 0 nothing, 1 machines only, 2 a person. A message without reactions has no row of e. */
const HOLDS: Record<Followed | 'unknown', string> = {
  arrived: ARRIVED,
  opened: `${OPENED} = 2`,
  clicked: `${CLICKED} = 2`,
  not_opened: `${ARRIVED} AND ${TRACKED} AND ${OPENED} = 0 AND ${CLICKED} < 2`,
  not_opened_or_unknown: `${ARRIVED} AND ${OPENED} < 2 AND ${CLICKED} < 2`,
  not_reached: GIVEN_UP,
  unknown: UNANSWERED,
};

/** Prints whether a recipient r is one of those whom a parameter names. */
const isOf = (who: string): string =>
  `coalesce(CASE ${who} ${Object.entries(HOLDS)
    .map(([name, holds]) => `WHEN '${name}' THEN ${holds}`)
    .join(' ')} END, false)`;

/**
 * Prints a query of up to `most` recipients of campaign $3, in the order of people after $2, and whether each is one of those
 * whom $4 names. Messages are read by their keys, so a slice costs what it holds.
 */
export const followedSlice = (most: string): string => `
  SELECT r.person_id, ${isOf('$4::text')} AS is_meant
  FROM (
    SELECT person_id, message_id FROM campaign_recipients WHERE workspace_id = $1 AND campaign_id = $3::uuid AND person_id > $2
    ORDER BY workspace_id, campaign_id, person_id LIMIT ${most}) AS r
  LEFT JOIN LATERAL (SELECT status, reason, replaced_by, is_untracked FROM messages WHERE workspace_id = $1 AND id = r.message_id OFFSET 0) AS m ON true
  LEFT JOIN LATERAL (
    SELECT opened, clicked FROM message_engagement WHERE workspace_id = $1 AND message_id = r.message_id OFFSET 0) AS e ON true`;

/**
 * Plans people $3 of campaign $2 again, as far as $4 still names them: their next message is another one. Returns the messages
 * that it replaces. Recipients are found by their key, one by one, and then by their place, whatever the statistics say.
 */
export const PLAN_AGAIN = `
  WITH again AS MATERIALIZED (
    SELECT r.place, r.person_id, r.message_id FROM unnest($3::uuid[]) AS given(person_id)
    CROSS JOIN LATERAL (
      SELECT ctid AS place, person_id, message_id, state FROM campaign_recipients
      WHERE workspace_id = $1 AND campaign_id = $2 AND person_id = given.person_id OFFSET 0) AS r
    CROSS JOIN LATERAL (
      SELECT status, reason, replaced_by, is_untracked FROM messages WHERE workspace_id = $1 AND id = r.message_id OFFSET 0) AS m
    LEFT JOIN LATERAL (
      SELECT opened, clicked FROM message_engagement WHERE workspace_id = $1 AND message_id = r.message_id OFFSET 0) AS e ON true
    WHERE r.state = 'queued' AND ${isOf('$4::text')}),
  planned AS (
    UPDATE campaign_recipients SET state = 'planned', send_at = now() + rank * interval '1 ms', message_id = NULL, generation = generation + 1,
      is_put_off = false
    WHERE ctid = ANY(ARRAY(SELECT place FROM again)) AND state = 'queued'
    RETURNING person_id)
  SELECT message_id FROM again JOIN planned USING (person_id)`;
