import { lineOf, type EventFields } from './event.js';
import type { EndOptions, EventQueue } from './event-queue.js';
import type { Http } from './http.js';
import type { PageQuery } from './lists.js';
import { everyRow, type Page } from './pages.js';
import { path } from './path.js';
import type { StoredEvent } from './wire.js';

export interface EventFilter {
  /** Only events with this name. */
  event?: string;
}

/** Tracks what people do. Events are sent in batches, and each is stored once, however often it is sent. */
export class Events {
  readonly #http: Http;
  readonly #queue: EventQueue;

  constructor(http: Http, queue: EventQueue) {
    this.#http = http;
    this.#queue = queue;
  }

  /**
   * Queues an event: `track('ada', 'Signed up')` or `track('ada', { event: 'Order placed', value: 49.9 })`. With a
   * spool it is on disk when this returns. Awaiting it applies back-pressure while the queue is full; not awaiting it
   * is safe, too.
   * @throws TypeError at once for an invalid event; QueueFullError when too many calls are not awaited
   */
  track(uid: string, event: string | EventFields): Promise<void> {
    const taken = this.#queue.add(lineOf(uid, event));
    // Callers need not handle this: onError is called too, and an unhandled rejection would end the process.
    taken.catch(() => {});
    return taken;
  }

  /** The number of events not yet sent. */
  get pending(): number {
    return this.#queue.pending;
  }

  /** Sends the queued events. @returns how many remain unsent when the time (30 s) is over; 0 on success */
  flush(options?: EndOptions): Promise<number> {
    return this.#queue.flush(options);
  }

  /** Returns one page of a person's stored events, newest received first. */
  page(uid: string, query: PageQuery & EventFilter = {}): Promise<Page<StoredEvent>> {
    return this.#http.request('GET', path`/v1/users/${uid}/events`, { query: { ...query } });
  }

  /** Iterates over all stored events of a person, newest received first. */
  all(uid: string, filter: EventFilter = {}): AsyncGenerator<StoredEvent> {
    return everyRow(this.#http, path`/v1/users/${uid}/events`, { ...filter });
  }
}
