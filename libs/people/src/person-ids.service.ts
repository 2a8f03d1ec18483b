import { Inject, Injectable } from '@nestjs/common';
import { UnavailableError } from '@dundun/domain';
import { Database } from '@dundun/platform/database';
import { People } from './people.repository.js';
import { LRUCache } from 'lru-cache';

const MOST_KNOWN = 100_000;
const MOST_WAITING = 20_000;
const BATCH = 500;
const KNOWN_FOR_MS = 10_000;

/** A lookup in progress, shared by all callers that ask for the same uid. */
class Miss {
  readonly id: Promise<string>;
  resolve!: (id: string) => void;
  reject!: (error: unknown) => void;
  /** Forgotten during the lookup, so the result may be outdated. */
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
 * Caches the person ids of uids, and creates a person for an unknown uid.
 *
 * An entry lives ten seconds from when it was read, however often it is used. That takes the lookup out of a busy route, and
 * bounds the effect of an erasure or merge in another process: for at most ten seconds events are still stored under the
 * id of a removed person, and a later sweep of the job finds them. The process that erases or merges calls `forget`.
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

  /** @returns the id itself when it is cached, so that a hot caller awaits no promise */
  find(workspaceId: number, uid: string): string | Promise<string> {
    const key = `${workspaceId} ${uid}`;
    return this.known.get(key) ?? this.misses.get(key)?.id ?? this.miss(new Miss(key, workspaceId, uid));
  }

  /** Call after the commit that erased, merged or renamed the person. */
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
    // Outside the caller's transaction: a rollback would remove the new person, but not the cached id.
    if (!this.looking) this.database.detached(() => void this.lookUp());
    return miss.id;
  }

  /** Runs one query at a time, without a timer: uids that are missed meanwhile go into the next query. */
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
    // Neither an id nor an error: the person was created and erased during the lookup.
    if (id === undefined) miss.reject(error ?? new UnavailableError());
    else miss.resolve(id);
  }
}
