import type { Http } from './http.js';
import { everyRow } from './pages.js';
import { path } from './path.js';
import type { Job, JobItem } from './wire.js';

export interface JobFilter {
  type?: Job['type'];
}

/** Work done after the answer: batches (of events, too), merges and erasures. */
export class Jobs {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  get(id: string): Promise<Job> {
    return this.#http.request('GET', path`/v1/jobs/${id}`);
  }

  /** Newest first. */
  all(filter: JobFilter = {}): AsyncGenerator<Job> {
    return everyRow(this.#http, '/v1/jobs', { ...filter });
  }

  /** Iterates over the items of a batch, with the reason of each failure. */
  items(id: string, filter: { state?: JobItem['state'] } = {}): AsyncGenerator<JobItem> {
    return everyRow(this.#http, path`/v1/jobs/${id}/items`, { ...filter });
  }
}
