import type { Http } from './http.js';
import type { PageQuery } from './lists.js';
import { everyRow, type Page } from './pages.js';
import { path } from './path.js';
import type { NewSuppression, Status, Suppressed, Suppression } from './wire.js';

/** Narrows a listing of suppressions. */
export interface SuppressionFilter {
  /** An address or number. */
  address?: string;
  /** Such as `hard_bounce` or `complaint`. */
  reason?: string;
}

/** Addresses and numbers that get no message. */
export class Suppressions {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  add(suppression: NewSuppression): Promise<Suppressed> {
    return this.#http.request('POST', '/console/suppressions', { body: suppression });
  }

  /** Lifts the suppression of an address or number. */
  remove(address: string): Promise<Status> {
    return this.#http.request('DELETE', path`/console/suppressions/${address}`);
  }

  /** Returns one page, newest first. */
  page(query: PageQuery & SuppressionFilter = {}): Promise<Page<Suppression>> {
    return this.#http.request('GET', '/console/suppressions', { query: { ...query } });
  }

  /** Iterates over all suppressions, newest first. */
  all(filter: SuppressionFilter = {}): AsyncGenerator<Suppression> {
    return everyRow(this.#http, '/console/suppressions', { ...filter });
  }
}
