import { KEPT_ALIVE_BYTES, LONGEST_WAIT_MS, type Call, type CallResult, type Refusal } from './calls.js';
import { createLock, type Lock } from './lock.js';
import { attempt, isLater, type Storage } from './storage.js';
import { newId } from './text.js';

interface Item extends Call {
  /** In the storage too, so that another tab may send it. */
  isStored: boolean;
  isMine: boolean;
  isUnderWay?: boolean;
  /** Settles when a storage that answers later has it, or failed. */
  storing?: Promise<unknown>;
}

export interface QueueOptions {
  storage: Storage;
  /** How the names of everything in the storage begin. */
  prefix: string;
  /** How many calls are kept; the oldest go. */
  limit: number;
  send(call: Call): Promise<CallResult>;
  refused(refusal: Refusal, call: Call): void;
}

const SOON_MS = 200;
const FIRST_WAIT_MS = 1_000;

/**
 * Calls that wait. Each has a name of its own in the storage, so that tabs write without reading; whoever has the lock sends
 * what is there, of closed tabs too, and deletes it.
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
    // Sorts by time, over all tabs.
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
      item.isUnderWay = true; // to where nobody sends it
      void this.remove(name);
      return this.options.refused({ status: 0, code: 'too_many_waiting' }, item);
    }
  }

  /** Sends everything that waits, if nothing stands against it. Never throws. */
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

  /** Tries again at once: the network is back, say. */
  retry(): void {
    this.failures = 0;
    void this.flush();
  }

  /** The page goes: sends what it can without waiting for anything. What does not arrive is sent by the next page. */
  hurry(): void {
    // It failed a moment ago, and was asked to wait.
    if (this.isHeldBack) return;
    let bytes = 0;
    for (const [name, item] of this.items) {
      bytes += item.body.length * 3;
      if (!item.isMine || item.isUnderWay) continue;
      if (bytes > KEPT_ALIVE_BYTES) return;
      void this.deliver(name, item);
    }
  }

  /** Sends nothing any more until it is started again. */
  stop(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.isStopped = true;
  }

  /** Forgets what waits, and what is on its way into the storage. */
  clear(): void {
    for (const name of this.items.keys()) void this.remove(name);
    this.items.clear();
  }

  /** When what is under way has ended. */
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
    // What was added meanwhile waits too.
    clearTimeout(this.timer);
    this.timer = undefined;
    this.isHeldBack = wait > 0;
    this.soon(wait || held);
  }

  /** Makes the memory what the storage is: other tabs add to it and send from it. */
  private async collect(): Promise<void> {
    // Looked at before: what is stored while the keys are read would seem to be gone.
    const known = [...this.items].filter(([, { isStored, isUnderWay }]) => isStored && !isUnderWay);
    const keys = await attempt(() => this.options.storage.getAllKeys(), undefined);
    if (!keys) return;
    const stored = new Set(keys.filter((key) => key.startsWith(this.names)));
    for (const [name] of known) if (!stored.has(name)) this.items.delete(name);
    for (const name of stored) {
      if (this.items.has(name)) continue;
      const text = await attempt<string | null | undefined>(() => this.options.storage.getItem(name), undefined);
      // What could not be read now may be read later.
      if (text === undefined) continue;
      const call = read(text);
      if (call) this.items.set(name, { ...call, isStored: true, isMine: false });
      else void this.remove(name);
    }
  }

  /** @returns how long to wait for the next try, 0 when there is none */
  private async deliver(name: string, item: Item): Promise<number> {
    item.isUnderWay = true;
    // Those that are sent together fail together: once.
    const failures = this.failures;
    const { method, path, body, key } = item;
    const result = await this.options.send({ method, path, body, key });
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
    const { method, path, body, key } = item;
    const done = () => (item.isStored = true);
    try {
      const stored = this.options.storage.setItem(name, JSON.stringify({ method, path, body, key }));
      if (isLater(stored)) item.storing = stored.then(done, () => {});
      else done();
    } catch {
      // full, or forbidden: the memory has it
    }
  }

  /** From the storage first: what is in the memory is not read from there again. */
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

/** Anything may be in a storage. */
function read(text: string | null): Call | undefined {
  try {
    const { method, path, body, key } = JSON.parse(text as string) as Partial<Call>;
    const isCall = (method === 'POST' || method === 'PUT') && /^\/v1\/users\//.test(path as string);
    if (isCall && typeof body === 'string') return { method, path: path as string, body, key };
  } catch {
    // no JSON
  }
  return undefined;
}
