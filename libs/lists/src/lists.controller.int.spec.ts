import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Module } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import { ConfigModule, createLogger } from '@dundun/platform/config';
import { DatabaseModule } from '@dundun/platform/database';
import { Authenticator, type Caller } from '@dundun/platform/http';
import { createHttpApp, RefusalFilter } from '@dundun/platform/server';
import { aWorkspace, useDatabase } from '@dundun/testing';
import type { FastifyInstance } from 'fastify';
import { listsEntities } from './list.entity.js';
import { ListsApiModule } from './lists.api.module.js';

const db = useDatabase(listsEntities);
const quiet = createLogger('test', 'silent');
let fastify: FastifyInstance;
let close: () => Promise<void>;
let home: number;
let foreign: number;

/** The Authorization header names the caller: `full`, `key`, `strict`, `session` or `foreign`. */
class WhoeverSaysSo extends Authenticator {
  authenticate(authorization: string | undefined): Caller {
    const workspaceId = authorization === 'foreign' ? foreign : home;
    return {
      workspaceId,
      plan: 'unlimited',
      level: authorization === 'key' || authorization === 'strict' ? 'key' : 'full',
      kind: authorization === 'session' ? 'session' : 'public',
      strictKeys: authorization === 'strict',
      keyId: 'k',
    };
  }
}

beforeAll(async () => {
  home = await aWorkspace(db.database);
  foreign = await aWorkspace(db.database);
  @Module({
    imports: [ConfigModule.for(db.config, quiet), DatabaseModule.for(listsEntities), ListsApiModule],
    providers: [
      { provide: Authenticator, useClass: WhoeverSaysSo },
      { provide: APP_FILTER, useClass: RefusalFilter },
    ],
  })
  class TestModule {}
  const app = await createHttpApp(TestModule, db.config, quiet);
  await app.init();
  fastify = app.getHttpAdapter().getInstance() as unknown as FastifyInstance;
  await fastify.ready();
  close = () => app.close();
});
afterAll(() => close?.());

