/** Where a row stands in a list that is newest first. */
export interface Position {
  /** RFC 3339 in milliseconds; our time columns keep no more. */
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

/** SQL pieces of a keyset page over the columns `(at, id)`; `$values` are appended to the statement's own. */
export interface Keyset {
  where: string;
  orderAndLimit: string;
  values: unknown[];
}

/**
 * @param at name of the time column, @param id name of the id column
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

/** Cuts the one row that was fetched too many, and says where the neighbouring pages begin. */
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
