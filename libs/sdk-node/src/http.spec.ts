import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { inspect } from 'node:util';
import { Dundun, DundunError, type DundunOptions } from './index.js';
import { aClient, refusal } from './testing.js';

const failureOf = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (error: unknown) => error,
  );

describe('request', () => {
  it('calls the route with credentials, query and body', async () => {
    const { dundun, seen } = aClient(() => ({ id: '1' }), { baseUrl: 'https://dundun.test/under/' });
    const query = { limit: 5, 'lists[]': ['a b', 'c'], next_cursor: null, event: undefined };
    expect(await dundun.request('POST', '/v1/things', { query, body: { a: 1 } })).toEqual({ id: '1' });
    const [call] = seen;
    expect(call?.url).toBe('https://dundun.test/under/v1/things?limit=5&lists%5B%5D=a+b&lists%5B%5D=c');
    expect(call?.body).toEqual({ a: 1 });
    expect(call?.headers.get('authorization')).toBe(`Basic ${btoa('dk_test:ds_test')}`);
    const { version } = JSON.parse(readFileSync('libs/sdk-node/package.json', 'utf8'));
    expect(call?.headers.get('user-agent')).toBe(`dundun-node/${version}`);
  });

  it.each([
    ['the network', () => new TypeError('fetch failed')],
    ['503', () => refusal(503, 'unavailable')],
    ['500 of a proxy', () => new Response('<html>', { status: 502 })],
    ['409 while the first call runs', () => refusal(409, 'idempotency_in_progress')],
    ['429', () => refusal(429, 'rate_limited', { headers: { 'Retry-After': '0.01' } })],
  ])('retries after %s with the same idempotency key', async (_, failing) => {
    const { dundun, seen } = aClient((_call, number) => (number < 3 ? failing() : { id: 'm1' }));
    expect(await dundun.send.email({} as never)).toEqual({ id: 'm1' });
    const keys = seen.map(({ headers }) => headers.get('idempotency-key'));
    expect(keys).toHaveLength(3);
    expect(new Set(keys).size).toBe(1);
    expect(keys[0]).toMatch(/^[\w-]{36}$/);
  });

  it('gives up after the configured number of retries and reports the last error', async () => {
    const { dundun, seen } = aClient(() => new TypeError('fetch failed', { cause: { code: 'ECONNREFUSED' } }), {
      retries: 1,
    });
    const error = await failureOf(dundun.lists.get('1'));
    expect(error).toMatchObject({ name: 'ConnectionError', status: 0, code: 'no_answer' });
    expect((error as Error).message).toContain('ECONNREFUSED');
    expect(seen).toHaveLength(2);
  });

  it('waits at most a minute when the service asks for more', async () => {
    const { dundun, seen } = aClient(() => refusal(429, 'daily_limit', { headers: { 'Retry-After': '7200' } }));
    expect(await failureOf(dundun.send.sms({} as never))).toMatchObject({ name: 'RateLimitError', retryAfter: 7200 });
    expect(seen).toHaveLength(1);
  });

  it.each([
    [400, 'invalid_input', 'InvalidRequestError'],
    [401, 'wrong_credentials', 'AuthenticationError'],
    [403, 'secret_needed', 'PermissionError'],
    [404, 'unknown_list', 'NotFoundError'],
    [409, 'list_archived', 'ConflictError'],
    [413, 'body_too_large', 'InvalidRequestError'],
    [422, 'idempotency_key_reused', 'InvalidRequestError'],
    [418, 'teapot', 'DundunError'],
  ])('does not retry %i: %s is a %s', async (status, code, name) => {
    const errors = [{ field: 'title', message: 'must be given' }];
    const { dundun, seen } = aClient(() => refusal(status, code, { errors }));
    const error = await failureOf(dundun.lists.create({ title: '' }));
    expect(error).toBeInstanceOf(DundunError);
    expect(error).toMatchObject({ name, status, code, requestId: 'req_1', fields: errors, message: `It is ${code}.` });
    expect(seen).toHaveLength(1);
  });

  it('follows no redirect, and does not accept an HTML page as an answer', async () => {
    const moved = aClient(() => new Response(null, { status: 301, headers: { Location: 'https://elsewhere.test' } }));
    expect(await failureOf(moved.dundun.account())).toMatchObject({ status: 301, code: 'http_301' });
    const page = aClient(() => new Response('<html>'));
    expect(await failureOf(page.dundun.account())).toMatchObject({ status: 200, code: 'unreadable_answer' });
  });

  it('ends an attempt on timeout and on abort', async () => {
    const never = () => new Promise(() => {});
    const hanging: Partial<DundunOptions> = {
      timeout: 20,
      retries: 0,
      fetch: (_url, init) =>
        new Promise((_, reject) => init?.signal?.addEventListener('abort', () => reject(new Error('aborted')))),
    };
    expect(await failureOf(aClient(never, hanging).dundun.account())).toMatchObject({ name: 'ConnectionError' });
    const wanted = new AbortController();
    const call = aClient(() => new TypeError('away')).dundun.request('GET', '/v1/lists', { signal: wanted.signal });
    const reason = new Error('cancelled by the caller');
    wanted.abort(reason);
    expect(await failureOf(call)).toBe(reason);
  });

  it('encodes ids, and refuses those that would call another route', async () => {
    const { dundun, seen } = aClient(() => ({ subscribed: true }));
    await dundun.subscribers.update('1', 'a/b?c d@é', true);
    expect(seen[0]?.url).toBe('https://dundun.test/v1/lists/1/subscribers/a%2Fb%3Fc%20d%40%C3%A9');
    for (const id of ['', '.', '..', undefined as never]) expect(() => dundun.lists.archive(id)).toThrow(TypeError);
    expect(seen).toHaveLength(1);
  });

  it('reads pages on demand', async () => {
    const { dundun, seen } = aClient((_call, number) => ({
      data: [{ id: `${number}a` }, { id: `${number}b` }],
      next_cursor: number < 3 ? `cursor ${number}` : null,
    }));
    const found: string[] = [];
    for await (const { id } of dundun.lists.all()) found.push(id);
    expect(found).toEqual(['1a', '1b', '2a', '2b', '3a', '3b']);
    expect(seen.map(({ url }) => new URL(url).searchParams.get('next_cursor'))).toEqual([null, 'cursor 1', 'cursor 2']);
    expect((await dundun.lists.all().next()).done).toBe(false);
    expect(seen).toHaveLength(4);
  });
});

describe('new Dundun', () => {
  const options: DundunOptions = { apiKey: 'dk_test', baseUrl: 'https://dundun.test' };

  it.each<Partial<DundunOptions>>([
    { apiKey: '' },
    { apiKey: 'a:b' },
    { apiKey: undefined as never },
    { baseUrl: 'dundun.test' },
    { baseUrl: 'ftp://dundun.test' },
    { baseUrl: 'https://dundun.test/?a=b' },
    { baseUrl: 'https://key:secret@dundun.test' },
  ])('refuses %j', (wrong) => {
    expect(() => new Dundun({ ...options, ...wrong })).toThrow(TypeError);
  });

  it('does not reveal its secret', () => {
    const client = new Dundun({ ...options, apiSecret: 'ds_hidden' });
    const shown = inspect(client, { depth: 10, showHidden: true }) + JSON.stringify(client);
    expect(shown).not.toContain('ds_hidden');
    expect(shown).not.toContain(btoa('dk_test:ds_hidden'));
  });
});
