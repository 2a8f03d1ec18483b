import type { Storage } from './storage.js';
import { here } from './surroundings.js';
import { newId } from './text.js';

/** Longer than a call can take. */
const LEASE_MS = 30_000;
const SETTLE_MS = 30;

export interface Lock {
  /** Runs the work in one tab at a time. @returns how long to wait if another tab holds the lock, 0 if it ran */
  run(work: () => Promise<void>): Promise<number>;
  /** Call before each request of long work. */
  renew(): Promise<void>;
}

/** Uses the browser's locks if available: they end with their tab. */
export function createLock(name: string, storage: Storage): Lock {
  const locks = here.navigator?.locks;
  if (!locks) return new Lease(name, storage);
  return {
    // Refused if the page has no origin; then it has no other tabs either.
    run: async (work) => {
      await locks.request(name, work).catch(work);
      return 0;
    },
    renew: async () => {},
  };
}

/** A mark in the storage. In rare cases two tabs hold it; events sent by both are stored once. */
class Lease implements Lock {
  private readonly me = newId();

  constructor(
    private readonly key: string,
    private readonly storage: Storage,
  ) {}

  async run(work: () => Promise<void>): Promise<number> {
    try {
      const left = await this.left();
      if (left > 0) return left;
      await this.renew();
      await new Promise((resolve) => setTimeout(resolve, SETTLE_MS * (1 + Math.random())));
      const lost = await this.left();
      if (lost > 0) return lost;
    } catch {
      // Without a storage, other tabs have nothing to send.
      return work().then(() => 0);
    }
    await work();
    await this.renew(0);
    return 0;
  }

  async renew(ms = LEASE_MS): Promise<void> {
    await this.storage.setItem(this.key, `${Date.now() + ms} ${this.me}`);
  }

  /** Returns how long another tab still holds the lease. */
  private async left(): Promise<number> {
    const [until, owner] = ((await this.storage.getItem(this.key)) ?? '').split(' ');
    const left = Number(until) - Date.now();
    // A longer lease comes from a clock that was wrong.
    return owner !== this.me && left <= LEASE_MS ? Math.max(0, left) : 0;
  }
}
