import { KEPT_ALIVE_BYTES, LONGEST_WAIT_MS, type Call, type CallResult, type Refusal } from './calls.js';
import { createLock, type Lock } from './lock.js';
import { attempt, isLater, type Storage } from './storage.js';
import { newId } from './text.js';

interface Item extends Call {
  /** Also in the storage, so that another tab may send it. */
  isStored: boolean;
  isMine: boolean;
  isUnderWay?: boolean;
  /** Settles when an asynchronous storage has stored it or failed. */
  storing?: Promise<unknown>;
}

export interface QueueOptions {
  storage: Storage;
  /** The prefix of all storage keys. */
  prefix: string;
  /** How many calls are kept; the oldest are dropped. */
  limit: number;
  send(call: Call): Promise<CallResult>;
  refused(refusal: Refusal, call: Call): void;
}

const SOON_MS = 200;
const FIRST_WAIT_MS = 1_000;

/**
 * Stores calls until they are sent. Each has a storage key of its own, so that tabs write without reading. The tab that
 * holds the lock sends all stored calls, including those of closed tabs, and deletes them.
 */
export class Queue {
  private readonly items = new Map<string, Item>();
  private readonly lock: Lock;
  private readonly names: string;
  private isStopped = true;
  private count = 0;
  private failures = 0;
  private isHeldBack = false;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private running: Promise<void> | undefined;

  constructor(private readonly options: QueueOptions) {
    this.names = `${options.prefix}q.`;
    this.lock = createLock(`${options.prefix}lock`, options.storage);
  }

  add(call: Call): void {
    // Sorts by time across tabs.
    const name = this.names + Date.now().toString(36) + (++this.count + 1e6).toString(36) + newId();
    const item: Item = { ...call, isStored: false, isMine: true };
    this.items.set(name, item);
    this.store(name, item);
    if (this.items.size > this.options.limit) this.dropOldest();
    this.soon(SOON_MS);
  }

  private dropOldest(): void {
    for (const [name, item] of this.items) {
      if (item.isUnderWay) continue;
      item.isUnderWay = true; // so that it is not sent
      void this.remove(name);
      return this.options.refused({ status: 0, code: 'too_many_waiting' }, item);
    }
  }

  /** Sends everything that waits, unless stopped. Never throws. */
  flush(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.isHeldBack = false;
    this.running ??= this.sendAll().finally(() => {
      this.running = undefined;
      if (this.items.size > 0) this.soon(SOON_MS);
    });
    return this.running;
  }

  /** Retries at once, for instance when the network is back. */
  retry(): void {
    this.failures = 0;
    void this.flush();
  }

  /** The page is hidden: sends what it can without waiting. The next page sends what does not arrive. */
  hurry(): void {
    // The last call failed, and the wait is not over.
    if (this.isHeldBack) return;
    let bytes = 0;
    for (const [name, item] of this.items) {
      bytes += item.body.length * 3;
      if (!item.isMine || item.isUnderWay) continue;
      if (bytes > KEPT_ALIVE_BYTES) return;
      void this.deliver(name, item);
    }
  }

  /** Stops sending until it is started again. */
  stop(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.isStopped = true;
  }

  /** Drops waiting calls and those being stored. */
  clear(): void {
    for (const name of this.items.keys()) void this.remove(name);
    this.items.clear();
  }

  /** Resolves when the calls in flight have ended. */
  async settled(): Promise<void> {
    await this.running;
  }

  start(): void {
    this.isStopped = false;
    this.retry();
  }

  private async sendAll(): Promise<void> {
    let wait = 0;
    const held = await this.lock.run(async () => {
      await this.collect();
      for (const [name, item] of [...this.items].sort(([one], [other]) => (one < other ? -1 : 1))) {
        if (this.isStopped) return;
        if (item.isUnderWay || !this.items.has(name)) continue;
        await attempt(() => this.lock.renew(), undefined);
        wait = await this.deliver(name, item);
        if (wait > 0) return;
      }
    });
    if (!wait && !held) return;
    // Calls added meanwhile wait, too.
    clearTimeout(this.timer);
    this.timer = undefined;
    this.isHeldBack = wait > 0;
    this.soon(wait || held);
  }

  /** Synchronizes memory with the storage, which other tabs write to and send from. */
  private async collect(): Promise<void> {
    // Taken first: a call stored while the keys are read would seem to be gone.
    const known = [...this.items].filter(([, { isStored, isUnderWay }]) => isStored && !isUnderWay);
    const keys = await attempt(() => this.options.storage.getAllKeys(), undefined);
    if (!keys) return;
    const stored = new Set(keys.filter((key) => key.startsWith(this.names)));
    for (const [name] of known) if (!stored.has(name)) this.items.delete(name);
    for (const name of stored) {
      if (this.items.has(name)) continue;
      const text = await attempt<string | null | undefined>(() => this.options.storage.getItem(name), undefined);
      // Unreadable now, perhaps readable later.
      if (text === undefined) continue;
      const call = read(text);
      if (call) this.items.set(name, { ...call, isStored: true, isMine: false });
      else void this.remove(name);
    }
  }

  /** @returns how long to wait for the retry, 0 if there is none */
  private async deliver(name: string, item: Item): Promise<number> {
    item.isUnderWay = true;
    // Calls that are sent together count as one failure.
    const failures = this.failures;
    const { method, path, body, key, identity } = item;
    const result = await this.options.send({ method, path, body, key, identity });
    if (typeof result === 'number') {
      item.isUnderWay = false;
      this.failures = failures + 1;
      const grown = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** failures);
      return result || grown / 2 + (Math.random() * grown) / 2;
    }
    this.failures = 0;
    await this.remove(name);
    if (result !== 'done') this.options.refused(result, item);
    return 0;
  }

  private store(name: string, item: Item): void {
    const { method, path, body, key, identity } = item;
    const done = () => (item.isStored = true);
    try {
      const stored = this.options.storage.setItem(name, JSON.stringify({ method, path, body, key, identity }));
      if (isLater(stored)) item.storing = stored.then(done, () => {});
      else done();
    } catch {
      // storage full or forbidden: it stays in memory
    }
  }

  /** Removed from the storage first: what is in memory is not read from there again. */
  private async remove(name: string): Promise<void> {
    const storing = this.items.get(name)?.storing;
    if (storing) await storing;
    const removed = attempt(() => this.options.storage.removeItem(name), undefined);
    if (isLater(removed)) await removed;
    this.items.delete(name);
  }

  private soon(ms: number): void {
    if (!this.isStopped) this.timer ??= setTimeout(() => void this.flush(), ms);
  }
}

/** Parses a stored call; the storage may contain anything. */
function read(text: string | null): Call | undefined {
  try {
    const { method, path, body, key, identity } = JSON.parse(text as string) as Partial<Call>;
    const isCall = (method === 'POST' || method === 'PUT') && /^\/v1\/users\//.test(path as string);
    // A header that cannot be sent would hold up all calls behind it.
    const isSigned = /^\w+$/.test(identity ?? '');
    if (isCall && typeof body === 'string')
      return { method, path: path as string, body, key, identity: isSigned ? identity : undefined };
  } catch {
    // invalid JSON
  }
  return undefined;
}
