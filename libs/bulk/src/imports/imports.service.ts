import { Inject, Injectable } from '@nestjs/common';
import { IMPORT_PIECE_BYTES, MOST_IMPORT_BYTES, type ImportSettingsBody, type ReadImportBody } from '@dundun/contracts';
import { ImportStateError, InvalidInputError, ListArchivedError, UnknownImportError } from '@dundun/domain';
import { Lists } from '@dundun/lists';
import { Database, type Page, type PageRequest } from '@dundun/platform/database';
import { BulkJobs } from '../jobs/bulk-jobs.repository.js';
import type { BulkKind } from '../jobs/bulk-job.js';
import { csvRecords } from './csv-records.js';
import { detectDialect, decoded, firstRecords, isEncoding, SAMPLE_BYTES, type Dialect } from './dialect.js';
import { failedPieces } from './failed-pieces.js';
import { ImportPieces } from './import-pieces.repository.js';
import { ImportProblems } from './import-problems.repository.js';
import type { ImportAndJob, ImportColumn, ImportRow, ImportState } from './import.js';
import { ImportRows } from './imports.repository.js';
import { settingsOf } from './import-settings.js';
import { knownFile, suggestedRules } from './known-files.js';
import { isFault, RowMapping, type MappedRow } from './mapped-row.js';

const SAMPLES = 20;
const SHOWN_SAMPLES = 5;
const LONGEST_SAMPLE = 100;
const PREVIEW_ROWS = 20;
const MOST_COLUMNS = 300;
const BEFORE_CHECK: ImportState[] = ['uploading', 'ready', 'checked'];
const READ: ImportState[] = ['ready', 'checked'];

/** A row as it will be imported. */
export interface PreviewRow {
  line: number;
  values: Record<string, string | number | boolean>;
  status: string | null;
  fault: string | null;
}

