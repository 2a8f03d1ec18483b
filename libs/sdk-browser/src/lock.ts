import type { Storage } from './storage.js';
import { here } from './surroundings.js';
import { newId } from './text.js';

/** Longer than a call can take. */
const LEASE_MS = 30_000;
const SETTLE_MS = 30;

export interface Lock {
  /** Does it in one tab at a time. @returns how long to wait when another is at it, 0 when it was done */
  run(work: () => Promise<void>): Promise<number>;
  /** To be called before each call of long work. */
  renew(): Promise<void>;
}

/** With the browser's locks where there are some: they end with their tab. */
export function createLock(name: string, storage: Storage): Lock {
  const locks = here.navigator?.locks;
  if (!locks) return new Lease(name, storage);
  return {
    // Refused where the page has no origin of its own; then it has no other tabs either.
    run: async (work) => {
      await locks.request(name, work).catch(work);
      return 0;
    },
    renew: async () => {},
  };
}

/** A mark in the storage. Two may hold it in a rare case: what both send is stored once. */
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
      // Without a storage there is nothing that another tab could send.
      return work().then(() => 0);
    }
    await work();
    await this.renew(0);
    return 0;
  }

  async renew(ms = LEASE_MS): Promise<void> {
    await this.storage.setItem(this.key, `${Date.now() + ms} ${this.me}`);
  }

  /** How long somebody else has it still. */
  private async left(): Promise<number> {
    const [until, owner] = ((await this.storage.getItem(this.key)) ?? '').split(' ');
    const left = Number(until) - Date.now();
    // One that is longer than any was made by a clock that went wrong.
    return owner !== this.me && left <= LEASE_MS ? Math.max(0, left) : 0;
  }
}
