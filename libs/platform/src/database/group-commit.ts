import { AsyncResource } from 'node:async_hooks';
import { UnavailableError } from '@dundun/domain';
import type { Database } from './database.js';
import { isLockTimeout, isRetryable, isRowFault, unavailableFor } from './database-errors.js';
import {
  claimKeys,
  earlierOf,
  KeyInUseError,
  limitWait,
  LONG_WAIT,
  Replayed,
  SHORT_WAIT,
  storeAnswers,
  waitedTooLong,
  type IdempotencyClaim,
  type StoredAnswer,
} from './idempotency.repository.js';

export interface GroupCommitOptions<I, R> {
  /** Appears in errors. */
  name: string;
  /**
   * Writes many inputs in one transaction. Returns one entry per input, in order: its result, or a refusal of that input
   * alone. Sort rows by their conflict key before writing them.
   */
  flush: (inputs: I[]) => Promise<(R | Error)[]>;
  /**
   * Writes inputs together with their idempotency keys in one statement, where answers are known before and no input is refused.
   * Returns the result of each input whose key is new.
   * @param wait how long to wait for a key that another transaction is storing
   */
  flushOnce?: (inputs: { input: I; claim: IdempotencyClaim }[], wait: string) => Promise<(R | undefined)[]>;
  /** Inputs that share a key are never in the same group, so a later one sees the writes of an earlier one. */
  conflictKeys?: (input: I) => string[];
  /** Makes the answer to a client, which is stored for replays of its idempotency key. */
  answer: (result: R) => StoredAnswer;
  /** Approximate size of an input in bytes; bounds a group and the waiting inputs. */
  size?: (input: I) => number;
  /** The flush is a single statement, which needs no BEGIN and COMMIT. */
  singleStatement?: boolean;
  /**
   * The inputs of a full group, and the milliseconds to wait for them once inputs come in numbers. Without it, a group begins
   * at once.
   */
  gather?: { rows: number; ms: number };
  maxRows?: number;
  maxBytes?: number;
  maxWaiting?: number;
  maxWaitingBytes?: number;
}

/** Who waits for the result of an input: the two functions of a promise, or an object of the caller's own, which never throws. */
export interface Settler<R> {
  resolve(result: R): void;
  reject(error: unknown): void;
}

interface Entry<I, R> {
  input: I;
  size: number;
  claim?: IdempotencyClaim;
  settler: Settler<R | Replayed>;
}

type ClaimedEntry<I, R> = Entry<I, R> & { claim: IdempotencyClaim };

const MOST_RETRIES = 3;
/** Groups that may wait for a busy key at the same time; each holds a connection meanwhile. */
const MOST_PATIENT = 4;

/**
 * Lets concurrent writes share a commit. One flush is in flight at a time: inputs that arrive meanwhile form the next group,
 * and each caller is answered after the commit of its group. There is no timer unless the options ask for larger groups.
 *
 * A lost connection fails the whole group without a retry, because the group may have been committed. A bad value is found
 * by halving the group. A deadlock is retried; a group that keeps failing is halved too.
 */
export class GroupCommit<I, R> {
  private readonly plain = new PendingWrites<I, R>();
  private readonly keyed = new PendingWrites<I, R>();
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
   * @returns the committed result, or the stored answer of the first request with this idempotency key
   * @throws UnavailableError when too many inputs wait or PostgreSQL is unreachable; the flush's refusal of this input
   */
  submit(input: I, claim?: IdempotencyClaim): Promise<R | Replayed> {
    return new Promise((resolve, reject) => this.enqueue(input, { resolve, reject }, claim));
  }

  /** Like `submit`, without a promise: for callers that write thousands of inputs a second. */
  put(input: I, settler: Settler<R>): void {
    this.enqueue(input, settler as Settler<R | Replayed>);
  }

  private enqueue(input: I, settler: Settler<R | Replayed>, claim?: IdempotencyClaim): void {
    if (this.database.inTransaction)
      throw new Error(`${this.options.name}: a group commit inside a transaction would wait for itself`);
    const pending = claim ? this.keyed : this.plain;
    if (pending.waiting.length >= this.maxWaiting || pending.bytes >= this.maxWaitingBytes)
      return settler.reject(new UnavailableError());
    const size = this.options.size?.(input) ?? 0;
    pending.bytes += size;
    pending.waiting.push({ input, size, claim, settler });
    // The flush runs in its own async context, not in the transaction or trace of the first caller.
    if (!pending.flushing) this.home.runInAsyncScope(() => void this.drain(pending));
    else if (pending.waiting.length === this.options.gather?.rows) pending.enough?.();
  }

  private async drain(pending: PendingWrites<I, R>): Promise<void> {
    pending.flushing = true;
    while (pending.waiting.length > 0) {
      if (this.options.gather) await gathered(pending, this.options.gather);
      await this.commit(this.nextGroup(pending), 0);
    }
    pending.flushing = false;
  }

  /** Takes entries from the front. An entry whose key is already in the group waits for a later group, in order. */
  private nextGroup(pending: PendingWrites<I, R>): Entry<I, R>[] {
    const group: Entry<I, R>[] = [];
    const later: Entry<I, R>[] = [];
    const taken = new Set<string>();
    let bytes = 0;
    let index = 0;
    for (; index < pending.waiting.length && group.length < this.maxRows && later.length < this.maxRows; index++) {
      const entry = pending.waiting[index] as Entry<I, R>;
      const keys = this.keysOf(entry);
      if (keys.some((key) => taken.has(key))) later.push(entry);
      else {
        if (group.length > 0 && bytes + entry.size > this.maxBytes) break;
        group.push(entry);
        bytes += entry.size;
      }
      for (const key of keys) taken.add(key);
    }
    pending.waiting = later.concat(pending.waiting.slice(index));
    pending.bytes -= bytes;
    pending.last = group.length;
    return group;
  }

