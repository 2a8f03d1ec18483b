import { Inject, Injectable } from '@nestjs/common';
import { setImmediate } from 'node:timers/promises';
import { domainOfEmail } from '@dundun/domain';
import { Database } from '@dundun/platform/database';
import { BulkClaims } from '../jobs/bulk-claims.repository.js';
import { HopelessError, type BulkRun, type HeldBulkJob, type Pace } from '../jobs/bulk-job.js';
import { csvRecords, type CsvRecord } from './csv-records.js';
import { loadDoubts, type Doubt, type DoubtOf } from './doubtful.js';
import { ImportPieces } from './import-pieces.repository.js';
import { ImportProblems } from './import-problems.repository.js';
import type { Findings, ImportProblem, ImportRow, ImportSettings } from './import.js';
import { ImportRows } from './imports.repository.js';
import { MailDomains } from './mail-domains.service.js';
import { isFault, RowMapping } from './mapped-row.js';
import { doubtful, invalid } from './problem.js';

const STEP_ROWS = 5_000;
const TURN_ROWS = 500;
/** Rows that the check lists, of each: those that are wrong and those that are doubtful. */
const MOST_LISTED = 500;
const MOST_DOMAINS = 20_000;

/** Reads a whole file before anything is written, and says what is wrong or doubtful. */
@Injectable()
export class ImportCheck implements BulkRun {
  readonly kinds = ['import_check'] as const;

  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(BulkClaims) private readonly claims: BulkClaims,
    @Inject(ImportRows) private readonly rows: ImportRows,
    @Inject(ImportPieces) private readonly pieces: ImportPieces,
    @Inject(ImportProblems) private readonly problems: ImportProblems,
    @Inject(MailDomains) private readonly domains: MailDomains,
  ) {}

  async run(job: HeldBulkJob, pace: Pace): Promise<void> {
    const row = await this.rows.find(job.workspace_id, String(job.details.import));
    if (!row?.settings || row.state !== 'checking') throw new HopelessError('the import is no longer being checked');
    let bytes = 0;
    const records = csvRecords(
      this.pieces.read(row.workspace_id, row.id, (read) => (bytes = read)),
      row.dialect,
    );
    await this.claims.step(job, { done: -job.done, place: '' });
    const look = new Look(row, row.settings, await loadDoubts());
    for await (const record of records) {
      look.at(record);
      // Rows come faster than the collection of garbage and the heartbeats of the worker get a turn.
      if (look.findings.rows % TURN_ROWS === 0) await setImmediate();
      if (look.findings.rows % STEP_ROWS !== 0) continue;
      if (pace.isStopping()) return this.claims.release(job);
      await this.claims.step(job, { done: bytes - job.done, place: '' });
    }
    look.foundDead(await this.domains.dead(look.counts));
    await this.finish(job, row, look);
  }

  async giveUp({ workspace_id: workspaceId, details }: HeldBulkJob): Promise<void> {
    await this.rows.move(workspaceId, String(details.import), ['checking'], 'failed');
  }

  private finish(job: HeldBulkJob, row: ImportRow, { findings, problems }: Look): Promise<void> {
    const { workspace_id: workspaceId, id } = row;
    return this.database.transaction(async () => {
      await this.claims.ahead(job);
      await this.problems.delete(workspaceId, id, 'check');
      await this.problems.add(workspaceId, id, 'check', problems);
      await this.rows.keepFindings(row, findings);
      await this.rows.move(workspaceId, id, ['checking'], 'checked');
      await this.claims.step(job, { done: row.bytes - job.done, place: '' });
      await this.claims.end(job, 'done');
    });
  }
}

/** What a pass over the file has seen. Its memory is bounded, whatever the file contains. */
class Look {
  readonly findings: Findings = { rows: 0, ready: 0, invalid: 0, doubts: {}, dead_domains: [], statuses: {} };
  /** Addresses by domain. */
  readonly counts = new Map<string, number>();
  /** The first row of each domain. */
  private readonly firsts = new Map<string, ImportProblem>();
  private readonly wrong: ImportProblem[] = [];
  private readonly doubted: ImportProblem[] = [];
  private readonly mapping: RowMapping;

  constructor(
    private readonly row: ImportRow,
    settings: ImportSettings,
    private readonly doubtOf: DoubtOf,
  ) {
    this.mapping = new RowMapping(settings.columns, settings.empty === 'clear');
  }

  get problems(): ImportProblem[] {
    return [...this.wrong, ...this.doubted];
  }

  at(record: CsvRecord): void {
    const { findings } = this;
    findings.rows += 1;
    const mapped = this.mapping.read(record.cells);
    if (isFault(mapped)) {
      findings.invalid += 1;
      if (this.wrong.length < MOST_LISTED) this.wrong.push(invalid(this.row.columns, record, mapped));
      return;
    }
    findings.ready += 1;
    findings.statuses[mapped.status] = (findings.statuses[mapped.status] ?? 0) + 1;
    if (mapped.fields.email) this.atAddress(record, mapped.fields.email);
  }

  private atAddress(record: CsvRecord, email: string): void {
    const doubt = this.doubtOf(email);
    if (doubt) {
      this.count(doubt.kind, 1);
      if (this.doubted.length < MOST_LISTED) this.doubted.push(doubtful(record, email, doubt));
      return;
    }
    const domain = domainOfEmail(email) ?? '';
    const known = this.counts.get(domain);
    if (known === undefined && this.counts.size >= MOST_DOMAINS) return;
    this.counts.set(domain, (known ?? 0) + 1);
    if (known === undefined) this.firsts.set(domain, doubtful(record, email, { kind: 'no_mx', suggestion: null }));
  }

  foundDead(dead: ReadonlySet<string>): void {
    this.findings.dead_domains = [...dead];
    for (const domain of dead) {
      this.count('no_mx', this.counts.get(domain) ?? 0);
      const first = this.firsts.get(domain);
      if (first) this.doubted.push(first);
    }
  }

  private count(kind: Doubt, count: number): void {
    this.findings.doubts[kind] = (this.findings.doubts[kind] ?? 0) + count;
  }
}