async function call(route: string, body?: object | string, headers: Record<string, string> = {}) {
  const [method, url] = route.split(' ') as ['GET', string];
  const response = await fastify.inject({
    method,
    url,
    payload: body,
    headers: {
      authorization: 'full',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
  });
  return {
    status: response.statusCode,
    body: response.json(),
    code: response.headers['dundun-error'],
    headers: response.headers,
  };
}
const as = (authorization: string) => ({ authorization });
const create = async (body: object = {}) => (await call('POST /v1/lists', { title: 'News', ...body })).body;
const titles = (page: { data: { title: string }[] }) => page.data.map(({ title }) => title);

describe('POST /v1/lists', () => {
  it('answers with the list, unset fields as null', async () => {
    expect(await call('POST /v1/lists', { title: 'News' })).toMatchObject({
      status: 200,
      body: {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        title: 'News',
        description: null,
        subscriber_count: 0,
        broadcast_count: 0,
        is_public: false,
        double_optin: false,
        redirect_url: null,
        created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      },
    });
  });

  it('stores the given fields, counts code points, and treats null as absent', async () => {
    const given = {
      title: '😀'.repeat(64),
      description: 'é'.repeat(255),
      redirect_url: 'http://localhost:3000/x',
      double_optin: true,
    };
    expect(await create(given)).toMatchObject(given);
    expect(await create({ description: null, redirect_url: null })).toMatchObject({
      description: null,
      redirect_url: null,
    });
  });

  it.each([
    [{}],
    [{ title: '' }],
    [{ title: 'x'.repeat(65) }],
    [{ title: 'a', redirect_url: 'ftp://x.y' }],
    [{ title: 'a', description: 'x'.repeat(256) }],
  ])('refuses %j', async (body) => {
    expect(await call('POST /v1/lists', body)).toMatchObject({ status: 400, code: 'invalid_input' });
  });

  it('refuses bodies that are too large, not JSON, or not of its type', async () => {
    expect(await call('POST /v1/lists', { title: 'x'.repeat(200_000) })).toMatchObject({
      status: 413,
      code: 'body_too_large',
    });
    expect(await call('POST /v1/lists', '{"title":')).toMatchObject({ status: 400, code: 'malformed_body' });
    expect(await call('POST /v1/lists', 'x', { 'content-type': 'text/plain' })).toMatchObject({
      status: 415,
      code: 'unsupported_media_type',
    });
  });

  it('requires the secret, and runs once per idempotency key', async () => {
    expect(await call('POST /v1/lists', { title: 'x' }, as('key'))).toMatchObject({
      status: 403,
      code: 'secret_needed',
    });
    const once = { 'idempotency-key': 'the-same' };
    const first = await call('POST /v1/lists', { title: 'Once' }, once);
    const second = await call('POST /v1/lists', { title: 'Once' }, once);
    expect(second.body).toEqual(first.body);
    expect(second.headers['idempotency-replayed']).toBe('true');
  });
});

describe('GET /v1/lists/:id', () => {
  it('answers with the key alone, and to an id in capitals', async () => {
    const { id } = await create();
    expect(await call(`GET /v1/lists/${id.toUpperCase()}`, undefined, as('key'))).toMatchObject({
      status: 200,
      body: { id },
    });
  });

  it.each(['GET', 'PUT', 'DELETE'])('%s of an unknown, malformed or foreign id is 404', async (method) => {
    const { id } = await create();
    const body = method === 'PUT' ? { title: 'x' } : undefined;
    for (const [other, caller] of [
      ['0193486f-5a1c-7c9e-9a37-6f0f4f6f2b11', 'full'],
      ['7', 'full'],
      ['%00', 'full'],
      [id, 'foreign'],
    ]) {
      const answer = await call(`${method} /v1/lists/${other}`, body, as(caller as string));
      expect(answer).toMatchObject({ status: 404, code: 'unknown_list' });
    }
    expect((await call(`GET /v1/lists/${id}`)).body).toMatchObject({ title: 'News' });
  });
});

describe('PUT /v1/lists/:id', () => {
  it('changes the given fields with the key alone; null clears', async () => {
    const { id, created_at } = await create({ description: 'About', redirect_url: 'https://a.example' });
    const change = { description: null, double_optin: 'true' };
    expect(await call(`PUT /v1/lists/${id}`, change, as('key'))).toMatchObject({
      status: 200,
      body: { id, title: 'News', description: null, redirect_url: 'https://a.example', double_optin: true, created_at },
    });
  });

  it('refuses an update without fields', async () => {
    const { id } = await create();
    expect(await call(`PUT /v1/lists/${id}`, {})).toMatchObject({ status: 400, code: 'empty_update' });
    expect(await call(`PUT /v1/lists/${id}`, { color: 'red' })).toMatchObject({ status: 400, code: 'empty_update' });
    expect(await call(`PUT /v1/lists/${id}`)).toMatchObject({ status: 400 });
    expect(await call(`PUT /v1/lists/${id}`, { title: null })).toMatchObject({ status: 400, code: 'empty_update' });
  });
});

describe('PUT /v1/lists/:id with the key alone, under strict public keys', () => {
  const stored = { title: 'News', description: 'Monthly', redirect_url: 'https://a.example/x', double_optin: true };

  it('changes the answers of the API and not what mail and hosted pages show', async () => {
    const { id } = await create(stored);
    const renamed = { title: 'Verify your bank account', description: 'Or lose it' };
    const answer = await call(`PUT /v1/lists/${id}`, renamed, as('strict'));
    expect(answer).toMatchObject({ status: 200, body: { ...stored, ...renamed } });
    for (const caller of ['strict', 'full'])
      expect((await call(`GET /v1/lists/${id}`, undefined, as(caller))).body).toEqual(answer.body);
    expect((await call('GET /v1/lists?limit=1')).body.data).toEqual([answer.body]);
    expect((await call(`GET /v1/lists/${id}`, undefined, as('session'))).body).toMatchObject(stored);
    const row = 'SELECT title, description FROM lists WHERE workspace_id = $1 AND id = $2';
    expect(await db.database.query(row, [home, id])).toEqual([{ title: 'News', description: 'Monthly' }]);
  });

  it('takes a whole list that is sent back', async () => {
    const list = await create(stored);
    expect(await call(`PUT /v1/lists/${list.id}`, list, as('strict'))).toMatchObject({ status: 200, body: list });
  });

  it.each([{ double_optin: false }, { redirect_url: 'https://b.example/x' }, { redirect_url: 'http://a.example/x' }])(
    'refuses %j with 403 and changes nothing',
    async (forbidden) => {
      const list = await create(stored);
      const refused = await call(`PUT /v1/lists/${list.id}`, { title: 'Other', ...forbidden }, as('strict'));
      expect(refused).toMatchObject({ status: 403, code: 'secret_needed' });
      expect((await call(`GET /v1/lists/${list.id}`)).body).toEqual(list);
      expect(await call(`PUT /v1/lists/${list.id}`, forbidden, as('key'))).toMatchObject({ status: 200 });
    },
  );
});

describe('DELETE /v1/lists/:id', () => {
  it('removes the list from pages, keeps it readable by id, and may be repeated', async () => {
    const { id } = await create({ title: 'Old' });
    expect(await call(`DELETE /v1/lists/${id}`, undefined, as('key'))).toMatchObject({ status: 403 });
    expect(await call(`DELETE /v1/lists/${id}`)).toMatchObject({ status: 200, body: { status: 'ok' } });
    const again = await call(`DELETE /v1/lists/${id}`, { any: 'body' });
    expect(again).toMatchObject({ status: 200, body: { status: 'ok' } });
    expect(await call(`DELETE /v1/lists/${id}`, '', { 'content-type': 'application/json' })).toMatchObject({
      status: 200,
    });
    expect(titles((await call('GET /v1/lists?limit=30')).body)).not.toContain('Old');
    expect(await call(`GET /v1/lists/${id}`)).toMatchObject({ status: 200, body: { title: 'Old' } });
  });
});

describe('POST /console/lists/:id/restore', () => {
  it('takes an archived list back, may be repeated, and leaves lists of others alone', async () => {
    const { id } = await create({ title: 'Back again' });
    const restore = (who: string) => call(`POST /console/lists/${id}/restore`, undefined, as(who));
    await call(`DELETE /v1/lists/${id}`);
    expect(await restore('foreign')).toMatchObject({ status: 404 });
    for (let times = 0; times < 2; times++)
      expect(await restore('full')).toMatchObject({ status: 200, body: { id, title: 'Back again' } });
    expect(titles((await call('GET /v1/lists?limit=30')).body)).toContain('Back again');
  });
});

describe('GET /v1/lists', () => {
  it('pages newest first in both directions, and stays stable while lists are added', async () => {
    home = await aWorkspace(db.database);
    // A minute apart: the server's clock may step back by a few milliseconds.
    const createNext = async (number: number) => {
      const { id } = await create({ title: `List ${number}` });
      const at = new Date(Date.UTC(2026, 0, 1, 0, number));
      await db.database.execute('UPDATE lists SET created_at = $3 WHERE workspace_id = $1 AND id = $2', [home, id, at]);
    };
    for (let number = 1; number <= 7; number++) await createNext(number);
    const first = (await call('GET /v1/lists?limit=3', undefined, as('key'))).body;
    expect(titles(first)).toEqual(['List 7', 'List 6', 'List 5']);
    expect(first.previous_cursor).toBeNull();
    await createNext(8);
    const second = (await call(`GET /v1/lists?limit=3&next_cursor=${first.next_cursor}`)).body;
    expect(titles(second)).toEqual(['List 4', 'List 3', 'List 2']);
    const last = (await call(`GET /v1/lists?limit=3&next_cursor=${second.next_cursor}`)).body;
    expect(titles(last)).toEqual(['List 1']);
    expect(last.next_cursor).toBeNull();
    const back = (await call(`GET /v1/lists?limit=3&previous_cursor=${second.previous_cursor}`)).body;
    expect(titles(back)).toEqual(titles(first));
    const newer = (await call(`GET /v1/lists?limit=3&prev_cursor=${back.previous_cursor}`)).body;
    expect(titles(newer)).toEqual(['List 8']);
    expect(newer.previous_cursor).toBeNull();
  });

  it('refuses wrong limits, both cursors, and cursors that are edited or of another workspace', async () => {
    const { next_cursor: cursor } = (await call('GET /v1/lists?limit=1')).body;
    const wrong = ['limit=31', 'limit=0', 'limit=1.5', 'limit=x', `next_cursor=${cursor}&previous_cursor=${cursor}`];
    for (const query of wrong)
      expect(await call(`GET /v1/lists?${query}`)).toMatchObject({ status: 400, code: 'invalid_input' });
    const edited = await call(`GET /v1/lists?next_cursor=x${cursor}`);
    expect(edited).toMatchObject({ status: 400, code: 'tampered_cursor' });
    const borrowed = await call(`GET /v1/lists?next_cursor=${cursor}`, undefined, as('foreign'));
    expect(borrowed).toMatchObject({ status: 400, code: 'tampered_cursor' });
  });
});
