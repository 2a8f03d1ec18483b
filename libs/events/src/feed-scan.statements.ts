import type { PageRequest } from '@dundun/platform/database';

export interface FeedFilter {
  name?: string;
  personId?: string;
}

/** Two statements over the same section of the feed: its events, and its end. */
export interface FeedScan {
  rows: string;
  rowValues: unknown[];
  end: string;
  endValues: unknown[];
  /** Whether the rows are those of a window, which may hold fewer than the page. */
  isWindow: boolean;
}

/**
 * How many events a page searches for one name, without an index: 50 to 150 ms. An index of names would slow every insert
 * by a fifth.
 */
export const WINDOW = 50_000;

/** @param horizon the first transaction that is not visible yet */
export function feedScan(
  workspaceId: number,
  horizon: string,
  page: PageRequest,
  { name, personId }: FeedFilter,
): FeedScan {
  const values: unknown[] = [workspaceId, horizon];
  const conditions = ['workspace_id = $1', 'xid < $2::xid8'];
  const source = personId === undefined ? 'events' : ofPerson(values, personId, name);
  const position = page.before ?? page.after;
  const [compare, direction] = page.before ? ['>', 'ASC'] : ['<', 'DESC'];
  if (position)
    conditions.push(`(xid, id) ${compare} ($${values.push(position.at)}::xid8, $${values.push(position.id)}::uuid)`);
  const order = `ORDER BY xid ${direction}, id ${direction}`;
  const stretch = `SELECT * FROM ${source} WHERE ${conditions.join(' AND ')} ${order}`;
  const limit = page.limit + 1;
  const isWindow = name !== undefined && personId === undefined;
  return {
    rows: `
      SELECT e.id, e.name, e.value, e.properties, e.occurred_at, e.received_at, e.xid::text AS position, coalesce(p.uid, e.person_id::text) AS uid
      FROM (${stretch} LIMIT ${isWindow ? WINDOW : limit}) e LEFT JOIN people p ON p.workspace_id = e.workspace_id AND p.id = e.person_id
      ${isWindow ? `WHERE e.name = $${values.length + 1}` : ''} ${order} LIMIT ${limit}`,
    rowValues: isWindow ? [...values, name] : values,
    end: `SELECT xid::text AS at, id FROM (${stretch}) e OFFSET ${WINDOW - 1} LIMIT 1`,
    endValues: values,
    isWindow,
  };
}

/** The events of one person are few enough to be sorted. OFFSET 0 keeps the planner from searching the feed for them. */
function ofPerson(values: unknown[], personId: string, name: string | undefined): string {
  const person = `workspace_id = $1 AND person_id = $${values.push(personId)}::uuid`;
  const named = name === undefined ? '' : `AND name = $${values.push(name)}`;
  return `(SELECT * FROM events WHERE ${person} ${named} OFFSET 0) AS events`;
}
