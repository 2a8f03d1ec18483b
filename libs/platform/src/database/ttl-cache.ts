import { AsyncResource } from 'node:async_hooks';
import { UnavailableError } from '@dundun/domain';
import type { Database } from './database.js';
import { LRUCache } from 'lru-cache';

/** Lifetime of an answer, counted from the start of its query. */
const FRESH_MS = 900;
/** Age at which an answer in use is refreshed ahead, so that no request waits. */
const RENEW_MS = 450;
const MOST_KEPT = 10_000;
const MOST_WAITING = 10_000;
const MOST_AT_ONCE = 500;

interface Known<A> {
  answer: A | null;
  askedAt: number;
}

class Asked<Q, A> {
  askedAt = Infinity;
  resolve!: (answer: A | null) => void;
  reject!: (error: unknown) => void;
  readonly promise = new Promise<A | null>((resolve, reject) => Object.assign(this, { resolve, reject }));

  constructor(
    readonly id: string,
    readonly question: Q,
  ) {}
}

/**
 * Answers from memory, without a promise, for less than a second. One query is in flight at a time, and lookups that arrive
 * meanwhile share the next one, so a flood of unknown keys costs the database little. Hits and misses are stored separately,
 * so that such a flood cannot evict known keys.
 */
export class TtlCache<Q, A> {
  private readonly found = new LRUCache<string, Known<A>>({ max: MOST_KEPT });
  private readonly missing = new LRUCache<string, Known<A>>({ max: MOST_KEPT });
  private readonly asked = new Map<string, Asked<Q, A>>();
  private readonly home = new AsyncResource('TtlCache');
  private waiting: Asked<Q, A>[] = [];
  private asking = false;
  private clearedAt = -Infinity;

  /** @param load answers many questions with one query, in order; null means not found */
  constructor(
    private readonly database: Database,
    private readonly load: (questions: Q[]) => Promise<(A | null | undefined)[]>,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /**
   * Returns the answer from memory, or a promise of it.
   * @param id identifies the question
   * @throws UnavailableError (through the promise) when the database is unreachable and the memory has expired
   */
  recall(id: string, question: () => Q): A | null | Promise<A | null> {
    const known = this.found.get(id) ?? this.missing.get(id);
    const age = known ? this.now() - known.askedAt : Infinity;
    if (known && age < FRESH_MS) {
      if (age > RENEW_MS && known.answer !== null) this.ask(id, question).catch(() => undefined);
      return known.answer;
    }
    // A transaction reads its own writes, and must not wait for a second connection of a pool that transactions may exhaust.
    return this.database.inTransaction
      ? this.load([question()]).then(([answer]) => answer ?? null)
      : this.ask(id, question);
  }

  /** Call after a change: this process forgets at once, others within a second. */
  clear(): void {
    this.clearedAt = this.now();
    this.found.clear();
    this.missing.clear();
    this.asked.clear();
  }

  private ask(id: string, question: () => Q): Promise<A | null> {
    const same = this.asked.get(id);
    if (same && this.now() - same.askedAt < FRESH_MS) return same.promise;
    if (this.waiting.length >= MOST_WAITING) return Promise.reject(new UnavailableError());
    const asked = new Asked<Q, A>(id, question());
    this.asked.set(id, asked);
    this.waiting.push(asked);
    // Run in a separate async context, not in the first caller's transaction.
    if (!this.asking) this.home.runInAsyncScope(() => void this.drain());
    return asked.promise;
  }

  private async drain(): Promise<void> {
    this.asking = true;
    while (this.waiting.length > 0) await this.answer(this.waiting.splice(0, MOST_AT_ONCE));
    this.asking = false;
  }

  private async answer(group: Asked<Q, A>[]): Promise<void> {
    const askedAt = this.now();
    for (const asked of group) asked.askedAt = askedAt;
    try {
      const answers = await this.load(group.map(({ question }) => question));
      group.forEach((asked, index) => this.keep(asked, answers[index] ?? null));
    } catch (error) {
      for (const { reject } of group) reject(error);
    }
    for (const asked of group) if (this.asked.get(asked.id) === asked) this.asked.delete(asked.id);
  }

  private keep({ id, askedAt, resolve }: Asked<Q, A>, answer: A | null): void {
    if (askedAt > this.clearedAt) {
      (answer === null ? this.found : this.missing).delete(id);
      (answer === null ? this.missing : this.found).set(id, { answer, askedAt });
    }
    resolve(answer);
  }
}
