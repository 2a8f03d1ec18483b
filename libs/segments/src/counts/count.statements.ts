import { Bind } from '../conditions/bind.js';
import { messageFacts } from '../conditions/message-facts.statements.js';
import type { EventName } from './event-names.repository.js';
import type { PrintedStatement } from '../conditions/tree.statements.js';
import { printPropertyTest } from '../conditions/value.statements.js';

/** A stretch of the feed: after one entry, up to and including another. */
export interface FeedStretch {
  from: FeedPlace;
  to: FeedPlace;
}
export interface FeedPlace {
  xid: string;
  id: string;
}

/** Events are kept in the feed for 31 days, and no reader is further behind. */
const RECENT = "interval '31 days'";

/** Tests of properties do not depend on the day. */
const NO_DAY = '1970-01-01';

const EVENT =
  'e.person_id, e.name, e.value, e.properties, e.xid, e.id, least(coalesce(e.occurred_at, e.received_at), e.received_at) AS at';

const place = ({ xid, id }: FeedPlace, bind: Bind) => `(${bind.of(xid, 'xid8')}, ${bind.of(id, 'uuid')})`;

/** Whether an event is what a name counts: n is a row of names. */
function isCounted(names: readonly EventName[], bind: Bind): string {
  const plain = names.filter(({ tests }) => tests.length === 0).map(({ id }) => id);
  const tested = names.filter(({ tests }) => tests.length > 0);
  const parts = tested.map(({ id, tests }) => {
    const each = tests.map((test) => printPropertyTest(test, NO_DAY, bind));
    return `n.id = ${bind.of(id, 'int')} AND ${each.join(' AND ')}`;
  });
  return `(${[`n.id = ANY(${bind.of(plain, 'int[]')})`, ...parts].join(' OR ')})`;
}

/** Adds the counts of what `counted` selects to both tables, as CTEs. Rows are written in the order of their keys. */
const addCounts = (workspace: string, counted: string): string => `
  WITH counted AS MATERIALIZED (${counted}),
  added AS MATERIALIZED (
    SELECT name_id, person_id, (at AT TIME ZONE zone)::date AS day, count(*)::int AS count, min(at) AS first_at, max(at) AS last_at
    FROM counted GROUP BY 1, 2, 3 ORDER BY 1, 2, 3),
  by_day AS (
    INSERT INTO event_days AS known (workspace_id, name_id, person_id, day, count)
    SELECT ${workspace}, name_id, person_id, day, count FROM added ORDER BY name_id, person_id, day
    ON CONFLICT (workspace_id, name_id, person_id, day) DO UPDATE SET count = known.count + excluded.count),
  person AS MATERIALIZED (
    SELECT name_id, person_id, sum(count) AS count, min(first_at) AS first_at, max(last_at) AS last_at,
      jsonb_object_agg(day, count) AS days
    FROM added GROUP BY 1, 2 ORDER BY 1, 2),
  total AS (
    INSERT INTO event_totals AS known (workspace_id, name_id, person_id, count, first_at, last_at)
    SELECT ${workspace}, name_id, person_id, count, first_at, last_at FROM person ORDER BY name_id, person_id
    ON CONFLICT (workspace_id, name_id, person_id) DO UPDATE SET count = known.count + excluded.count,
      first_at = least(known.first_at, excluded.first_at), last_at = greatest(known.last_at, excluded.last_at))`;

/** Returns what was added for each person, and what was there: the snapshot of the statement does not have its own writes. */
const additions = (workspace: string): string => `
  SELECT p.name_id, p.person_id, p.count::float8 AS count, p.first_at, p.last_at, p.days, coalesce(k.count, 0)::float8 AS count_before,
    k.first_at AS first_before, k.last_at AS last_before
  FROM person p
  LEFT JOIN LATERAL (
    SELECT count, first_at, last_at FROM event_totals k
    WHERE k.workspace_id = ${workspace} AND k.name_id = p.name_id AND k.person_id = p.person_id OFFSET 0) AS k ON true`;

const namesTable = (names: readonly EventName[], bind: Bind): string => {
  const column = (values: unknown[], type: string) => bind.of(values, type);
  return `unnest(${column(
    names.map(({ id }) => id),
    'int[]',
  )}, ${column(
    names.map(({ name }) => name),
    'text[]',
  )},
    ${column(
      names.map(({ zone }) => zone),
      'text[]',
    )}) AS n(id, name, zone)`;
};

