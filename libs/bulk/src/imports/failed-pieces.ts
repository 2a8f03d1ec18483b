import type { ImportProblems } from './import-problems.repository.js';
import type { ImportRow } from './import.js';

const AT_ONCE = 1_000;

/** Writes a line of CSV that is read back as it was: what a spreadsheet would run stays as the file had it. */
const csvOf = (cells: readonly string[]) => `${cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')}\r\n`;

/** Returns the failed rows of an import as a file. @param header null for a file without one */
export async function* failedPieces(
  problems: ImportProblems,
  { workspace_id: workspaceId, id }: ImportRow,
  header: string[] | null,
): AsyncGenerator<Buffer> {
  let head = header ? csvOf(header) : '';
  for (let after = 0; ;) {
    const rows = await problems.page(workspaceId, id, 'run', after, AT_ONCE, ['failed']);
    if (rows.length === 0) return;
    yield Buffer.from(head + rows.map(({ record }) => csvOf(record)).join(''));
    head = '';
    after = (rows.at(-1) as { line: number }).line;
  }
}
