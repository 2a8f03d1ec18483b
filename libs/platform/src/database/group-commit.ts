import { AsyncResource } from 'node:async_hooks';
import { UnavailableError } from '@dundun/domain';
import type { Database } from './database.js';
import { isLockTimeout, isRetryable, isRowFault, unavailableFor } from './database-errors.js';
import {
  claimKeys,
  KeyInUseError,
  Replayed,
  storeAnswers,
  waitedTooLong,
  type IdempotencyClaim,
  type StoredAnswer,
} from './idempotency.js';

export interface GroupCommitOptions<I, R> {
  /** Shows in metrics and errors. */
  name: string;
  /**
   * Writes many inputs at once, inside one transaction, and answers for each, in order: its result, or the
   * refusal that concerns it alone. Rows are to be sorted by their conflict key before they are written.
   */
  flush: (inputs: I[]) => Promise<(R | Error)[]>;
  /** Inputs that share a key are never in the same batch: the later one sees what the earlier one did. */
  conflictKeys?: (input: I) => string[];
  /** What a client is answered; kept for the replay of an idempotency key. */
  answer: (result: R) => StoredAnswer;
  /** About how many bytes an input is, to bound a batch and what waits. */
  size?: (input: I) => number;
  /** A flush of a single statement needs no BEGIN and COMMIT of its own. */
  singleStatement?: boolean;
  maxRows?: number;
  maxBytes?: number;
  maxWaiting?: number;
  maxWaitingBytes?: number;
}

interface Entry<I, R> {
  input: I;
  size: number;
  claim?: IdempotencyClaim;
  resolve: (result: R | Replayed) => void;
  reject: (error: unknown) => void;
}

const SHORT_LOCK = "SET LOCAL lock_timeout = '50ms'";
const LONG_LOCK = "SET LOCAL lock_timeout = '2s'";
const MOST_RETRIES = 3;
/** Each of them holds a connection while it waits. */
const MOST_PATIENT = 4;

/**
 * Concurrent writes share a commit. One flush is in flight and there is no timer: whatever arrives
 * meanwhile is the next multi-row statement, and each caller is answered after that commit.
 * A lost connection fails the whole batch and is never run again by itself, because nobody knows
 * whether it committed; bad values are found by halving; deadlocks are tried again, and what fails time and again by halves.
 */
export class GroupCommit<I, R> {
  private readonly plain = new Lane<I, R>();
  private readonly keyed = new Lane<I, R>();
  private readonly home = new AsyncResource('GroupCommit');
  private patient = 0;
  private readonly maxRows: number;
  private readonly maxBytes: number;
  private readonly maxWaiting: number;
  private readonly maxWaitingBytes: number;

  constructor(
    private readonly database: Database,
    private readonly options: GroupCommitOptions<I, R>,
  ) {
    this.maxRows = options.maxRows ?? 500;
    this.maxBytes = options.maxBytes ?? 1_000_000;
    this.maxWaiting = options.maxWaiting ?? 20_000;
    this.maxWaitingBytes = options.maxWaitingBytes ?? 64_000_000;
  }

  /**
   * @returns the result once it is committed, or the stored answer of the first request with this idempotency key
   * @throws UnavailableError when too much waits or PostgreSQL is away; the flush's own refusal of this input
   */
  submit(input: I, claim?: IdempotencyClaim): Promise<R | Replayed> {
    if (this.database.inTransaction)
      throw new Error(`${this.options.name}: a group commit inside a transaction would wait for itself`);
    const lane = claim ? this.keyed : this.plain;
    if (lane.waiting.length >= this.maxWaiting || lane.bytes >= this.maxWaitingBytes) {
      return Promise.reject(new UnavailableError());
    }
    const size = this.options.size?.(input) ?? 0;
    lane.bytes += size;
    return new Promise((resolve, reject) => {
      lane.waiting.push({ input, size, claim, resolve, reject });
      // The flush runs in a context of its own: never in the transaction or trace of whoever came first.
      if (!lane.flushing) this.home.runInAsyncScope(() => void this.drain(lane));
    });
  }

  private async drain(lane: Lane<I, R>): Promise<void> {
    lane.flushing = true;
    while (lane.waiting.length > 0) await this.commit(this.nextBatch(lane), 0);
    lane.flushing = false;
  }

