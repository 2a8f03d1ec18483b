import { Inject, Injectable } from '@nestjs/common';
import { Database, keyset, newId, toPage, type Page, type PageRequest } from '@dundun/platform/database';
import { validate } from 'uuid';
import type { Findings, ImportColumn, ImportRow, ImportSettings, ImportState } from './import.js';
import type { Dialect } from './dialect.js';

const COLUMNS = `i.workspace_id, i.id, i.file_name, i.bytes::float8, i.state, i.dialect, i.columns, i.known, i.settings, i.findings,
  i.job_id, i.retry_of, i.created_at,
  (SELECT coalesce(sum(length(p.bytes)), 0)::float8 FROM import_pieces p
   WHERE p.workspace_id = i.workspace_id AND p.import_id = i.id) AS received`;

const ADD = `
  INSERT INTO imports (workspace_id, id, file_name, bytes, retry_of) VALUES ($1, $2, $3, $4, $5)`;

const FIND = `SELECT ${COLUMNS} FROM imports i WHERE workspace_id = $1 AND id = $2`;

/** $3: the states in which it may change. */
const OPEN = 'workspace_id = $1 AND id = $2 AND state = ANY($3::text[])';
const KEEP_FILE = `
  UPDATE imports SET state = 'ready', dialect = $4, columns = $5, known = $6, settings = coalesce(settings, $7), findings = NULL
  WHERE ${OPEN}`;
const CHECK = `UPDATE imports SET state = 'checking', settings = $4, findings = NULL, job_id = $5 WHERE ${OPEN}`;
const RUN = `UPDATE imports SET state = 'importing', job_id = $4 WHERE ${OPEN}`;
const KEEP_FINDINGS = `UPDATE imports SET findings = $4 WHERE ${OPEN}`;
const COMPLETE = `
  UPDATE imports i SET bytes = (
    SELECT coalesce(sum(length(p.bytes)), 0) FROM import_pieces p
    WHERE p.workspace_id = i.workspace_id AND p.import_id = i.id)
  WHERE workspace_id = $1 AND id = $2`;
const FORGET_SAMPLES = `
  UPDATE imports SET columns = (
    SELECT coalesce(jsonb_agg(each || '{"samples": []}' ORDER BY place), '[]')
    FROM jsonb_array_elements(columns) WITH ORDINALITY AS given(each, place))
  WHERE workspace_id = $1 AND id = $2`;
const MOVE = `UPDATE imports SET state = $4 WHERE ${OPEN}`;

interface ReadFile {
  dialect: Dialect;
  columns: ImportColumn[];
  known: string | null;
  settings?: ImportSettings | null;
}

/** The imports of a workspace. Changes name the states in which they are allowed. @returns whether it was in one of them */
@Injectable()
export class ImportRows {
  constructor(@Inject(Database) private readonly database: Database) {}

  async add(workspaceId: number, fileName: string, bytes: number, retryOf: string | null = null): Promise<string> {
    const id = newId();
    await this.database.execute(ADD, [workspaceId, id, fileName, bytes, retryOf]);
    return id;
  }

  async find(workspaceId: number, id: string): Promise<ImportRow | undefined> {
    if (!validate(id)) return undefined;
    const [row] = await this.database.query<ImportRow>(FIND, [workspaceId, id]);
    return row;
  }

  /** Returns imports, newest first. */
  async page(workspaceId: number, page: PageRequest): Promise<Page<ImportRow>> {
    const { where, orderAndLimit, values } = keyset(page, 'i.created_at', 'i.id', 2);
    const rows = await this.database.query<ImportRow>(
      `SELECT ${COLUMNS} FROM imports i WHERE i.workspace_id = $1 AND ${where} ${orderAndLimit}`,
      [workspaceId, ...values],
    );
    return toPage(page, rows, ({ created_at, id }) => ({ at: created_at.toISOString(), id }));
  }

  keepFile({ workspace_id, id }: ImportRow, from: ImportState[], file: ReadFile): Promise<boolean> {
    const { dialect, columns, known, settings = null } = file;
    const values = [dialect, columns].map((value) => JSON.stringify(value));
    return this.change(KEEP_FILE, workspace_id, id, from, ...values, known, settings && JSON.stringify(settings));
  }

  /** Takes the pieces that are there for the whole file. */
  async complete(workspaceId: number, id: string): Promise<void> {
    await this.database.execute(COMPLETE, [workspaceId, id]);
  }

  check({ workspace_id, id }: ImportRow, from: ImportState[], settings: ImportSettings, job: string): Promise<boolean> {
    return this.change(CHECK, workspace_id, id, from, JSON.stringify(settings), job);
  }

  run({ workspace_id, id }: ImportRow, from: ImportState[], job: string): Promise<boolean> {
    return this.change(RUN, workspace_id, id, from, job);
  }

  keepFindings({ workspace_id, id }: ImportRow, findings: Findings): Promise<boolean> {
    return this.change(KEEP_FINDINGS, workspace_id, id, ['checking'], JSON.stringify(findings));
  }

  move(workspaceId: number, id: string, from: ImportState[], to: ImportState): Promise<boolean> {
    return this.change(MOVE, workspaceId, id, from, to);
  }

  /** Forgets the values of the file. */
  async forgetSamples(workspaceId: number, id: string): Promise<void> {
    await this.database.execute(FORGET_SAMPLES, [workspaceId, id]);
  }

  private async change(
    statement: string,
    workspaceId: number,
    id: string,
    from: ImportState[],
    ...values: unknown[]
  ): Promise<boolean> {
    return (await this.database.execute(statement, [workspaceId, id, from, ...values])) > 0;
  }
}
