import { describe, expect, it } from '@jest/globals';
import { expectOk, expectRefusal, TIMESTAMP } from './support/answers.js';
import { aList, put, standing, unique } from './support/fixtures.js';
import { useWorkspace } from './support/product.js';
import { anotherWorkspace } from './support/workspaces.js';

interface EventShown {
  event: string;
  value: unknown;
  properties: unknown;
  timestamp: string;
  received_at: string;
}

describe('what the wire contract decides on events', () => {
  const subject = useWorkspace();
  const { call } = subject;
  const track = (uid: string, body: object, headers: Record<string, string> = {}) =>
    call(`POST /v1/users/${uid}/events`, { body, headers });
  const read = async (uid: string, query = ''): Promise<EventShown[]> =>
    (await call(`GET /v1/users/${uid}/events${query}`)).body.data;
  const names = (events: EventShown[]) => events.map(({ event }) => event);

  it('[W4-1] is there once it is answered', async () => {
    for (let time = 0; time < 10; time++) {
      const uid = unique('user');
      expectOk(await track(uid, { event: 'Stored' }), { status: 'ok' });
      expect(await read(uid)).toHaveLength(1);
    }
  });

  it.each([true, false])('[W4-2] has the value %j', async (value) => {
    const uid = unique('user');
    expectOk(await track(uid, { event: 'Switched', value }), { status: 'ok' });
    expect(await read(uid)).toMatchObject([{ event: 'Switched', value }]);
  });

  it('[W4-2] keeps booleans and nested properties', async () => {
    const uid = unique('user');
    const properties = {
      on: true,
      nothing: null,
      cart: { items: [{ sku: 'A', tags: ['x', 'y'] }], total: 1e-7 },
      'ünïcode 👋': '☃',
    };
    expectOk(await track(uid, { event: 'Nested', properties }), { status: 'ok' });
    expect(await read(uid)).toMatchObject([{ properties }]);
  });

  it('[W4-3] has value and properties together', async () => {
    const uid = unique('user');
    expectOk(await track(uid, { event: 'Both', value: 5, properties: { a: 1 } }), { status: 'ok' });
    expect(await read(uid)).toMatchObject([{ event: 'Both', value: 5, properties: { a: 1 } }]);
  });

  it('[W4-4] may say when it happened', async () => {
    const uid = unique('user');
    await track(uid, { event: 'Then', timestamp: '2020-01-02T03:04:05Z' });
    await track(uid, { event: 'Now' });
    const [now, then] = await read(uid);
    expect(then?.timestamp).toBe('2020-01-02T03:04:05.000Z');
    expect(now?.timestamp).toMatch(TIMESTAMP);
    expect(Math.abs(Date.parse(then?.received_at ?? '') - Date.now())).toBeLessThan(60_000);
  });

  it('[W4-5] creates the person of an unknown uid', async () => {
    const uid = unique('user');
    expectRefusal(await call(`GET /v1/users/${uid}/events`), 404, 'unknown_person');
    await track(uid, { event: 'First' });
    const { id } = await aList(call);
    expectOk(await put(call, id, uid, true), { subscribed: true });
    expect(await standing(call, id, uid)).toBe('subscribed');
  });

  it('[W4-5] creates one person when many events come at once', async () => {
    const uid = unique('user');
    await Promise.all(Array.from({ length: 30 }, (_, index) => track(uid, { event: `Event ${index}` })));
    expect(new Set(names(await read(uid, '?limit=30'))).size).toBe(30);
  });

  it.each(['a b', 'ü👋', 'a/b', 'a%b', "x' OR 1=1", 'u:1', '0', 'x'.repeat(255)])(
    '[W4-5] takes the uid %j',
    async (uid) => {
      const spelt = encodeURIComponent(uid);
      expectOk(await track(spelt, { event: 'Odd' }), { status: 'ok' });
      expect(names(await read(spelt))).toEqual(['Odd']);
    },
  );

  it('[W4-5] refuses a uid of 256 characters', async () => {
    expectRefusal(
      await track('x'.repeat(256), { event: 'Long' }),
      400,
      'invalid_input',
      'uid must be 1 to 255 characters.',
    );
  });

  it('[W4-6] is stored once under an idempotency key', async () => {
    const uid = unique('user');
    const key = { 'Idempotency-Key': unique('key') };
    for (let time = 0; time < 3; time++) expectOk(await track(uid, { event: 'Once' }, key), { status: 'ok' });
    expect(await read(uid)).toHaveLength(1);
  });

  it('[W4-7] is stored once under an event_id, and an id is ignored', async () => {
    const uid = unique('user');
    const event_id = unique('event');
    const all = Array.from({ length: 20 }, () => track(uid, { event: 'Once', event_id }));
    for (const answer of await Promise.all(all)) expectOk(answer, { status: 'ok' });
    expectOk(await track(uid, { event: 'Once', event_id }), { status: 'ok' });
    expect(await read(uid)).toHaveLength(1);
    const answers = [
      await track(uid, { event: 'Twice', id: 'same' }),
      await track(uid, { event: 'Twice', id: 'same' }),
    ];
    expect(answers.map(({ headers }) => headers.get('Dundun-Notice'))).toEqual([
      expect.stringContaining('id'),
      expect.stringContaining('id'),
    ]);
    expect(names(await read(uid))).toEqual(['Twice', 'Twice', 'Once']);
  });

  it('[W4-7] an event_id of one user does not stand in the way of another', async () => {
    const [ada, grace] = [unique('ada'), unique('grace')];
    const event_id = unique('event');
    for (const uid of [ada, grace]) expectOk(await track(uid, { event: 'Mine', event_id }), { status: 'ok' });
    expect([await read(ada), await read(grace)].map((events) => events.length)).toEqual([1, 1]);
  });

  it('[W4-8] is read back with the secret, newest received first, with cursors', async () => {
    const uid = unique('user');
    for (let index = 0; index < 12; index++) await track(uid, { event: `Event ${index}`, value: index });
    const expected = Array.from({ length: 12 }, (_, index) => `Event ${11 - index}`);
    const first = await call(`GET /v1/users/${uid}/events`);
    expectOk(first, { data: expect.any(Array), next_cursor: expect.any(String), previous_cursor: null });
    const rest = await call(`GET /v1/users/${uid}/events?next_cursor=${encodeURIComponent(first.body.next_cursor)}`);
    expectOk(rest, { data: expect.any(Array), next_cursor: null, previous_cursor: expect.any(String) });
    expect([...names(first.body.data), ...names(rest.body.data)]).toEqual(expected);
    const back = await call(
      `GET /v1/users/${uid}/events?previous_cursor=${encodeURIComponent(rest.body.previous_cursor)}`,
    );
    expect(back.body.data).toEqual(first.body.data);
    expect(Object.keys(first.body.data[0]).sort()).toEqual([
      'event',
      'properties',
      'received_at',
      'timestamp',
      'value',
    ]);
    expectRefusal(await call(`GET /v1/users/${uid}/events`, { as: 'key' }), 403, 'secret_needed');
  });

  it('[W4-8] is filtered by event=', async () => {
    const uid = unique('user');
    for (const event of ['Seen', 'Paid', 'Seen', 'Left & gone']) await track(uid, { event });
    expect(names(await read(uid, '?event=Seen'))).toEqual(['Seen', 'Seen']);
    expect(names(await read(uid, '?event=Left%20%26%20gone'))).toEqual(['Left & gone']);
    expect(await read(uid, '?event=Nothing')).toEqual([]);
    expect(await read(uid, '?event=')).toHaveLength(4);
    const { body } = await call(`GET /v1/users/${uid}/events?event=Seen&limit=1`);
    const next = await read(uid, `?event=Seen&limit=1&next_cursor=${encodeURIComponent(body.next_cursor)}`);
    expect(names(next)).toEqual(['Seen']);
  });

  it('[W4-9] comes in any order of its timestamps', async () => {
    const uid = unique('user');
    for (const timestamp of ['2026-03-01', '2020-01-01', '2031-06-01', '1999-12-31']) {
      expectOk(await track(uid, { event: timestamp, timestamp }), { status: 'ok' });
    }
    expect(names(await read(uid))).toEqual(['1999-12-31', '2031-06-01', '2020-01-01', '2026-03-01']);
  });

  it('[W2-5] of another workspace is nobody’s', async () => {
    const uid = unique('user');
    await track(uid, { event: 'Mine' });
    const { call: theirs } = await anotherWorkspace(subject.product);
    expectRefusal(await theirs(`GET /v1/users/${uid}/events`), 404, 'unknown_person');
    expectOk(await theirs(`POST /v1/users/${uid}/events`, { body: { event: 'Theirs' } }), { status: 'ok' });
    expect(names((await theirs(`GET /v1/users/${uid}/events`)).body.data)).toEqual(['Theirs']);
    expect(names(await read(uid))).toEqual(['Mine']);
  });

  it('[W5-1] GET /account says which workspace and what it can use', async () => {
    const answer = await call('GET /v1/account', { as: 'key' });
    expectOk(answer, {
      id: expect.stringMatching(/^\d+$/),
      features: expect.arrayContaining(['email', 'sms', 'events']),
    });
    expectOk(await call('GET /account'), answer.body);
  });
});
