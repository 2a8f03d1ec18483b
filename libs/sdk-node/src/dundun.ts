import { Automations } from './automations.js';
import { Campaigns } from './campaigns.js';
import { EventQueue, type EndOptions, type QueueOptions } from './event-queue.js';
import { MemoryStore } from './event-store.js';
import { Events } from './events.js';
import { FileSpool } from './file-spool.js';
import { Http, type ConnectionOptions, type Method, type RequestOptions } from './http.js';
import { Jobs } from './jobs.js';
import { Lists } from './lists.js';
import { Domains } from './domains.js';
import { Segments } from './segments.js';
import { closeOnSignals, type EndSignal } from './process-end.js';
import { Messages, Send } from './send.js';
import { Subscribers } from './subscribers.js';
import { Suppressions } from './suppressions.js';
import { Templates } from './templates.js';
import { Users } from './users.js';
import { Webhooks } from './webhooks.js';
import type { Account, Attribute } from './wire.js';

export interface DundunOptions extends ConnectionOptions {
  /** How events are collected into batches. */
  batch?: QueueOptions;
  /**
   * A folder for events that have not been sent yet, so that they survive the process. Several processes may share it.
   */
  spool?: string;
  /** Called for every refused event and every failed attempt. Without it, refused events are logged to the console. */
  onError?: (error: unknown, event?: Record<string, unknown>) => void;
  /** Signals at which events are sent before the process ends; none by default. */
  closeOn?: readonly EndSignal[];
}

const SPOOL_LIMIT = 1_000_000;

/** A client for one Dundun workspace. */
export class Dundun {
  readonly lists: Lists;
  readonly subscribers: Subscribers;
  readonly segments: Segments;
  readonly automations: Automations;
  readonly campaigns: Campaigns;
  readonly users: Users;
  readonly events: Events;
  readonly send: Send;
  readonly messages: Messages;
  readonly jobs: Jobs;
  readonly templates: Templates;
  readonly domains: Domains;
  readonly suppressions: Suppressions;
  readonly webhooks: Webhooks;
  readonly #http: Http;
  readonly #queue: EventQueue;
  readonly #ignoreSignals: () => void;

  /** @throws TypeError for invalid options */
  constructor(options: DundunOptions) {
    this.#http = new Http(options);
    const { spool, batch = {}, onError = warn, closeOn = [] } = options;
    const failed = (error: unknown, line?: string) => {
      try {
        onError(error, line === undefined ? undefined : (JSON.parse(line) as Record<string, unknown>));
      } catch {
        // An error in the application's listener must not stop the events.
      }
    };
    const store = spool === undefined ? new MemoryStore() : new FileSpool(spool, failed);
    const limit = batch.limit ?? (spool === undefined ? undefined : SPOOL_LIMIT);
    this.#queue = new EventQueue(this.#http, store, { failed }, { ...batch, limit });
    this.#ignoreSignals = closeOnSignals(this.#queue, closeOn);
    this.lists = new Lists(this.#http);
    this.subscribers = new Subscribers(this.#http);
    this.segments = new Segments(this.#http);
    this.automations = new Automations(this.#http);
    this.campaigns = new Campaigns(this.#http);
    this.users = new Users(this.#http);
    this.events = new Events(this.#http, this.#queue);
    this.send = new Send(this.#http);
    this.messages = new Messages(this.#http);
    this.jobs = new Jobs(this.#http);
    this.templates = new Templates(this.#http);
    this.domains = new Domains(this.#http);
    this.suppressions = new Suppressions(this.#http);
    this.webhooks = new Webhooks(this.#http);
  }

  /**
   * Calls any route: `request('GET', '/v1/lists', { query: { limit: 30 } })`.
   * @throws DundunError
   */
  request<T = unknown>(method: Method, path: string, options?: RequestOptions): Promise<T> {
    return this.#http.request<T>(method, path, options);
  }

  /** Returns the workspace of these credentials and its plan. */
  account(): Promise<Account> {
    return this.request('GET', '/v1/account');
  }

  /** Returns the known user attributes. */
  attributes(): Promise<Attribute[]> {
    return this.request('GET', '/v1/data/attributes');
  }

  /**
   * Sends the waiting events and accepts no more. @returns how many did not arrive in time (10 s by default); a spool
   * keeps them
   */
  close(options?: EndOptions): Promise<number> {
    this.#ignoreSignals();
    return this.#queue.close(options);
  }
}

function warn(error: unknown, event?: Record<string, unknown>): void {
  if (event) console.warn(`Dundun refused the event ${String(event.event)}: ${(error as Error).message}`);
}
