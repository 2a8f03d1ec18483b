/** Position of a row in a list ordered newest first. */
export interface Position {
  /** RFC 3339 with milliseconds, the precision of the time columns. */
  at: string;
  id: string;
}

export interface PageRequest {
  limit: number;
  /** Older than this. */
  after?: Position;
  /** Newer than this. */
  before?: Position;
}

export interface Page<T> {
  rows: T[];
  next: Position | null;
  previous: Position | null;
}

/** SQL fragments of a keyset page over the columns `(at, id)`; append `values` to those of the statement. */
export interface Keyset {
  where: string;
  orderAndLimit: string;
  values: unknown[];
}

/**
 * Builds the SQL fragments of a page.
 * @param at name of the time column
 * @param id name of the id column
 * @param first number of the first free placeholder
 */
export function keyset(page: PageRequest, at: string, id: string, first: number): Keyset {
  const position = page.before ?? page.after;
  const [compare, order] = page.before ? ['>', 'ASC'] : ['<', 'DESC'];
  const limit = page.limit + 1;
  if (!position)
    return { where: 'true', orderAndLimit: `ORDER BY ${at} DESC, ${id} DESC LIMIT $${first}`, values: [limit] };
  return {
    where: `(${at}, ${id}) ${compare} ($${first}::timestamptz, $${first + 1}::uuid)`,
    orderAndLimit: `ORDER BY ${at} ${order}, ${id} ${order} LIMIT $${first + 2}`,
    values: [position.at, position.id, limit],
  };
}

/**
 * Builds the SQL fragments of a page in the order of ids alone, for lists of millions of rows whose only index is their key.
 * @param id name of the id column
 * @param first number of the first free placeholder
 */
export function keysetById(page: PageRequest, id: string, first: number): Keyset {
  const position = page.before ?? page.after;
  const [compare, order] = page.before ? ['>', 'ASC'] : ['<', 'DESC'];
  const limit = page.limit + 1;
  if (!position) return { where: 'true', orderAndLimit: `ORDER BY ${id} DESC LIMIT $${first}`, values: [limit] };
  return {
    where: `${id} ${compare} $${first}::uuid`,
    orderAndLimit: `ORDER BY ${id} ${order} LIMIT $${first + 1}`,
    values: [position.id, limit],
  };
}

/** Returns the position of a row in a list that is ordered by ids alone. */
export const positionById = (id: string): Position => ({ at: '-', id });

/** Drops the extra row that was fetched, and returns the positions of the neighboring pages. */
export function toPage<T>(page: PageRequest, fetched: T[], positionOf: (row: T) => Position): Page<T> {
  const more = fetched.length > page.limit;
  const rows = fetched.slice(0, page.limit);
  if (page.before) rows.reverse();
  const first = rows[0];
  const last = rows[rows.length - 1];
  const hasPrevious = page.before ? more : page.after !== undefined;
  const hasNext = page.before ? true : more;
  return {
    rows,
    next: last && hasNext ? positionOf(last) : null,
    previous: first && hasPrevious ? positionOf(first) : null,
  };
}
