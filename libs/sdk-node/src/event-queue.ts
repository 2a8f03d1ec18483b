import { EventSender } from './event-sender.js';
import { QueueFullError, type DundunError } from './errors.js';
import type { EventStore } from './event-store.js';
import type { Http } from './http.js';
import { mayExit, sendBeforeExit } from './process-end.js';
import { pause } from './waits.js';

export interface QueueOptions {
  /** Events per call, at most 1,000; 100 by default. A full batch is sent at once. */
  size?: number;
  /** The longest time an event waits for others, in milliseconds; 1,000 by default. */
  interval?: number;
  /** How many events may be queued before `track` waits for room; 10,000 by default, 1,000,000 with a spool. */
  limit?: number;
}

export interface EndOptions {
  /** The maximum time to wait, in milliseconds. */
  timeout?: number;
}

export interface QueueListener {
  /** @param line the event, if it will never be sent */
  failed(error: unknown, line?: string): void;
}

interface Waiter {
  line: string;
  admitted(): void;
}

const SIZE = 100;
const LARGEST = 1_000;
const INTERVAL_MS = 1_000;
const LIMIT = 10_000;
/** Waiting calls are in memory only, even with a spool. */
const MOST_WAITERS = 10_000;
const CLOSE_MS = 10_000;
const FLUSH_MS = 30_000;
const LONGEST_PAUSE_MS = 1_000;

/** Collects events and sends them in batches, one at a time. */
export class EventQueue {
  readonly #store: EventStore;
  readonly #sender: EventSender;
  readonly #listener: QueueListener;
  readonly #size: number;
  readonly #interval: number;
  readonly #limit: number;
  readonly #stop = new AbortController();
  #waiting: Waiter[] = [];
  #timer: NodeJS.Timeout | undefined;
  /** Keeps the process alive while a call waits for room. */
  #awake: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #isClosed = false;

  constructor(
    http: Http,
    store: EventStore,
    listener: QueueListener,
    { size = SIZE, interval = INTERVAL_MS, limit = LIMIT }: QueueOptions,
  ) {
    this.#store = store;
    this.#listener = listener;
    this.#size = between(1, size, LARGEST);
    this.#interval = interval;
    this.#limit = Math.max(1, limit);
    this.#sender = new EventSender(http, this.#stop.signal, {
      failed: (error) => listener.failed(error),
      setAside: (lines) => lines.forEach((line) => store.append(line)),
      rejected: (line, error) => this.#reject(line, error),
    });
    store.onMore(() => this.#resume());
    if (store.size > 0) this.#resume();
  }

  /** The number of events not yet sent. */
  get pending(): number {
    return this.#store.size + this.#waiting.length;
  }

  /** Queues an event; resolves once there is room for it. @throws QueueFullError when too many calls wait for room */
  add(line: string): Promise<void> {
    if (this.#isClosed) return Promise.reject(new Error('The client is closed: no more events can be tracked.'));
    if (this.#store.size < this.#limit && this.#waiting.length === 0) {
      this.#take(line);
      return Promise.resolve();
    }
    if (this.#waiting.length >= Math.min(this.#limit, MOST_WAITERS)) {
      const error = new QueueFullError(this.#limit, this.#waiting.length);
      this.#listener.failed(error, line);
      return Promise.reject(error);
    }
    this.#awake ??= setInterval(() => {}, 2 ** 30);
    return new Promise((resolve) => this.#waiting.push({ line, admitted: resolve }));
  }

  /** Sends the queued events now. @returns how many remain unsent when the time is over; 0 on success */
  async flush({ timeout = FLUSH_MS }: EndOptions = {}): Promise<number> {
    this.#sender.hurry();
    const ended = new AbortController();
    const time = pause(timeout, { signal: ended.signal }).catch(() => {});
    await Promise.race([this.#empty(), time]);
    ended.abort();
    return this.pending;
  }

  /**
   * Sends the queued events, then accepts no more; a spool keeps the rest for the next start. @returns how many remain
   * unsent
   */
  async close({ timeout = CLOSE_MS }: EndOptions = {}): Promise<number> {
    if (this.#isClosed) return this.pending;
    this.#isClosed = true;
    await this.flush({ timeout });
    this.#stop.abort(new Error('The client is closed.'));
    await this.#running;
    clearTimeout(this.#timer);
    clearInterval(this.#awake);
    for (const { line, admitted } of this.#waiting.splice(0)) {
      this.#store.append(line);
      admitted();
    }
    const left = this.pending;
    mayExit(this);
    this.#store.close();
    return left;
  }

  async #empty(): Promise<void> {
    while (this.pending > 0 && !this.#stop.signal.aborted) await this.#run();
  }

  #take(line: string): void {
    this.#store.append(line);
    sendBeforeExit(this);
    if (this.#store.size >= this.#size) void this.#run();
    else this.#timer ??= setTimeout(() => void this.#run(), this.#interval).unref();
  }

  /** Continues with events that an earlier process left. */
  #resume(): void {
    sendBeforeExit(this);
    void this.#run();
  }

  #run(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#running ??= this.#drain().finally(() => {
      this.#running = undefined;
      if (this.#store.size > 0 && !this.#stop.signal.aborted)
        this.#timer ??= setTimeout(() => void this.#run(), this.#interval).unref();
    });
    return this.#running;
  }

  /** Never throws: failures are reported and retried. */
  async #drain(): Promise<void> {
    const { signal } = this.#stop;
    while (!signal.aborted) {
      try {
        const chunk = this.#store.take(this.#size);
        if (!chunk) return mayExit(this);
        await this.#sender.send(chunk.lines);
        chunk.done();
        this.#admit();
      } catch (error) {
        if (signal.aborted) return;
        // Such as an error of the spool's disk.
        this.#listener.failed(error);
        await pause(LONGEST_PAUSE_MS, { signal, idle: true }).catch(() => {});
      }
    }
  }

  #admit(): void {
    while (this.#waiting.length > 0 && this.#store.size < this.#limit) {
      const { line, admitted } = this.#waiting.shift() as Waiter;
      this.#store.append(line);
      admitted();
    }
    if (this.#waiting.length > 0) return;
    clearInterval(this.#awake);
    this.#awake = undefined;
  }

  #reject(line: string, error: DundunError): void {
    try {
      this.#store.reject(line, error.message);
    } catch (failure) {
      this.#listener.failed(failure);
    }
    this.#listener.failed(error, line);
  }
}

const between = (least: number, value: number, most: number) => Math.min(most, Math.max(least, value));
