import type { CsvRecord } from './csv-records.js';
import type { Doubted } from './doubtful.js';
import type { ImportColumn, ImportProblem } from './import.js';
import type { RowFault } from './mapped-row.js';

const columnName = (columns: readonly ImportColumn[], place: number) => columns[place]?.header || `Column ${place + 1}`;

/** The row of a file that cannot be imported. */
export function invalid(
  columns: readonly ImportColumn[],
  { line, cells }: CsvRecord,
  { column, reason }: RowFault,
  kind: 'invalid' | 'failed' = 'invalid',
): ImportProblem {
  const address = cells.find((cell) => cell.includes('@'))?.trim() ?? null;
  return {
    ...{ line, kind, reason, address, record: cells },
    column_name: column === null ? null : columnName(columns, column),
  };
}

/** The row of a file with a doubtful address. */
export const doubtful = (
  { line, cells }: CsvRecord,
  address: string,
  doubt: Doubted,
  kind: ImportProblem['kind'] = doubt.kind,
): ImportProblem => ({ line, kind, address, column_name: null, reason: sayDoubt(doubt), record: cells });

function sayDoubt({ kind, suggestion }: Doubted): string {
  if (kind === 'typo') return `looks like a slip of ${suggestion}`;
  if (kind === 'role') return 'belongs to a role, not to a person';
  if (kind === 'disposable') return 'is from a service for addresses to throw away';
  return 'has a domain without a mail server';
}
