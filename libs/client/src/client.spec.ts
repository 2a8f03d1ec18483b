import { describe, expect, it } from '@jest/globals';
import { ApiError, answerOf, createClient } from './index.js';

const answering = (body: unknown, init?: ResponseInit) => {
  const seen: Request[] = [];
  const client = createClient('http://api.test', async (request) => {
    seen.push(request);
    return Response.json(body, init);
  });
  return { client, seen };
};

describe('createClient', () => {
  it('calls the route with its path and query, and gives the data', async () => {
    const { client, seen } = answering({ data: [], next_cursor: null, previous_cursor: null });
    const params = { path: { id: 'a b' }, query: { search: 'ada', limit: 30 } };
    const page = await answerOf(client.GET('/console/lists/{id}/members', { params }));
    expect(page.data).toEqual([]);
    expect(seen[0]?.url).toBe('http://api.test/console/lists/a%20b/members?search=ada&limit=30');
  });

  it('sends a body as JSON', async () => {
    const { client, seen } = answering({ uid: 'u1' });
    await answerOf(
      client.POST('/v1/lists/{id}/subscribers', { params: { path: { id: '1' } }, body: { email: 'ada@example.com' } }),
    );
    expect(seen[0]?.headers.get('content-type')).toBe('application/json');
    expect(await seen[0]?.json()).toEqual({ email: 'ada@example.com' });
  });
});

describe('answerOf', () => {
  it('throws what the service said', async () => {
    const headers = { 'Dundun-Error': 'rate_limited', 'Retry-After': '7' };
    const { client } = answering({ error: 'Too many requests.' }, { status: 429, headers });
    const error = await answerOf(client.GET('/v1/lists')).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status: 429, code: 'rate_limited', text: 'Too many requests.', retryAfter: 7 });
  });

  it('has a text for an answer that is not of the service', async () => {
    const client = createClient('http://api.test', async () => new Response('<html>', { status: 502 }));
    const error = await answerOf(client.GET('/v1/lists')).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ status: 502, code: 'http_502', text: 'The service answered 502.' });
  });

  it('says when there was no answer', async () => {
    const client = createClient('http://api.test', () => Promise.reject(new TypeError('fetch failed')));
    const error = await answerOf(client.GET('/v1/lists')).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ status: 0, code: 'unreachable' });
  });

  it('lets go of a call that was given up', async () => {
    const client = createClient('http://api.test', () => Promise.reject(new DOMException('gone', 'AbortError')));
    const error = await answerOf(client.GET('/v1/lists')).catch((thrown: unknown) => thrown);
    expect(error).not.toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ name: 'AbortError' });
  });
});

it('reads the faults of fields from problem+json, and passes over malformed ones', async () => {
  const errors = [{ field: 'title', message: 'must be text' }, { field: 3 }, null];
  const { client } = answering({ detail: 'title must be text.', errors }, { status: 400 });
  const error = await answerOf(client.GET('/v1/lists')).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ text: 'title must be text.', fields: [{ field: 'title', message: 'must be text' }] });
});