/** Takes files, and lets members decide what becomes of them. */
@Injectable()
export class Imports {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(ImportRows) private readonly rows: ImportRows,
    @Inject(ImportPieces) private readonly pieces: ImportPieces,
    @Inject(ImportProblems) private readonly problems: ImportProblems,
    @Inject(BulkJobs) private readonly jobs: BulkJobs,
    @Inject(Lists) private readonly lists: Lists,
  ) {}

  async create(workspaceId: number, fileName: string, bytes: number): Promise<ImportAndJob> {
    return this.get(workspaceId, await this.rows.add(workspaceId, fileName, bytes));
  }

  /** @throws UnknownImportError */
  async get(workspaceId: number, id: string): Promise<ImportAndJob> {
    return this.withJob(await this.find(workspaceId, id));
  }

  async page(workspaceId: number, request: PageRequest): Promise<Page<ImportAndJob>> {
    const page = await this.rows.page(workspaceId, request);
    return { ...page, rows: await Promise.all(page.rows.map((row) => this.withJob(row))) };
  }

  /** Keeps a piece of the file; the same piece again replaces it. @throws UnknownImportError, ImportStateError, InvalidInputError */
  async keepPiece(workspaceId: number, id: string, index: number, bytes: Buffer): Promise<void> {
    const row = await this.find(workspaceId, id);
    if (row.state !== 'uploading') throw new ImportStateError(row.state, ['uploading']);
    const most = Math.ceil(MOST_IMPORT_BYTES / IMPORT_PIECE_BYTES);
    if (!Number.isInteger(index) || index < 0 || index >= most) throw wrong('index', `must be from 0 to ${most - 1}`);
    if (bytes.length === 0) throw wrong('body', 'must be the bytes of the piece');
    if (row.received + bytes.length > row.bytes + IMPORT_PIECE_BYTES) throw wrong('body', 'is more than the file has');
    await this.pieces.keep(workspaceId, id, index, bytes);
  }

  /** Detects how the file is written, unless the call says it, and suggests what its columns are. */
  async read(workspaceId: number, id: string, said: ReadImportBody): Promise<ImportAndJob> {
    const row = await this.find(workspaceId, id);
    const { bytes, isWhole } = await this.pieces.shape(workspaceId, id);
    if (row.state === 'uploading' && (bytes !== row.bytes || !isWhole))
      throw new ImportStateError('uploading', ['uploaded completely']);
    const first = await this.pieces.beginning(workspaceId, id);
    const dialect = dialectOf(detectDialect(first), said);
    const columns = columnsOf(first, dialect);
    const known = dialect.has_header ? knownFile(columns.map(({ header }) => header)) : null;
    if (!(await this.rows.keepFile(row, BEFORE_CHECK, { dialect, columns, known })))
      throw new ImportStateError(row.state, BEFORE_CHECK);
    return this.get(workspaceId, id);
  }

  /** Shows the first rows as they will be imported; stores nothing. */
  async preview(workspaceId: number, id: string, body: ImportSettingsBody): Promise<PreviewRow[]> {
    const row = await this.findRead(workspaceId, id);
    const settings = settingsOf(body, row.columns.length);
    const mapping = new RowMapping(settings.columns, settings.empty === 'clear');
    const shown: PreviewRow[] = [];
    for await (const { line, cells } of csvRecords(this.pieces.read(workspaceId, id), row.dialect)) {
      const mapped = mapping.read(cells);
      shown.push(
        isFault(mapped)
          ? { line, values: {}, status: null, fault: faultText(row.columns, mapped.column, mapped.reason) }
          : { line, values: valuesOf(mapped), status: mapped.status, fault: null },
      );
      if (shown.length === PREVIEW_ROWS) break;
    }
    return shown;
  }

  /** Queues the check of the whole file. @throws InvalidInputError, ImportStateError, UnknownListError, ListArchivedError */
  async check(workspaceId: number, id: string, body: ImportSettingsBody, requestId: string): Promise<ImportAndJob> {
    const row = await this.findRead(workspaceId, id);
    const settings = settingsOf(body, row.columns.length);
    for (const listId of settings.lists)
      if ((await this.lists.find(workspaceId, listId)).archivedAt) throw new ListArchivedError();
    await this.queue(row, 'import_check', row.bytes, requestId, (job) => this.rows.check(row, READ, settings, job));
    return this.get(workspaceId, id);
  }

  /** Queues the import itself. @throws UnknownImportError, ImportStateError */
  async run(workspaceId: number, id: string, requestId: string): Promise<ImportAndJob> {
    const row = await this.find(workspaceId, id);
    const total = row.findings?.rows ?? null;
    await this.queue(row, 'import', total, requestId, (job) => this.rows.run(row, ['checked'], job));
    return this.get(workspaceId, id);
  }

  /** Stops it; what was imported stays. @throws UnknownImportError, ImportStateError */
  async cancel(workspaceId: number, id: string): Promise<ImportAndJob> {
    const row = await this.find(workspaceId, id);
    const open: ImportState[] = [...BEFORE_CHECK, 'checking', 'importing'];
    await this.database.transaction(async () => {
      if (row.job_id) await this.jobs.cancel(workspaceId, row.job_id);
      // A canceled check leaves the file, so that its columns can be changed.
      const to = row.state === 'checking' ? 'ready' : 'canceled';
      if (!(await this.rows.move(workspaceId, id, open, to))) throw new ImportStateError(row.state, open);
      if (to !== 'canceled') return;
      await this.pieces.delete(workspaceId, id);
      await this.rows.forgetSamples(workspaceId, id);
    });
    return this.get(workspaceId, id);
  }

  /** Makes a new import of the rows that failed, ready for other settings. @throws UnknownImportError, ImportStateError */
  async retry(workspaceId: number, id: string): Promise<ImportAndJob> {
    const row = await this.find(workspaceId, id);
    if (row.state !== 'done') throw new ImportStateError(row.state, ['done']);
    const header = row.columns.map((column) => column.header);
    const failed = failedPieces(this.problems, row, row.dialect.has_header ? header : null);
    return this.database.transaction(async () => {
      const retried = await this.rows.add(workspaceId, row.file_name, 0, id);
      let index = 0;
      for await (const bytes of failed) await this.pieces.keep(workspaceId, retried, index++, bytes);
      if (index === 0) throw new ImportStateError('done without failed rows', ['done with failed rows']);
      const dialect = { ...row.dialect, encoding: 'utf-8', separator: ',' };
      await this.rows.complete(workspaceId, retried);
      const added = await this.find(workspaceId, retried);
      const { columns, known, settings } = row;
      await this.rows.keepFile(added, BEFORE_CHECK, { dialect, columns, known, settings });
      return this.get(workspaceId, retried);
    });
  }

  /** @throws UnknownImportError */
  async find(workspaceId: number, id: string): Promise<ImportRow> {
    const row = await this.rows.find(workspaceId, id);
    if (!row) throw new UnknownImportError();
    return row;
  }

  private async findRead(workspaceId: number, id: string): Promise<ImportRow> {
    const row = await this.find(workspaceId, id);
    if (!READ.includes(row.state)) throw new ImportStateError(row.state, READ);
    return row;
  }

  private queue(
    row: ImportRow,
    kind: BulkKind,
    total: number | null,
    requestId: string,
    take: (job: string) => Promise<boolean>,
  ): Promise<void> {
    const { workspace_id: workspaceId, id } = row;
    return this.database.transaction(async () => {
      const job = await this.jobs.add({ workspaceId, kind, total, details: { import: id }, requestId });
      if (!(await take(job.id))) throw new ImportStateError(row.state, kind === 'import' ? ['checked'] : READ);
    });
  }

  private async withJob(row: ImportRow): Promise<ImportAndJob> {
    const job = row.job_id === null ? null : await this.jobs.find(row.workspace_id, row.job_id);
    return { row, job: job ?? null };
  }
}

