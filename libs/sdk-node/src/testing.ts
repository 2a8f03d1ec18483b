import { jest } from '@jest/globals';
import { Dundun, type DundunOptions } from './index.js';

export interface Seen {
  method: string;
  url: string;
  headers: Headers;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests look into bodies of every shape
  body: any;
}

/** The answer of a service to one call: a body for 200, a whole response, or an error to simulate the network. */
export type Answering = (call: Seen, number: number) => unknown;

/** Creates a client whose network is a function. */
export function aClient(answering: Answering, options: Partial<DundunOptions> = {}) {
  const seen: Seen[] = [];
  const fetch = jest.fn(async (input: unknown, init: RequestInit = {}) => {
    const body = init.body === undefined ? undefined : JSON.parse(init.body as string);
    const call = { method: init.method ?? 'GET', url: String(input), headers: new Headers(init.headers), body };
    seen.push(call);
    const answer = await answering(call, seen.length);
    init.signal?.throwIfAborted();
    if (answer instanceof Error) throw answer;
    return answer instanceof Response ? answer : Response.json(answer, { headers: { 'Request-Id': 'req_1' } });
  });
  const errors: { error: unknown; event?: Record<string, unknown> }[] = [];
  const dundun = new Dundun({
    apiKey: 'dk_test',
    apiSecret: 'ds_test',
    baseUrl: 'https://dundun.test',
    fetch: fetch as typeof globalThis.fetch,
    onError: (error, event) => void errors.push({ error, event }),
    ...options,
  });
  return { dundun, seen, errors };
}

/** Builds a refusal in the form of the service. */
export function refusal(
  status: number,
  code: string,
  more: { headers?: Record<string, string>; errors?: unknown } = {},
) {
  const headers = { 'Dundun-Error': code, 'Request-Id': 'req_1', ...more.headers };
  return Response.json({ detail: `It is ${code}.`, errors: more.errors ?? [] }, { status, headers });
}

/** Returns the events a service received, in order of arrival. */
export const eventsIn = (seen: Seen[]): { id: string; event: string; event_id: string }[] =>
  seen.flatMap(({ url, body }) => (url.endsWith('/v1/batch') ? body.data : url.endsWith('/events') ? [body] : []));
