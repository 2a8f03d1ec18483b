import { EventQueue, type EndOptions, type QueueOptions } from './event-queue.js';
import { MemoryStore } from './event-store.js';
import { Events } from './events.js';
import { FileSpool } from './file-spool.js';
import { Http, type ConnectionOptions, type Method, type RequestOptions } from './http.js';
import { Jobs } from './jobs.js';
import { Lists } from './lists.js';
import { closeOnSignals, type EndSignal } from './process-end.js';
import { Messages, Send } from './send.js';
import { Subscribers } from './subscribers.js';
import { Users } from './users.js';
import type { Account, Attribute } from './wire.js';

export interface DundunOptions extends ConnectionOptions {
  /** How events are collected. */
  batch?: QueueOptions;
  /** A folder for events that are not with the service yet, so that they outlive the process. Several processes may share it. */
  spool?: string;
  /** Hears of events that were refused, and of every try that failed. The console hears of refused ones when it is absent. */
  onError?: (error: unknown, event?: Record<string, unknown>) => void;
  /** Signals at which events are sent before the process ends; none when absent. */
  closeOn?: readonly EndSignal[];
}

const SPOOL_LIMIT = 1_000_000;

/** A client of one workspace of Dundun. */
export class Dundun {
  readonly lists: Lists;
  readonly subscribers: Subscribers;
  readonly users: Users;
  readonly events: Events;
  readonly send: Send;
  readonly messages: Messages;
  readonly jobs: Jobs;
  readonly #http: Http;
  readonly #queue: EventQueue;
  readonly #ignoreSignals: () => void;

  /** @throws TypeError for options that cannot work */
  constructor(options: DundunOptions) {
    this.#http = new Http(options);
    const { spool, batch = {}, onError = warn, closeOn = [] } = options;
    const failed = (error: unknown, line?: string) => {
      try {
        onError(error, line === undefined ? undefined : (JSON.parse(line) as Record<string, unknown>));
      } catch {
        // A mistake in somebody's listener does not stop the events.
      }
    };
    const store = spool === undefined ? new MemoryStore() : new FileSpool(spool, failed);
    const limit = batch.limit ?? (spool === undefined ? undefined : SPOOL_LIMIT);
    this.#queue = new EventQueue(this.#http, store, { failed }, { ...batch, limit });
    this.#ignoreSignals = closeOnSignals(this.#queue, closeOn);
    this.lists = new Lists(this.#http);
    this.subscribers = new Subscribers(this.#http);
    this.users = new Users(this.#http);
    this.events = new Events(this.#http, this.#queue);
    this.send = new Send(this.#http);
    this.messages = new Messages(this.#http);
    this.jobs = new Jobs(this.#http);
  }

  /**
   * Calls any route: `request('GET', '/v1/lists', { query: { limit: 30 } })`.
   * @throws DundunError
   */
  request<T = unknown>(method: Method, path: string, options?: RequestOptions): Promise<T> {
    return this.#http.request<T>(method, path, options);
  }

  /** Which workspace the credentials are of, and what it can use. */
  account(): Promise<Account> {
    return this.request('GET', '/v1/account');
  }

  /** The attributes of users that are known. */
  attributes(): Promise<Attribute[]> {
    return this.request('GET', '/v1/data/attributes');
  }

  /** Sends the events that wait and takes no more. @returns how many did not arrive within the time (10 s); a spool keeps them */
  close(options?: EndOptions): Promise<number> {
    this.#ignoreSignals();
    return this.#queue.close(options);
  }
}

function warn(error: unknown, event?: Record<string, unknown>): void {
  if (event) console.warn(`Dundun did not take the event ${String(event.event)}: ${(error as Error).message}`);
}
