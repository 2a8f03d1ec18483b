import { Inject, Injectable } from '@nestjs/common';
import { UnavailableError } from '@dundun/domain';
import { Database } from '@dundun/platform/database';
import { People } from './people.repository.js';
import { LRUCache } from 'lru-cache';

const MOST_KNOWN = 100_000;
const MOST_WAITING = 20_000;
const BATCH = 500;
const KNOWN_FOR_MS = 10_000;

/** Somebody whose id is being looked up, for everyone who asks meanwhile. */
class Miss {
  readonly id: Promise<string>;
  resolve!: (id: string) => void;
  reject!: (error: unknown) => void;
  /** Forgotten during the lookup, so its answer may be from before. */
  stale = false;

  constructor(
    readonly key: string,
    readonly workspaceId: number,
    readonly uid: string,
  ) {
    this.id = new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
    });
  }
}

/**
 * The person behind a uid, without a query for whoever was seen a moment ago; a stranger becomes a person.
 *
 * An entry lives ten seconds from when it was read, however often it is used. That is long enough to take the lookup
 * out of a busy route, and it bounds what a deletion or merge in another process costs: for that long at most events
 * are still stored under the id of the person who is gone, where the console's feed shows them. In the process that
 * deletes or merges, `forget` leaves no such gap.
 */
@Injectable()
export class PersonIds {
  private readonly known = new LRUCache<string, string>({ max: MOST_KNOWN, ttl: KNOWN_FOR_MS, ttlResolution: 100 });
  private readonly misses = new Map<string, Miss>();
  private waiting: Miss[] = [];
  private looking = false;

  constructor(
    @Inject(People) private readonly people: People,
    @Inject(Database) private readonly database: Database,
  ) {}

  /** @returns the id itself when it is known, so that a hot caller waits for no promise */
  find(workspaceId: number, uid: string): string | Promise<string> {
    const key = `${workspaceId} ${uid}`;
    return this.known.get(key) ?? this.misses.get(key)?.id ?? this.miss(new Miss(key, workspaceId, uid));
  }

  /** For whoever deletes, merges or renames a person, after the commit. */
  forget(workspaceId: number, uid: string): void {
    const key = `${workspaceId} ${uid}`;
    this.known.delete(key);
    const miss = this.misses.get(key);
    if (miss) miss.stale = true;
    this.misses.delete(key);
  }

  private miss(miss: Miss): Promise<string> {
    if (this.waiting.length >= MOST_WAITING) return Promise.reject(new UnavailableError());
    this.misses.set(miss.key, miss);
    this.waiting.push(miss);
    // Never in the asker's transaction: a rollback would undo the new person, but not what is remembered here.
    if (!this.looking) this.database.detached(() => void this.lookUp());
    return miss.id;
  }

  /** One query at a time and no timer: whoever is missed meanwhile is in the next one. */
  private async lookUp(): Promise<void> {
    this.looking = true;
    while (this.waiting.length > 0) {
      const batch = this.waiting.splice(0, BATCH);
      try {
        const ids = await this.people.ensureUids(batch);
        for (const miss of batch) this.settle(miss, ids.get(miss.key));
      } catch (error) {
        for (const miss of batch) this.settle(miss, undefined, error);
      }
    }
    this.looking = false;
  }

  private settle(miss: Miss, id: string | undefined, error?: unknown): void {
    if (!miss.stale) {
      this.misses.delete(miss.key);
      if (id !== undefined) this.known.set(miss.key, id);
    }
    // Neither an id nor an error: made and deleted again in this very moment.
    if (id === undefined) miss.reject(error ?? new UnavailableError());
    else miss.resolve(id);
  }
}
