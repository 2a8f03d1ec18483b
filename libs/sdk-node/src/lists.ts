import type { Http } from './http.js';
import { everyRow, type Page } from './pages.js';
import { path } from './path.js';
import type { List, ListChanges, NewList, Status } from './wire.js';

export interface PageQuery {
  /** 1 to 30; 10 by default. */
  limit?: number;
  next_cursor?: string;
  previous_cursor?: string;
}

/** Audience lists. */
export class Lists {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  create(list: NewList): Promise<List> {
    return this.#http.request('POST', '/v1/lists', { body: list });
  }

  get(id: string): Promise<List> {
    return this.#http.request('GET', path`/v1/lists/${id}`);
  }

  /** Changes a list: omitted fields stay, null clears. */
  update(id: string, changes: ListChanges): Promise<List> {
    return this.#http.request('PUT', path`/v1/lists/${id}`, { body: changes });
  }

  /** Archives a list: it accepts no new members and keeps the existing ones. */
  archive(id: string): Promise<Status> {
    return this.#http.request('DELETE', path`/v1/lists/${id}`);
  }

  /** Returns one page, newest first. */
  page(query: PageQuery = {}): Promise<Page<List>> {
    return this.#http.request('GET', '/v1/lists', { query: { ...query } });
  }

  /** Iterates over all lists, newest first: `for await (const list of dundun.lists.all())`. */
  all(): AsyncGenerator<List> {
    return everyRow(this.#http, '/v1/lists');
  }
}
