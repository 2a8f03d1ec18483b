import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Module } from '@nestjs/common';
import { Identities } from '@dundun/accounts';
import { APP_FILTER } from '@nestjs/core';
import { ConfigModule } from '@dundun/platform/config';
import { DatabaseModule } from '@dundun/platform/database';
import { Authenticator, Cursors, type Caller } from '@dundun/platform/http';
import { createHttpApp, RefusalFilter } from '@dundun/platform/server';
import { ListAccess, People, Person, PersonIds } from '@dundun/people';
import { aWorkspace, until, useDatabase } from '@dundun/testing';
import type { FastifyInstance } from 'fastify';
import { ConsoleEventsController } from './console-events.controller.js';
import { EventCommit } from './event-commit.service.js';
import { EventFeed } from './event-feed.repository.js';
import { EventPartitions } from './event-partitions.repository.js';
import { EventRepository } from './event.repository.js';
import { EventsController } from './events.controller.js';
import { Events } from './events.service.js';
import { quiet } from './testing.js';

const db = useDatabase();
let fastify: FastifyInstance;
let close: () => Promise<void>;
let workspaceId: number;

/** The Authorization header names the caller: `full`, `key` or `browser`. */
class WhoeverSaysSo extends Authenticator {
  authenticate(authorization = 'full'): Caller {
    const level = authorization === 'full' ? 'full' : 'key';
    return {
      workspaceId,
      plan: 'unlimited',
      level,
      kind: authorization === 'browser' ? 'browser' : 'public',
      strictKeys: false,
      keyId: 'k',
    };
  }
}

beforeAll(async () => {
  workspaceId = await aWorkspace(db.database);
  @Module({
    imports: [ConfigModule.for(db.config, quiet), DatabaseModule.for([Person])],
    providers: [
      ...[
        People,
        PersonIds,
        EventPartitions,
        EventCommit,
        EventRepository,
        EventFeed,
        Events,
        Cursors,
        Identities,
        ListAccess,
      ],
      { provide: Authenticator, useClass: WhoeverSaysSo },
      { provide: APP_FILTER, useClass: RefusalFilter },
    ],
    controllers: [EventsController, ConsoleEventsController],
  })
  class TestModule {}
  const app = await createHttpApp(TestModule, db.config, quiet);
  await app.init();
  fastify = app.getHttpAdapter().getInstance() as unknown as FastifyInstance;
  await fastify.ready();
  close = () => app.close();
});
afterAll(() => close?.());

type Headers = Record<string, string>;
const ask = async (method: 'GET' | 'POST', url: string, payload?: object | string, headers: Headers = {}) => {
  const response = await fastify.inject({
    method,
    url,
    payload,
    headers: { authorization: 'full', ...(payload ? { 'content-type': 'application/json' } : {}), ...headers },
  });
  return { status: response.statusCode, body: response.json(), headers: response.headers };
};
const track = (uid: string, body: object | string, headers?: Headers) =>
  ask('POST', `/v1/users/${uid}/events`, body, headers);
/** Spaces the events of a person a second apart: the server's clock may step back by a few milliseconds. */
const spread = (uid: string) =>
  db.database.execute(
    `UPDATE events e SET received_at = date_trunc('month', now(), 'UTC') + came.place * interval '1 second'
     FROM (SELECT e.id, row_number() OVER (ORDER BY e.id) AS place FROM events e
       JOIN people p ON p.workspace_id = e.workspace_id AND p.id = e.person_id WHERE p.uid = $2) AS came
     WHERE e.workspace_id = $1 AND e.id = came.id`,
    [workspaceId, uid],
  );
const events = async (uid: string, query = '') => (await ask('GET', `/v1/users/${uid}/events${query}`)).body;

