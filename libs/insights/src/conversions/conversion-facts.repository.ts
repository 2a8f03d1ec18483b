import { Inject, Injectable } from '@nestjs/common';
import { CONVERSION_DAYS, type GoalClick, type GoalEvent } from '@dundun/domain';
import { Database } from '@dundun/platform/database';

/** Something that happened: somebody's event, or a click in a message. */
export interface GoalEntry extends Record<string, unknown> {
  xid: string;
  id: string;
  message_id: string | null;
  person_id: string | null;
  name: string | null;
}

type OfPerson<T> = T & { person_id: string } & Record<string, unknown>;

/** All transactions before the horizon have ended; later commits come after it. */
const HORIZON = 'pg_snapshot_xmin(pg_current_snapshot())';
/** What is decided about older events stays. */
const RECENT = `now() - interval '${CONVERSION_DAYS.most + 10} days'`;
/** No window of a recent event reaches back further. */
const CLICKED = `now() - interval '${2 * CONVERSION_DAYS.most + 10} days'`;
const MOST_EVENTS = 5_000;
const MOST_COUNTED = 1_000;

const BEHIND = `
  SELECT p.workspace_id FROM conversion_positions p
  WHERE (SELECT true FROM feed_entries f
      WHERE f.workspace_id = p.workspace_id AND (f.xid, f.id) > (p.xid, p.id) AND f.xid < ${HORIZON}
      ORDER BY f.xid, f.id LIMIT 1)
    OR (SELECT true FROM events e
      WHERE e.workspace_id = p.workspace_id AND (e.xid, e.id) > (p.xid, p.id) AND e.xid < ${HORIZON}
        AND e.received_at > now() - interval '31 days'
      ORDER BY e.xid, e.id LIMIT 1)
    OR (SELECT true FROM conversion_people c WHERE c.workspace_id = p.workspace_id LIMIT 1)
  ORDER BY random()`;

const LOCK = `SELECT workspace_id FROM conversion_positions WHERE workspace_id = $1 FOR UPDATE SKIP LOCKED`;
const MOVE = `UPDATE conversion_positions SET xid = $2::xid8, id = $3 WHERE workspace_id = $1`;

/** The planner does not see the position: with stale statistics it would read all that comes after it. */
const NEXT = `
  SELECT xid::text AS xid, id, message_id, person_id, name FROM (
    SELECT p.xid, p.id FROM conversion_positions p WHERE p.workspace_id = $1 OFFSET 0) AS start(start_xid, start_id)
  CROSS JOIN LATERAL (
    SELECT * FROM (
      (SELECT f.xid, f.id, CASE WHEN f.type = 'message.clicked' THEN f.data->>'message_id' END AS message_id,
         NULL::uuid AS person_id, NULL AS name
       FROM feed_entries f WHERE f.workspace_id = $1 AND (f.xid, f.id) > (start_xid, start_id) AND f.xid < ${HORIZON}
       ORDER BY f.xid, f.id LIMIT $2)
      UNION ALL
      (SELECT e.xid, e.id, NULL, e.person_id, e.name
       FROM events e WHERE e.workspace_id = $1 AND (e.xid, e.id) > (start_xid, start_id) AND e.xid < ${HORIZON}
         AND e.received_at > now() - interval '31 days'
       ORDER BY e.xid, e.id LIMIT $2)
    ) AS either ORDER BY either.xid, either.id LIMIT $2) AS entry
  ORDER BY entry.xid, entry.id`;

const CLICKERS = `
  SELECT DISTINCT mp.person_id FROM unnest($2::uuid[]) AS named(id)
  CROSS JOIN LATERAL (
    SELECT group_id, recipients FROM messages WHERE workspace_id = $1 AND messages.id = named.id AND group_id IS NOT NULL OFFSET 0) AS m
  CROSS JOIN LATERAL (
    SELECT FROM conversion_goal_versions g WHERE g.workspace_id = $1 AND g.group_id = m.group_id LIMIT 1) AS goal
  CROSS JOIN LATERAL (
    SELECT left(lower(coalesce(each->>'key', each->>'address')), 500) AS address
    FROM jsonb_path_query(m.recipients, 'lax $[*] ? (@.address.type() == "string")') AS each) AS r
  CROSS JOIN LATERAL (
    SELECT person_id FROM message_people
    WHERE workspace_id = $1 AND message_people.address = r.address AND message_id = named.id AND person_id IS NOT NULL OFFSET 0) AS mp`;