const wrong = (field: string, message: string) => new InvalidInputError([{ field, message }]);

function dialectOf(detected: Dialect, { encoding, separator, has_header }: ReadImportBody): Dialect {
  if (encoding !== undefined && !isEncoding(encoding))
    throw wrong('encoding', 'must be an encoding such as utf-8 or windows-1252');
  return {
    encoding: encoding?.toLowerCase() ?? detected.encoding,
    separator: separator ?? detected.separator,
    has_header: has_header ?? detected.has_header,
  };
}

/** @throws InvalidInputError for a file without rows */
function columnsOf(first: Buffer, { encoding, separator, has_header }: Dialect): ImportColumn[] {
  const records = firstRecords(decoded(first.subarray(0, SAMPLE_BYTES), encoding), separator, SAMPLES + 1);
  const width = records[0]?.length ?? 0;
  if (width === 0 || (has_header && records.length === 1)) throw wrong('file', 'must have rows');
  if (width > MOST_COLUMNS) throw wrong('file', `must have at most ${MOST_COLUMNS} columns`);
  const header = has_header ? (records[0] as string[]) : Array.from({ length: width }, () => '');
  const rows = has_header ? records.slice(1) : records;
  const samples = header.map((_, place) =>
    rows.map((cells) => clean(cells[place] ?? '')).filter((cell) => cell !== ''),
  );
  const rules = suggestedRules(header.map(clean), samples);
  return header.map((name, place) => ({
    header: clean(name),
    samples: (samples[place] as string[]).slice(0, SHOWN_SAMPLES),
    suggestion: rules[place] ?? { to: 'skip' },
  }));
}

const clean = (cell: string) => cell.trim().slice(0, LONGEST_SAMPLE).replaceAll('\0', '').toWellFormed();

const faultText = (columns: readonly ImportColumn[], place: number | null, reason: string) =>
  place === null ? `The row ${reason}.` : `${columns[place]?.header || `Column ${place + 1}`} ${reason}.`;

function valuesOf({ uid, fields }: MappedRow): PreviewRow['values'] {
  const { firstName, lastName, email, number, tz, createdAt, meta = {} } = fields;
  const own = {
    uid,
    email,
    number,
    first_name: firstName,
    last_name: lastName,
    tz,
    created_at: createdAt?.toISOString(),
  };
  const all = Object.entries({ ...own, ...meta }).filter(([, value]) => value !== null && value !== undefined);
  return Object.fromEntries(all) as PreviewRow['values'];
}
