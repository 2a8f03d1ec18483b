import type { Http, Method, RequestOptions } from './http.js';

export interface Page<T> {
  data: T[];
  next_cursor: string | null;
  previous_cursor: string | null;
}

/** The maximum page size. */
const LARGEST = 30;

/** Iterates over all rows of a listing, newest first, fetching each page on demand. */
export async function* everyRow<T>(http: Http, path: string, query: RequestOptions['query'] = {}): AsyncGenerator<T> {
  const method: Method = 'GET';
  let next: string | null = null;
  do {
    const asked: RequestOptions['query'] = { limit: LARGEST, ...query, next_cursor: next };
    const page: Page<T> = await http.request<Page<T>>(method, path, { query: asked });
    yield* page.data;
    next = page.next_cursor;
  } while (next !== null);
}
