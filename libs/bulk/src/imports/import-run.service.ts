import { Inject, Injectable } from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';
import { domainOfEmail, Refusal, UnavailableError, UnknownPersonError } from '@dundun/domain';
import { Lists } from '@dundun/lists';
import { Suppressions } from '@dundun/messaging';
import { FoldFirstError, PersonIds } from '@dundun/people';
import { LOGGER, type Logger } from '@dundun/platform/config';
import { Database, isLockTimeout, isRetryable } from '@dundun/platform/database';
import { UserWrites, type MembershipStep, type UserCommand, type UserResult } from '@dundun/subscribers';
import { Users } from '@dundun/users';
import { added, BulkClaims } from '../jobs/bulk-claims.repository.js';
import { HopelessError, LostBulkLeaseError, type BulkRun, type Counts, type HeldBulkJob, type Pace } from '../jobs/bulk-job.js'; // prettier-ignore
import { csvRecords, type CsvRecord } from './csv-records.js';
import { loadDoubts, type DoubtOf } from './doubtful.js';
import { ImportedPeople } from './imported-people.repository.js';
import { ImportPieces } from './import-pieces.repository.js';
import { ImportProblems } from './import-problems.repository.js';
import type { ImportProblem, ImportRow, ImportSettings } from './import.js';
import { ImportRows } from './imports.repository.js';
import { isFault, RowMapping, type MappedRow } from './mapped-row.js';
import { doubtful, invalid } from './problem.js';

/** Rows that one transaction imports, in which it holds their people. Two run at once. */
const CHUNK = 400;
/** How long written rows hold people while they wait for the rows before them, which may need the same people. */
const BEHIND_MS = 1_000;
/** Longer than group commits of the api hold a person. */
const PATIENCE = "SET LOCAL lock_timeout = '2s'";
const MOST_RETRIES = 3;
const MOST_FOLDS = 5;
const INTERNAL = 'could not be stored for an internal reason; the log of the worker has the details';

/** A row of the file: a command, or why there is none. */
interface Prepared {
  /** How many records of the file come up to this one. */
  place: number;
  record: CsvRecord;
  command: UserCommand | null;
  mapped: MappedRow | null;
  problem: ImportProblem | null;
}

interface Held {
  job: HeldBulkJob;
  row: ImportRow;
}

/**
 * Imports a file with one statement per table for each group of rows. How far it is commits with the rows, so after a kill
 * each row is imported exactly once.
 */
@Injectable()
export class ImportRun implements BulkRun {
  readonly kinds = ['import'] as const;

  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(BulkClaims) private readonly claims: BulkClaims,
    @Inject(ImportRows) private readonly rows: ImportRows,
    @Inject(ImportPieces) private readonly pieces: ImportPieces,
    @Inject(ImportProblems) private readonly problems: ImportProblems,
    @Inject(Lists) private readonly lists: Lists,
    @Inject(UserWrites) private readonly writes: UserWrites,
    @Inject(Users) private readonly users: Users,
    @Inject(PersonIds) private readonly ids: PersonIds,
    @Inject(ImportedPeople) private readonly imported: ImportedPeople,
    @Inject(Suppressions) private readonly suppressions: Suppressions,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async run(job: HeldBulkJob, pace: Pace): Promise<void> {
    const row = await this.rows.find(job.workspace_id, String(job.details.import));
    if (!row?.settings || row.state !== 'importing') throw new HopelessError('the import is no longer running');
    const held = { job, row };
    const prepare = await this.preparing(row, row.settings, job);
    const from = Number(job.place ?? 0);
    let [place, chunk]: [number, Prepared[]] = [0, []];
    // While PostgreSQL writes two groups of rows, the worker reads the next.
    let [before, last] = [Promise.resolve(), Promise.resolve()];
    const settle = async () => {
      await before;
      [before, last] = [last, this.settleBehind(last, held, chunk)];
      // It is awaited later, and must not end the process meanwhile.
      last.catch(() => undefined);
      chunk = [];
    };
    try {
      for await (const record of csvRecords(this.pieces.read(row.workspace_id, row.id), row.dialect)) {
        place += 1;
        if (place <= from) continue;
        chunk.push(prepare(record, place));
        if (chunk.length < CHUNK) continue;
        await settle();
        if (!pace.isOver()) continue;
        await last;
        return await this.claims.release(job);
      }
      if (chunk.length > 0) await settle();
    } finally {
      // Whatever happened, no transaction outlives the run.
      await Promise.allSettled([before, last]);
    }
    await last;
    await this.finish(held);
  }