  private keysOf({ input, claim }: Entry<I, R>): string[] {
    const keys = this.options.conflictKeys?.(input) ?? [];
    return claim ? [...keys, `idempotency ${claim.workspaceId} ${claim.method} ${claim.path} ${claim.key}`] : keys;
  }

  private async commit(group: Entry<I, R>[], tries: number, lock = SHORT_WAIT): Promise<void> {
    try {
      const results = await this.write(group, lock);
      // Answer these callers once the next group is sent, so that PostgreSQL works meanwhile.
      process.nextTick(settleAll, group, results);
    } catch (error) {
      const isHopeless = isRetryable(error) && tries >= MOST_RETRIES;
      if (group.length > 1 && (isRowFault(error) || isLockTimeout(error) || isHopeless)) {
        const half = group.length >> 1;
        await this.commit(group.slice(0, half), tries);
        await this.commit(group.slice(half), tries);
      } else if (isRetryable(error) && !isHopeless) await this.commit(group, tries + 1, lock);
      else if (isLockTimeout(error) && group[0]?.claim && lock === SHORT_WAIT) await this.waitLonger(group, error);
      else if (isHopeless) for (const { settler } of group) settler.reject(unavailableFor(error));
      else for (const { settler, claim } of group) settler.reject(claim ? waitedTooLong(error) : error);
    }
  }

  /** Waits for a busy key while other groups run; waits for any other lock before the next group. */
  private async waitLonger(entry: Entry<I, R>[], error: unknown): Promise<void> {
    if (!(error instanceof KeyInUseError)) return this.commit(entry, 0, LONG_WAIT);
    if (this.patient >= MOST_PATIENT) return entry.forEach(({ settler }) => settler.reject(waitedTooLong(error)));
    this.patient += 1;
    void this.commit(entry, 0, LONG_WAIT).finally(() => (this.patient -= 1));
  }

  private write(group: Entry<I, R>[], lock: string): Promise<(R | Replayed | Error)[]> {
    const inputs = () => this.options.flush(group.map(({ input }) => input));
    const { flushOnce } = this.options;
    if (group[0]?.claim && flushOnce) return this.writeOnce(flushOnce, group as ClaimedEntry<I, R>[], lock);
    if (group[0]?.claim) return this.database.transaction(() => this.writeWithKeys(group, lock));
    return this.options.singleStatement ? inputs() : this.database.transaction(inputs);
  }

  private async writeOnce(
    flush: NonNullable<GroupCommitOptions<I, R>['flushOnce']>,
    group: ClaimedEntry<I, R>[],
    wait: string,
  ): Promise<(R | Replayed | Error)[]> {
    const written = await flush(group, wait).catch((error: unknown) => {
      throw isLockTimeout(error) ? new KeyInUseError('an idempotency key is in use', { cause: error }) : error;
    });
    const claims = group.map(({ claim }) => claim);
    const earlier = await earlierOf(this.database, claims, (_, index) => written[index] !== undefined);
    return group.map((_, index) => earlier[index] ?? (written[index] as R));
  }

  private async writeWithKeys(group: Entry<I, R>[], lock: string): Promise<(R | Replayed | Error)[]> {
    await limitWait(this.database, lock);
    const claims = group.map(({ claim }) => claim as IdempotencyClaim);
    const earlier = await claimKeys(this.database, claims);
    const fresh = group.filter((_, index) => earlier[index] === undefined);
    const written = fresh.length > 0 ? await this.options.flush(fresh.map(({ input }) => input)) : [];
    const answers = written.map((result) => (result instanceof Error ? undefined : this.options.answer(result)));
    await storeAnswers(
      this.database,
      fresh.map(({ claim }, index) => ({ claim: claim as IdempotencyClaim, answer: answers[index] })),
    );
    let next = 0;
    return group.map((_, index) => earlier[index] ?? (written[next++] as R | Error));
  }
}

class PendingWrites<I, R> {
  waiting: Entry<I, R>[] = [];
  bytes = 0;
  flushing = false;
  /** The size of the last group. */
  last = 0;
  /** Ends the wait for more inputs. */
  enough: (() => void) | undefined;
}

/** The part of a full group that the last one must have reached, so that a lone input never waits for others. */
const IN_NUMBERS = 0.05;

/** Waits until enough inputs are there, or the time is over. */
function gathered<I, R>(
  pending: PendingWrites<I, R>,
  { rows, ms }: { rows: number; ms: number },
): Promise<void> | void {
  if (pending.waiting.length >= rows || pending.last < rows * IN_NUMBERS) return;
  return new Promise((resolve) => {
    const enough = () => {
      clearTimeout(timer);
      pending.enough = undefined;
      resolve();
    };
    const timer = setTimeout(enough, ms);
    pending.enough = enough;
  });
}

function settleAll<I, R>(group: Entry<I, R>[], results: (R | Replayed | Error)[]): void {
  group.forEach(({ settler }, index) => {
    const result = results[index] as R | Replayed | Error;
    if (result instanceof Error) settler.reject(result);
    else settler.resolve(result);
  });
}