  /** Takes from the front; an entry whose key is already in the batch waits for the next one, and so do its followers. */
  private nextBatch(lane: Lane<I, R>): Entry<I, R>[] {
    const batch: Entry<I, R>[] = [];
    const later: Entry<I, R>[] = [];
    const taken = new Set<string>();
    let bytes = 0;
    let index = 0;
    for (; index < lane.waiting.length && batch.length < this.maxRows && later.length < this.maxRows; index++) {
      const entry = lane.waiting[index] as Entry<I, R>;
      const keys = this.keysOf(entry);
      if (keys.some((key) => taken.has(key))) later.push(entry);
      else {
        if (batch.length > 0 && bytes + entry.size > this.maxBytes) break;
        batch.push(entry);
        bytes += entry.size;
      }
      for (const key of keys) taken.add(key);
    }
    lane.waiting = later.concat(lane.waiting.slice(index));
    lane.bytes -= bytes;
    return batch;
  }

  private keysOf({ input, claim }: Entry<I, R>): string[] {
    const keys = this.options.conflictKeys?.(input) ?? [];
    return claim ? [...keys, `idempotency ${claim.workspaceId} ${claim.method} ${claim.path} ${claim.key}`] : keys;
  }

  private async commit(batch: Entry<I, R>[], tries: number, lock = SHORT_LOCK): Promise<void> {
    try {
      const results = await this.write(batch, lock);
      // After the next batch is on its way: PostgreSQL then works while these callers are answered.
      process.nextTick(settleAll, batch, results);
    } catch (error) {
      const isInVain = isRetryable(error) && tries >= MOST_RETRIES;
      if (batch.length > 1 && (isRowFault(error) || isLockTimeout(error) || isInVain)) {
        const half = batch.length >> 1;
        await this.commit(batch.slice(0, half), tries);
        await this.commit(batch.slice(half), tries);
      } else if (isRetryable(error) && !isInVain) await this.commit(batch, tries + 1, lock);
      else if (isLockTimeout(error) && batch[0]?.claim && lock === SHORT_LOCK) await this.waitLonger(batch, error);
      else if (isInVain) for (const entry of batch) entry.reject(unavailableFor(error));
      else for (const entry of batch) entry.reject(entry.claim ? waitedTooLong(error) : error);
    }
  }

  /** What waits for a key in use elsewhere waits aside, and the lane goes on; other locks are waited for where we are. */
  private async waitLonger(entry: Entry<I, R>[], error: unknown): Promise<void> {
    if (!(error instanceof KeyInUseError)) return this.commit(entry, 0, LONG_LOCK);
    if (this.patient >= MOST_PATIENT) return entry.forEach(({ reject }) => reject(waitedTooLong(error)));
    this.patient += 1;
    void this.commit(entry, 0, LONG_LOCK).finally(() => (this.patient -= 1));
  }

  private write(batch: Entry<I, R>[], lock: string): Promise<(R | Replayed | Error)[]> {
    const inputs = () => this.options.flush(batch.map(({ input }) => input));
    if (batch[0]?.claim) return this.database.transaction(() => this.writeWithKeys(batch, lock));
    return this.options.singleStatement ? inputs() : this.database.transaction(inputs);
  }

  private async writeWithKeys(batch: Entry<I, R>[], lock: string): Promise<(R | Replayed | Error)[]> {
    await this.database.execute(lock);
    const claims = batch.map(({ claim }) => claim as IdempotencyClaim);
    const earlier = await claimKeys(this.database, claims);
    const fresh = batch.filter((_, index) => earlier[index] === undefined);
    const written = fresh.length > 0 ? await this.options.flush(fresh.map(({ input }) => input)) : [];
    const answers = written.map((result) => (result instanceof Error ? undefined : this.options.answer(result)));
    await storeAnswers(
      this.database,
      fresh.map(({ claim }, index) => ({ claim: claim as IdempotencyClaim, answer: answers[index] })),
    );
    let next = 0;
    return batch.map((_, index) => earlier[index] ?? (written[next++] as R | Error));
  }
}

class Lane<I, R> {
  waiting: Entry<I, R>[] = [];
  bytes = 0;
  flushing = false;
}

function settleAll<I, R>(batch: Entry<I, R>[], results: (R | Replayed | Error)[]): void {
  batch.forEach(({ resolve, reject }, index) => {
    const result = results[index] as R | Replayed | Error;
    if (result instanceof Error) reject(result);
    else resolve(result);
  });
}
