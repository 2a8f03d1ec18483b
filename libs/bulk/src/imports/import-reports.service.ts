import { Inject, Injectable } from '@nestjs/common';
import { csvLine } from '@dundun/domain';
import { ImportProblems, type Stage } from './import-problems.repository.js';
import type { ImportProblem, ImportRow } from './import.js';
import { Imports } from './imports.service.js';

const PAGE = 100;
const AT_ONCE = 1_000;
const HEAD = ['line', 'kind', 'column', 'reason'];

/** Reads what is wrong with the rows of an import. */
@Injectable()
export class ImportReports {
  constructor(
    @Inject(Imports) private readonly imports: Imports,
    @Inject(ImportProblems) private readonly problems: ImportProblems,
  ) {}

  /** @throws UnknownImportError */
  async page(workspaceId: number, id: string, after: number): Promise<{ rows: ImportProblem[]; hasMore: boolean }> {
    const row = await this.imports.find(workspaceId, id);
    const rows = await this.problems.page(workspaceId, row.id, stageOf(row), after, PAGE + 1);
    return { rows: rows.slice(0, PAGE), hasMore: rows.length > PAGE };
  }

  /** Returns all rows as lines of CSV, read in pages. @throws UnknownImportError */
  async lines(workspaceId: number, id: string): Promise<AsyncGenerator<string>> {
    return this.read(await this.imports.find(workspaceId, id));
  }

  private async *read(row: ImportRow): AsyncGenerator<string> {
    yield csvLine([...HEAD, ...row.columns.map(({ header }, place) => header || `Column ${place + 1}`)]);
    for (let after = 0; ;) {
      const rows = await this.problems.page(row.workspace_id, row.id, stageOf(row), after, AT_ONCE);
      if (rows.length === 0) return;
      yield rows.map(lineOf).join('');
      after = (rows.at(-1) as ImportProblem).line;
    }
  }
}

/** An import that runs has left its check behind. */
const stageOf = ({ state }: ImportRow): Stage =>
  ['importing', 'done', 'failed', 'canceled'].includes(state) ? 'run' : 'check';

const lineOf = ({ line, kind, column_name, reason, record }: ImportProblem) =>
  csvLine([String(line), kind, column_name ?? '', reason, ...record]);