/** Prints the statement that counts the events of a stretch of the feed, and returns what it added. */
export function printStretch(
  workspaceId: number,
  names: readonly EventName[],
  { from, to }: FeedStretch,
): PrintedStatement {
  const bind = new Bind();
  const workspace = bind.of(workspaceId, 'int');
  const text = `${addCounts(
    workspace,
    `SELECT n.id AS name_id, n.zone, e.person_id, e.at
     FROM (SELECT ${EVENT} FROM events e
       WHERE e.workspace_id = ${workspace} AND (e.xid, e.id) > ${place(from, bind)} AND (e.xid, e.id) <= ${place(to, bind)}
         AND e.received_at > now() - ${RECENT}
       ORDER BY e.xid, e.id OFFSET 0) AS e
     JOIN ${namesTable(names, bind)} ON n.name = e.name WHERE ${isCounted(names, bind)}`,
  )}${additions(workspace)}`;
  return { text, values: bind.values };
}

/**
 * Prints the statement that counts all events of people up to a place of the feed.
 * @param people SQL that selects ids of people as `id`, given the bind and the placeholder of the workspace
 * @param due whether the event counts for the name `n`, as SQL over `e` and `n`
 */
function printPeople(
  workspaceId: number,
  names: readonly EventName[],
  people: (bind: Bind, workspace: string) => string,
  due: (bind: Bind) => string,
): PrintedStatement {
  const bind = new Bind();
  const workspace = bind.of(workspaceId, 'int');
  const wanted = bind.of([...new Set(names.map(({ name }) => name))], 'text[]');
  const text = `${addCounts(
    workspace,
    `SELECT n.id AS name_id, n.zone, e.person_id, e.at
     FROM (${people(bind, workspace)}) AS p
     CROSS JOIN LATERAL (SELECT ${EVENT} FROM events e
       WHERE e.workspace_id = ${workspace} AND e.person_id = p.id AND e.name = ANY(${wanted})
       ORDER BY e.received_at OFFSET 0) AS e
     JOIN ${namesTable(names, bind)} ON n.name = e.name
     WHERE ${isCounted(names, bind)} AND (${due(bind)})`,
  )} SELECT`;
  return { text, values: bind.values };
}

/** Prints the statement that counts what happened with the messages of people, from nothing. */
export function printMessages(
  workspaceId: number,
  names: readonly EventName[],
  people: readonly string[],
): PrintedStatement {
  const bind = new Bind();
  const workspace = bind.of(workspaceId, 'int');
  const text = `${addCounts(
    workspace,
    `SELECT n.id AS name_id, n.zone, p.id AS person_id, e.at
     FROM unnest(${bind.of(people, 'uuid[]')}) AS p(id)
     CROSS JOIN LATERAL (${messageFacts(workspace, 'p.id')} OFFSET 0) AS e
     JOIN ${namesTable(names, bind)} ON n.name = e.name WHERE ${isCounted(names, bind)}`,
  )} SELECT`;
  return { text, values: bind.values };
}

const startOf = (name: EventName, bind: Bind) => place({ xid: name.start_xid, id: name.start_id }, bind);

/** Prints the backfill of names for a range of people: the events up to the start of each name. */
export const printBackfill = (
  workspaceId: number,
  names: readonly EventName[],
  range: { after: string; to: string | null },
): PrintedStatement =>
  printPeople(
    workspaceId,
    names,
    (bind, workspace) =>
      `SELECT id FROM people WHERE workspace_id = ${workspace} AND id > ${bind.of(range.after, 'uuid')}
       ${range.to === null ? '' : `AND id <= ${bind.of(range.to, 'uuid')}`} ORDER BY id OFFSET 0`,
    (bind) =>
      names.map((name) => `n.id = ${bind.of(name.id, 'int')} AND (e.xid, e.id) <= ${startOf(name, bind)}`).join(' OR '),
  );

/** Prints the count of people from nothing, up to a place of the feed; what a backfill has yet to count is left to it. */
export const printRecount = (
  workspaceId: number,
  names: readonly EventName[],
  people: readonly string[],
  to: FeedPlace,
): PrintedStatement =>
  printPeople(
    workspaceId,
    names,
    (bind) => `SELECT unnest(${bind.of(people, 'uuid[]')}) AS id`,
    (bind) => {
      const parts = names.map((name) => {
        const isDone = name.backfilled_at !== null ? 'true' : `e.person_id <= ${bind.of(name.backfill_after, 'uuid')}`;
        return `n.id = ${bind.of(name.id, 'int')} AND (${isDone} OR (e.xid, e.id) > ${startOf(name, bind)})`;
      });
      return `(e.xid, e.id) <= ${place(to, bind)} AND (${parts.join(' OR ')})`;
    },
  );
