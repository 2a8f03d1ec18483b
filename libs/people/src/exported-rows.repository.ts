import type { Database } from '@dundun/platform/database';
import type { ExportedRows } from './person-rows.js';

const CHUNK = 500;

/** Where rows are read from; the parts are SQL. */
export interface ExportQuery {
  /** The name under which the rows are exported. */
  table: string;
  /** The FROM clause, if it is more than the table. */
  from?: string;
  columns: string;
  /** A condition over `values`, which are $1 and so on. */
  where: string;
  values: unknown[];
  /** Columns that order the rows, as expressions and as the names under which `columns` returns them. */
  key: Record<string, string>;
  /** How many rows are read at a time. */
  atOnce?: number;
}

/** Reads rows in the order of their key, at most 500 at a time if nothing else is asked. */
export async function* exportedRows(
  database: Database,
  { table, from = table, columns, where, values, key, atOnce = CHUNK }: ExportQuery,
): AsyncGenerator<ExportedRows> {
  const order = Object.keys(key).join(', ');
  let after: unknown[] = [];
  for (;;) {
    const ahead = after.map((_, index) => `$${values.length + index + 1}`).join(', ');
    const rows = await database.query<Record<string, unknown>>(
      `SELECT ${columns} FROM ${from} WHERE ${where} ${ahead && `AND (${order}) > (${ahead})`} ORDER BY ${order} LIMIT ${atOnce}`,
      [...values, ...after],
    );
    if (rows.length > 0) yield { table, rows };
    const last = rows[atOnce - 1];
    if (!last) return;
    after = Object.values(key).map((name) => last[name]);
  }
}