  async giveUp({ workspace_id: workspaceId, details }: HeldBulkJob): Promise<void> {
    await this.rows.move(workspaceId, String(details.import), ['importing'], 'failed');
  }

  private finish({ job, row: { workspace_id: workspaceId, id } }: Held): Promise<void> {
    return this.database.transaction(async () => {
      await this.claims.ahead(job);
      await this.rows.move(workspaceId, id, ['importing'], 'done');
      await this.problems.delete(workspaceId, id, 'check');
      await this.pieces.delete(workspaceId, id);
      await this.rows.forgetSamples(workspaceId, id);
      await this.claims.end(job, 'done');
    });
  }

  private async preparing(row: ImportRow, settings: ImportSettings, { request_id }: HeldBulkJob) {
    const mapping = new RowMapping(settings.columns, settings.empty === 'clear');
    const doubtOf = skippingDoubts(await loadDoubts(), row, settings);
    const { workspace_id: workspaceId } = row;
    const optin = new Set<string>();
    for (const id of settings.lists) if ((await this.lists.get(workspaceId, id)).list.doubleOptin) optin.add(id);
    return (record: CsvRecord, place: number): Prepared => {
      const mapped = mapping.read(record.cells);
      const none = { place, record, command: null, mapped: null };
      if (isFault(mapped)) return { ...none, problem: invalid(row.columns, record, mapped, 'failed') };
      const { email } = mapped.fields;
      const doubt = email ? doubtOf(email) : null;
      if (email && doubt) return { ...none, problem: doubtful(record, email, doubt, 'skipped') };
      const command = commandOf(workspaceId, mapped, settings, optin, request_id);
      return { place, record, command, mapped, problem: null };
    };
  }

  /** Imports rows at once with those before them, and commits after them. What stands in the way is met again alone. */
  private async settleBehind(before: Promise<void>, held: Held, rows: Prepared[]): Promise<void> {
    try {
      await this.apply(held, rows, true, before);
    } catch (error) {
      if (error instanceof LostBulkLeaseError || error instanceof UnavailableError) throw error;
      await before;
      await this.settle(held, rows);
    }
  }

  /** Imports rows, and finds a row that fails by halving. */
  private async settle(held: Held, rows: Prepared[], tries = 0, folds = 0): Promise<void> {
    try {
      await this.apply(held, rows, folds < MOST_FOLDS);
    } catch (error) {
      if (error instanceof LostBulkLeaseError || error instanceof UnavailableError) throw error;
      if (isRetryable(error) && tries < MOST_RETRIES) return this.settle(held, rows, tries + 1, folds);
      if (isRetryable(error) || isLockTimeout(error)) throw error;
      if (rows.length === 1) return this.settleAlone(held, rows[0] as Prepared, error, folds);
      const half = rows.length >> 1;
      await this.settle(held, rows.slice(0, half));
      await this.settle(held, rows.slice(half));
    }
  }

  private async settleAlone(held: Held, row: Prepared, error: unknown, folds: number): Promise<void> {
    if (error instanceof FoldFirstError && row.command) {
      await this.users.fold(held.row.workspace_id, row.command, error);
      return this.settle(held, [row], 0, folds + 1);
    }
    this.logger.error({ err: error, import_id: held.row.id, line: row.record.line }, 'a row of an import failed');
    const problem = invalid(held.row.columns, row.record, { column: null, reason: INTERNAL }, 'failed');
    await this.apply(held, [{ ...row, command: null, mapped: null, problem }], false);
  }

