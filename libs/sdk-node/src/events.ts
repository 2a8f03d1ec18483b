import { lineOf, type EventFields } from './event.js';
import type { EndOptions, EventQueue } from './event-queue.js';
import type { Http } from './http.js';
import type { PageQuery } from './lists.js';
import { everyRow, type Page } from './pages.js';
import { path } from './path.js';
import type { StoredEvent } from './wire.js';

export interface EventFilter {
  /** Only events of this name. */
  event?: string;
}

/** What people do. Events are collected and sent in batches; each is stored once, however often it is sent. */
export class Events {
  readonly #http: Http;
  readonly #queue: EventQueue;

  constructor(http: Http, queue: EventQueue) {
    this.#http = http;
    this.#queue = queue;
  }

  /**
   * Takes an event: `track('ada', 'Signed up')` or `track('ada', { event: 'Order placed', value: 49.9 })`. With a spool it is on
   * the disk when this returns. Awaiting it slows the caller down while the queue is full; not awaiting it is safe too.
   * @throws TypeError at once for an event that cannot be one; QueueFullError when too many are not awaited
   */
  track(uid: string, event: string | EventFields): Promise<void> {
    const taken = this.#queue.add(lineOf(uid, event));
    // Nobody has to look: onError is told too, and an unhandled rejection would end the process.
    taken.catch(() => {});
    return taken;
  }

  /** Events that are not with the service yet. */
  get pending(): number {
    return this.#queue.pending;
  }

  /** Sends what waits. @returns how many events are not with the service when the time (30 s) is over, 0 when all is well */
  flush(options?: EndOptions): Promise<number> {
    return this.#queue.flush(options);
  }

  /** One page of what the service has of somebody, newest received first. */
  page(uid: string, query: PageQuery & EventFilter = {}): Promise<Page<StoredEvent>> {
    return this.#http.request('GET', path`/v1/users/${uid}/events`, { query: { ...query } });
  }

  /** Everything that the service has of somebody, newest received first. */
  all(uid: string, filter: EventFilter = {}): AsyncGenerator<StoredEvent> {
    return everyRow(this.#http, path`/v1/users/${uid}/events`, { ...filter });
  }
}
