import { Inject, Injectable } from '@nestjs/common';
import { emailKey } from '@dundun/domain';
import { Database } from '@dundun/platform/database';
import type { ImportProblem } from './import.js';

export type Stage = 'check' | 'run';

const ADD = `
  INSERT INTO import_problems (workspace_id, import_id, stage, line, kind, column_name, reason, address, record)
  SELECT $1, $2, $3, line, kind, column_name, reason, address, record
  FROM jsonb_to_recordset($4::jsonb) AS problem(
    line bigint, kind text, column_name text, reason text, address text, record jsonb)
  ORDER BY line
  ON CONFLICT (workspace_id, import_id, stage, line) DO NOTHING`;

const PAGE = `
  SELECT line::float8, kind, column_name, reason, address, record FROM import_problems
  WHERE workspace_id = $1 AND import_id = $2 AND stage = $3 AND line > $4 AND ($6::text[] IS NULL OR kind = ANY($6))
  ORDER BY line LIMIT $5`;

const DELETE = `DELETE FROM import_problems WHERE workspace_id = $1 AND import_id = $2 AND stage = $3`;

/** Rows of files that need attention. */
@Injectable()
export class ImportProblems {
  constructor(@Inject(Database) private readonly database: Database) {}

  async add(workspaceId: number, importId: string, stage: Stage, problems: ImportProblem[]): Promise<void> {
    if (problems.length === 0) return;
    const rows = problems.map(({ address, record, ...rest }) => ({
      ...rest,
      address: address === null ? null : emailKey(address),
      record: record.map(storable),
    }));
    await this.database.execute(ADD, [workspaceId, importId, stage, JSON.stringify(rows)]);
  }

  /** Returns rows in the order of the file. @param kinds all by default */
  page(
    workspaceId: number,
    importId: string,
    stage: Stage,
    after: number,
    limit: number,
    kinds: readonly ImportProblem['kind'][] | null = null,
  ): Promise<(ImportProblem & Record<string, unknown>)[]> {
    return this.database.query(PAGE, [workspaceId, importId, stage, after, limit, kinds]);
  }

  async delete(workspaceId: number, importId: string, stage: Stage): Promise<void> {
    await this.database.execute(DELETE, [workspaceId, importId, stage]);
  }
}

const LONGEST_CELL = 10_000;

/** PostgreSQL stores neither NUL nor half of a surrogate pair. */
const storable = (cell: string): string => cell.slice(0, LONGEST_CELL).replaceAll('\0', '').toWellFormed();
