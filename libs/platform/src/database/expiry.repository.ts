import type { Database } from './database.js';

/** Rows of a table that expire. The column must be the first of an index, unless the table stays small. */
export interface Expiry {
  table: string;
  column: string;
  /** How long after the time in the column, as a PostgreSQL interval. */
  after: string;
  /** Empties columns instead of deleting the row; `where` selects rows that are not emptied yet. */
  blank?: { set: string; where: string };
}

/** Idempotency keys are replayed for one day. */
export const idempotencyExpiry: Expiry = { table: 'idempotency_keys', column: 'created_at', after: '24 hours' };

const MOST_ROWS = 1_000;

/** Deletes or empties expired rows, up to 1,000 per statement. @returns how many */
export async function expireRows(
  database: Database,
  { table, column, after, blank }: Expiry,
  stopping: AbortSignal,
): Promise<number> {
  const statement = `
    ${blank ? `UPDATE ${table} SET ${blank.set}` : `DELETE FROM ${table}`} WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM ${table} WHERE ${column} < now() - $1::interval ${blank ? `AND ${blank.where}` : ''}
      ORDER BY ${column} LIMIT ${MOST_ROWS} FOR UPDATE SKIP LOCKED))`;
  let total = 0;
  for (let expired = MOST_ROWS; expired === MOST_ROWS && !stopping.aborted; total += expired) {
    expired = await database.execute(statement, [after]);
  }
  return total;
}
