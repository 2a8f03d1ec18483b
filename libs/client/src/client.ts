import createFetchClient, { type Client as FetchClient } from 'openapi-fetch';
import { ApiError } from './api-error.js';
import type { paths } from './generated/schema.js';

/** Every route of the OpenAPI document, by method and path. */
export type Client = FetchClient<paths>;

/**
 * A client of the HTTP API. It adds no credentials: in a browser the session cookie goes along by itself, elsewhere
 * `fetch` adds them.
 * @param baseUrl where the routes begin, such as `https://api.example.com` or `/api`
 */
export function createClient(baseUrl: string, fetch?: (request: Request) => Promise<Response>): Client {
  return createFetchClient<paths>({ baseUrl, ...(fetch ? { fetch } : {}) });
}

/**
 * The data of a call's answer.
 * @throws ApiError for every answer that is not 2xx, and when there is no answer
 */
export async function answerOf<T>(call: Promise<{ data?: T; error?: unknown; response: Response }>): Promise<T> {
  const result = await call.catch((error: unknown) => {
    if (isAbort(error)) throw error;
    throw ApiError.unreachable(error);
  });
  const { data, error, response } = result;
  if (!response.ok || data === undefined) throw ApiError.from(response, error);
  return data;
}

const isAbort = (error: unknown) =>
  typeof error === 'object' && error !== null && 'name' in error && error.name === 'AbortError';