describe('POST /v1/users/:uid/events', () => {
  it('accepts every form, with the key alone and with a browser key, and creates the person', async () => {
    const forms = [
      { event: 'a' },
      { event: 'b', value: true },
      { event: 'c', properties: { n: { x: [1] } } },
      { event: 'd', value: 'x', properties: {}, timestamp: 1700000000000 },
    ];
    for (const form of forms)
      expect(await track('ada@example.com', form, { authorization: 'key' })).toMatchObject({
        status: 200,
        body: { status: 'ok' },
      });
    expect(
      (await track('ada@example.com', { event: 'e' }, { authorization: 'browser', origin: 'https://shop.test' }))
        .headers,
    ).toMatchObject({ 'access-control-allow-origin': 'https://shop.test' });
    await spread('ada@example.com');
    const { data } = await events('ada@example.com');
    expect(data).toMatchObject([
      { event: 'e', value: null, properties: null },
      { event: 'd', value: 'x', properties: {}, timestamp: '2023-11-14T22:13:20.000Z' },
      { event: 'c', value: null, properties: { n: { x: [1] } } },
      { event: 'b', value: true },
      { event: 'a' },
    ]);
    expect(Object.keys(data[0]).sort()).toEqual(['event', 'properties', 'received_at', 'timestamp', 'value']);
    const people = await db.database.query('SELECT uid_updateable FROM people WHERE workspace_id = $1 AND uid = $2', [
      workspaceId,
      'ada@example.com',
    ]);
    expect(people).toEqual([{ uid_updateable: false }]);
  });

  it('stores 500 concurrent events of new and known people once each', async () => {
    const all = await Promise.all(
      Array.from({ length: 500 }, (_, index) => track(`crowd-${index % 50}`, { event: `event ${index}` })),
    );
    expect(new Set(all.map(({ status }) => status))).toEqual(new Set([200]));
    const [row] = await db.database.query<{ events: number; names: number; people: number }>(
      `SELECT count(*)::int AS events, count(DISTINCT name)::int AS names, count(DISTINCT person_id)::int AS people
       FROM events JOIN people ON people.id = person_id WHERE events.workspace_id = $1 AND uid LIKE 'crowd-%'`,
      [workspaceId],
    );
    expect(row).toEqual({ events: 500, names: 500, people: 50 });
  });

  it('stores an event_id once per person, ignoring the id in the body', async () => {
    await Promise.all(Array.from({ length: 5 }, () => track('bob', { event: 'Paid', event_id: 'e-1', id: 'bob' })));
    await track('eve', { event: 'Paid', event_id: 'e-1' });
    expect([(await events('bob')).data.length, (await events('eve')).data.length]).toEqual([1, 1]);
    await track('bob', { event: 'Paid', id: 'same' });
    const { headers } = await track('bob', { event: 'Paid', id: 'same' });
    expect(headers['dundun-notice']).toContain('id');
    expect((await events('bob')).data).toHaveLength(3);
  });

  it('replays the answer of an idempotency key', async () => {
    const headers = { 'idempotency-key': 'once' };
    expect((await track('kay', { event: 'Paid' }, headers)).headers['idempotency-replayed']).toBeUndefined();
    const again = await track('kay', { event: 'Paid' }, headers);
    expect(again).toMatchObject({ status: 200, body: { status: 'ok' }, headers: { 'idempotency-replayed': 'true' } });
    expect((await track('kay', { event: 'Refunded' }, headers)).status).toBe(422);
    expect((await events('kay')).data).toHaveLength(1);
  });

  it.each([
    ['no name', { value: 1 }],
    ['a list as the value', { event: 'a', value: [1] }],
    ['a text as properties', { event: 'a', properties: 'x' }],
    ['a wrong time', { event: 'a', timestamp: 'yesterday' }],
    ['a NUL', '{"event":"a","value":"\\u0000"}'],
    ['half a surrogate pair', '{"event":"a","properties":{"x":"\\ud800"}}'],
    ['a number beyond a double', '{"event":"a","value":1e400}'],
  ])('refuses %s', async (_, body) => {
    const before = await db.database.query('SELECT id FROM events WHERE workspace_id = $1', [workspaceId]);
    expect((await track('ada', body)).status).toBe(400);
    expect(await db.database.query('SELECT id FROM events WHERE workspace_id = $1', [workspaceId])).toHaveLength(
      before.length,
    );
  });

  it.each(['%00', '%ED%A0%80', 'x'.repeat(256)])('refuses the uid %s', async (uid) => {
    expect((await track(uid, { event: 'a' })).status).toBe(400);
  });
});

describe('GET /v1/users/:uid/events', () => {
  it('requires the secret and a known uid', async () => {
    expect((await ask('GET', '/v1/users/ada@example.com/events', undefined, { authorization: 'key' })).status).toBe(
      403,
    );
    expect((await ask('GET', '/v1/users/nobody/events')).status).toBe(404);
    expect((await ask('GET', '/v1/users/%00/events')).status).toBe(404);
  });

  it('pages by cursors that are valid for this person only', async () => {
    for (const name of ['1', '2', '3']) await track('page', { event: name });
    await spread('page');
    const first = await events('page', '?limit=2');
    expect(first.previous_cursor).toBeNull();
    const second = await events('page', `?limit=2&next_cursor=${first.next_cursor}`);
    expect([...first.data, ...second.data].map(({ event }: { event: string }) => event)).toEqual(['3', '2', '1']);
    expect(second.next_cursor).toBeNull();
    expect((await ask('GET', `/v1/users/ada@example.com/events?next_cursor=${first.next_cursor}`)).status).toBe(400);
    expect((await events('page', '?event=2')).data).toHaveLength(1);
  });
});

describe('GET /console/events', () => {
  it('is followed by its previous cursor', async () => {
    const first = (await ask('GET', '/console/events?uid=page&limit=1')).body;
    const follow = async (event: string) =>
      (await ask('GET', `/console/events?uid=page&event=${event}&previous_cursor=${first.previous_cursor}`)).body.data;
    expect(await follow('Fresh')).toEqual([]);
    await track('page', { event: 'Fresh', value: 1 });
    await until('the event is shown', async () => (await follow('Fresh')).length === 1, { ms: 25_000 });
    expect(await follow('Fresh')).toMatchObject([{ event: 'Fresh', uid: 'page', value: 1 }]);
    expect(await follow('Stale')).toEqual([]);
  });

  it('shows no events for an unknown uid', async () => {
    expect((await ask('GET', '/console/events?uid=nobody')).body).toEqual({
      data: [],
      next_cursor: null,
      previous_cursor: null,
    });
  });
});
