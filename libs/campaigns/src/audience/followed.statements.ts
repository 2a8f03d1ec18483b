import type { Followed } from '@dundun/domain';

const ARRIVED = `m.status IN ('sent', 'delivered', 'captured', 'complained')`;
/** What providers said for now, not of the address: the message was given up, and not refused. */
const GIVEN_UP = `m.status = 'failed' AND (m.reason LIKE 'given up%' OR m.reason LIKE 'no provider%')`;

/** The message m and what people did with it, e: 0 nothing, 1 machines only, 2 a person. Without a row of e it is not counted yet. */
const HOLDS: Record<Followed | 'unknown', string> = {
  arrived: ARRIVED,
  opened: 'e.opened = 2',
  clicked: 'e.clicked = 2',
  not_opened: `${ARRIVED} AND e.opened = 0 AND e.clicked < 2`,
  not_opened_or_unknown: `${ARRIVED} AND e.opened < 2 AND e.clicked < 2`,
  not_reached: GIVEN_UP,
  unknown: `m.status = 'unknown'`,
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
  LEFT JOIN LATERAL (SELECT status, reason FROM messages WHERE workspace_id = $1 AND id = r.message_id OFFSET 0) AS m ON true
  LEFT JOIN LATERAL (
    SELECT opened, clicked FROM message_engagement WHERE workspace_id = $1 AND message_id = r.message_id OFFSET 0) AS e ON true`;

/** Plans people $3 of campaign $2 again, as far as $4 still names them: their next message is another one. */
export const PLAN_AGAIN = `
  UPDATE campaign_recipients r SET state = 'planned', send_at = now(), message_id = NULL, generation = r.generation + 1
  FROM (
    SELECT r.person_id FROM unnest($3::uuid[]) AS given(person_id)
    JOIN campaign_recipients r ON r.workspace_id = $1 AND r.campaign_id = $2 AND r.person_id = given.person_id
    JOIN LATERAL (SELECT status, reason FROM messages WHERE workspace_id = $1 AND id = r.message_id OFFSET 0) AS m ON true
    LEFT JOIN LATERAL (
      SELECT opened, clicked FROM message_engagement WHERE workspace_id = $1 AND message_id = r.message_id OFFSET 0) AS e ON true
    WHERE r.state = 'queued' AND ${isOf('$4::text')}) AS again
  WHERE r.workspace_id = $1 AND r.campaign_id = $2 AND r.person_id = again.person_id`;