/** By the goal that stood when the message was made. */
const CLICKS = `
  SELECT named.person_id, g.owner_id AS owner, g.id AS goal, m.id AS message, m.content_id AS content, h.at
  FROM unnest($2::uuid[]) AS named(person_id)
  CROSS JOIN LATERAL (
    SELECT mp.message_id FROM message_people mp WHERE mp.workspace_id = $1 AND mp.person_id = named.person_id OFFSET 0) AS mp
  CROSS JOIN LATERAL (
    SELECT messages.id, group_id, created_at, (content->>'ref')::uuid AS content_id FROM messages
    WHERE workspace_id = $1 AND messages.id = mp.message_id AND group_id IS NOT NULL OFFSET 0) AS m
  CROSS JOIN LATERAL (
    SELECT id, owner_id, goal FROM conversion_goal_versions v
    WHERE v.workspace_id = $1 AND v.group_id = m.group_id AND v.since <= m.created_at ORDER BY v.since DESC LIMIT 1) AS g
  CROSS JOIN LATERAL (
    SELECT at FROM hits WHERE workspace_id = $1 AND message_id = m.id AND at > ${CLICKED} AND kind = 'click' AND NOT machine OFFSET 0) AS h
  WHERE g.goal IS NOT NULL`;

const PRESENT = `
  SELECT named.id FROM unnest($2::uuid[]) AS named(id) CROSS JOIN LATERAL (
    SELECT FROM messages WHERE workspace_id = $1 AND messages.id = named.id OFFSET 0) AS m`;

const TAKE_MARKED = `
  DELETE FROM conversion_people WHERE workspace_id = $1 AND person_id = ANY(ARRAY(
    SELECT person_id FROM conversion_people WHERE workspace_id = $1 ORDER BY person_id LIMIT $2))
  RETURNING person_id`;

/** An event happened when it says, and nothing happens in the future. */
const EVENTS = `
  SELECT named.person_id, e.id, e.name, e.value, e.properties, e.at FROM unnest($2::uuid[]) AS named(person_id)
  CROSS JOIN LATERAL (
    SELECT latest.* FROM (
      SELECT id, name, value, properties, received_at, least(coalesce(occurred_at, received_at), received_at) AS at FROM events
      WHERE workspace_id = $1 AND events.person_id = named.person_id AND received_at > ${RECENT}
      ORDER BY received_at DESC, id DESC LIMIT ${MOST_EVENTS}) AS latest
    WHERE latest.name = ANY($3::text[]) ORDER BY latest.received_at DESC, latest.id DESC LIMIT ${MOST_COUNTED}) AS e`;

/** Reads what conversions are decided by, in the order of the feed. */
@Injectable()
export class ConversionFacts {
  constructor(@Inject(Database) private readonly database: Database) {}

  /** Returns the workspaces with goals in which something has happened that was not looked at. */
  async behind(): Promise<number[]> {
    const rows = await this.database.query<{ workspace_id: number }>(BEHIND);
    return rows.map(({ workspace_id }) => workspace_id);
  }

  /** @returns whether the open transaction has the position; false while another worker has it */
  async lock(workspaceId: number): Promise<boolean> {
    return (await this.database.query(LOCK, [workspaceId])).length > 0;
  }

  next(workspaceId: number, most: number): Promise<GoalEntry[]> {
    return this.database.query<GoalEntry>(NEXT, [workspaceId, most]);
  }

  async move(workspaceId: number, { xid, id }: GoalEntry): Promise<void> {
    await this.database.execute(MOVE, [workspaceId, xid, id]);
  }

  /** Returns the people to whom those of the messages went that have a goal. */
  async clickers(workspaceId: number, messages: readonly string[]): Promise<string[]> {
    if (messages.length === 0) return [];
    const rows = await this.database.query<{ person_id: string }>(CLICKERS, [workspaceId, messages]);
    return rows.map(({ person_id }) => person_id);
  }

  /** Returns the clicks of people, without those of machines. */
  clicks(workspaceId: number, people: readonly string[]): Promise<OfPerson<GoalClick>[]> {
    return this.database.query<OfPerson<GoalClick>>(CLICKS, [workspaceId, people]);
  }

  /** Returns those of the messages that are not deleted. */
  async present(workspaceId: number, messages: readonly string[]): Promise<Set<string>> {
    const rows = await this.database.query<{ id: string }>(PRESENT, [workspaceId, messages]);
    return new Set(rows.map(({ id }) => id));
  }

  /** Takes people who have to be attributed again. */
  async takeMarked(workspaceId: number, most: number): Promise<string[]> {
    const rows = await this.database.query<{ person_id: string }>(TAKE_MARKED, [workspaceId, most]);
    return rows.map(({ person_id }) => person_id);
  }

  events(workspaceId: number, people: readonly string[], names: readonly string[]): Promise<OfPerson<GoalEvent>[]> {
    return this.database.query<OfPerson<GoalEvent>>(EVENTS, [workspaceId, people, names]);
  }
}