  /** @param before the rows before these, without which these are not stored */
  private apply({ job, row }: Held, rows: Prepared[], folds: boolean, before?: Promise<void>): Promise<void> {
    const { workspace_id: workspaceId, id, file_name, columns } = row;
    const turn = () => (before ? within(BEHIND_MS, before) : Promise.resolve());
    return this.database.transaction(async () => {
      await this.database.execute(PATIENCE);
      const written = rows.filter((each): each is Prepared & { command: UserCommand; mapped: MappedRow } => each.command !== null); // prettier-ignore
      const commands = written.map(({ command }) => ({ ...command, folds }));
      const results = commands.length > 0 ? await this.writes.writeSequence(workspaceId, commands, turn) : [];
      const bounced = written.flatMap(({ mapped: { status, fields } }) => {
        const address = fields.email ?? fields.number;
        return status === 'suppressed' && address ? [{ workspaceId, address, reason: 'manual' as const, detail: `Import of ${file_name}` }] : []; // prettier-ignore
      });
      const came = results.flatMap((result) => (result instanceof Refusal || result.isSkipped ? [] : result.personId));
      await this.imported.add(workspaceId, id, [...new Set(came)]);
      await this.suppressions.import(bounced);
      const refused = written.flatMap(({ record }, at) => {
        const result = results[at];
        const isFailure = result instanceof Refusal && !(result instanceof UnknownPersonError);
        return isFailure ? [invalid(columns, record, { column: null, reason: result.message }, 'failed')] : [];
      });
      const problems = [...rows.flatMap(({ problem }) => problem ?? []), ...refused];
      await this.problems.add(workspaceId, id, 'run', problems);
      const failed = problems.filter(({ kind }) => kind === 'failed').length;
      const known = { failed, skipped: problems.length - failed, suppressed: bounced.length };
      const counts = results.map(countsOf).reduce(added, known);
      await turn();
      await this.claims.ahead(job);
      const place = String((rows.at(-1) as Prepared).place);
      await this.claims.step(job, { done: rows.length - failed, failed, counts, place });
      this.database.afterCommit(() => {
        for (const result of results)
          if (!(result instanceof Refusal) && result.isNamed) this.ids.forget(workspaceId, result.uid);
      });
    });
  }
}

/** The rows before these take long, and may wait for people whom these hold. */
class BehindTooLongError extends Error {}

async function within(ms: number, done: Promise<void>): Promise<void> {
  const ended = new AbortController();
  const late = sleep(ms, undefined, { signal: ended.signal }).then(() => Promise.reject(new BehindTooLongError()));
  try {
    await Promise.race([done, late]);
  } finally {
    late.catch(() => undefined);
    ended.abort();
  }
}

/** Says which addresses are left out. */
function skippingDoubts(doubtOf: DoubtOf, { findings }: ImportRow, { skip }: ImportSettings): DoubtOf {
  if (skip.length === 0) return () => null;
  const dead = new Set(skip.includes('no_mx') ? findings?.dead_domains : []);
  return (email) => {
    const doubt = doubtOf(email);
    if (doubt && skip.includes(doubt.kind)) return doubt;
    return dead.has(domainOfEmail(email) ?? '') ? { kind: 'no_mx', suggestion: null } : null;
  };
}

function commandOf(
  workspaceId: number,
  { uid, fields, status, optedInAt, optedInIp }: MappedRow,
  { existing, lists, consent, optin }: ImportSettings,
  optinLists: ReadonlySet<string>,
  requestId: string | null,
): UserCommand {
  const said = optedInAt ? ` Opted in on ${optedInAt.toISOString()}.` : '';
  // Who did not confirm elsewhere is asked again where a list asks, and joins no other list.
  const joins = status === 'suppressed' ? [] : status === 'pending' ? lists.filter((id) => optinLists.has(id)) : lists;
  const joinsConfirmed = status === 'subscribed' && optin === 'confirmed';
  return {
    kind: 'user',
    workspaceId,
    named: uid,
    creates: existing !== 'only',
    known: existing === 'fill' || existing === 'skip' ? existing : 'replace',
    fields,
    joins,
    leaves: [],
    joinAs: status === 'unsubscribed' ? 'unsubscribe' : joinsConfirmed ? 'import_confirmed' : 'import',
    accounts: [],
    leavesAccounts: [],
    evidence: {
      method: 'import',
      ip: optedInIp ?? undefined,
      requestId: requestId ?? undefined,
      textShown: consent === null ? undefined : `${consent}${said}`,
    },
  };
}

/** What a row adds to the numbers: one of created, updated, skipped or failed, and what became of memberships. */
function countsOf(result: UserResult | Refusal): Counts {
  if (result instanceof UnknownPersonError) return { skipped: 1 };
  // Its problem counts it.
  if (result instanceof Refusal) return {};
  if (result.isSkipped) return { skipped: 1 };
  const counts: Counts = result.isNew ? { created: 1 } : { updated: 1 };
  for (const step of result.memberships) {
    const name = nameOf(step);
    if (name !== null) counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

function nameOf({ before, after }: MembershipStep): string | null {
  if (before === 'unsubscribed' && after === 'unsubscribed') return 'kept_away';
  if (before === after) return null;
  return after === 'subscribed' ? 'joined' : after;
}
