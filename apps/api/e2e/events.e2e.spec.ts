import { describe, expect, it } from '@jest/globals';
import type { CallOptions } from '@dundun/testing';
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

describe('POST and GET /v1/users/{uid}/events', () => {
  const subject = useWorkspace();
  const { call } = subject;
  const track = (uid: string, body: object, headers: Record<string, string> = {}) =>
    call(`POST /v1/users/${uid}/events`, { body, headers });
  const read = async (uid: string, query = ''): Promise<EventShown[]> =>
    (await call(`GET /v1/users/${uid}/events${query}`)).body.data;
  const whenever = { timestamp: expect.stringMatching(TIMESTAMP), received_at: expect.stringMatching(TIMESTAMP) };
  const names = (events: EventShown[]) => events.map(({ event }) => event);

  it('[2.5-4, 4.3-1, W4-1] stores a name alone before it answers', async () => {
    for (let time = 0; time < 10; time++) {
      const uid = unique('user');
      expectOk(await track(uid, { event: 'Signed up' }), { status: 'ok' });
      expect(await read(uid)).toEqual([{ event: 'Signed up', value: null, properties: null, ...whenever }]);
    }
  });

  it.each([[49.9], [7], [0], [-3], ['pro'], [''], [true], [false]])(
    '[2.5-2, 2.5-4, 4.3-2, W4-2] stores a name with the value %j',
    async (value) => {
      const uid = unique('user');
      expectOk(await track(uid, { event: 'Plan changed', value }), { status: 'ok' });
      expect(await read(uid)).toEqual([{ event: 'Plan changed', value, properties: null, ...whenever }]);
    },
  );

  it('[2.5-3, 2.5-4, 4.3-3, W4-2] stores a name with properties: text, numbers, booleans and nested values', async () => {
    const uid = unique('user');
    const properties = {
      sku: 'A-1',
      price: 49.9,
      amount: 2,
      'with blank': 'é',
      on: true,
      nothing: null,
      cart: { items: [{ sku: 'A', tags: ['x', 'y'] }], total: 1e-7 },
      'ünïcode 👋': '☃',
    };
    expectOk(await track(uid, { event: 'Order placed', properties }), { status: 'ok' });
    expect(await read(uid)).toEqual([{ event: 'Order placed', value: null, properties, ...whenever }]);
  });

  it.each([{}, { value: 1 }, { event: '' }, { event: null }, { event: 7 }])(
    '[2.5-1] refuses an event without a name: %j',
    async (body) => {
      expectRefusal(await track(unique('user'), body), 400, 'invalid_input', /^event must be 1 to 255 characters/);
    },
  );

  it.each([[['a']], [{ a: 1 }]])('[2.5-2] refuses the value %j', async (value) => {
    const answer = await track(unique('user'), { event: 'x', value });
    expectRefusal(answer, 400, 'invalid_input', /^value must be text, a number or a boolean/);
  });

  it.each([['text'], [[1]], [5]])('[2.5-3] refuses the properties %j', async (properties) => {
    const answer = await track(unique('user'), { event: 'x', properties });
    expectRefusal(answer, 400, 'invalid_input', /^properties must be an object/);
  });

  it('[4.3-4] keeps the events of each user apart', async () => {
    const [ada, grace] = [unique('ada'), unique('grace')];
    await track(ada, { event: 'Ada was here' });
    await track(grace, { event: 'Grace was here' });
    expect(names(await read(ada))).toEqual(['Ada was here']);
    expect(names(await read(grace))).toEqual(['Grace was here']);
  });

  it('[6-1, 6-3] accepts events of one user from several senders at once', async () => {
    const uid = unique('user');
    const senders: CallOptions[] = [
      { as: 'full', headers: { 'User-Agent': 'server-library/1.0' } },
      { as: 'key', headers: { 'User-Agent': 'okhttp/4.12.0' } },
      { as: 'key', headers: { 'User-Agent': 'Mozilla/5.0', Origin: 'https://shop.example' } },
    ];
    const answers = await Promise.all(
      senders.map((sender, index) =>
        call(`POST /v1/users/${uid}/events`, { ...sender, body: { event: `From ${index}` } }),
      ),
    );
    for (const answer of answers) expectOk(answer, { status: 'ok' });
    const { body } = await call(`GET /v1/users/${uid}/events`);
    expect(body.data.map(({ event }: { event: string }) => event).sort()).toEqual(['From 0', 'From 1', 'From 2']);
  });

  it('[W4-3] stores value and properties together', async () => {
    const uid = unique('user');
    expectOk(await track(uid, { event: 'Both', value: 5, properties: { a: 1 } }), { status: 'ok' });
    expect(await read(uid)).toMatchObject([{ event: 'Both', value: 5, properties: { a: 1 } }]);
  });

  it('[W4-4] stores when the event happened', async () => {
    const uid = unique('user');
    await track(uid, { event: 'Then', timestamp: '2020-01-02T03:04:05Z' });
    await track(uid, { event: 'Now' });
    const [now, then] = await read(uid);
    expect(then?.timestamp).toBe('2020-01-02T03:04:05.000Z');
    expect(now?.timestamp).toMatch(TIMESTAMP);
    expect(Math.abs(Date.parse(then?.received_at ?? '') - Date.now())).toBeLessThan(60_000);
  });

  it('[W4-5] creates the person for an unknown uid', async () => {
    const uid = unique('user');
    expectRefusal(await call(`GET /v1/users/${uid}/events`), 404, 'unknown_person');
    await track(uid, { event: 'First' });
    const { id } = await aList(call);
    expectOk(await put(call, id, uid, true), { subscribed: true });
    expect(await standing(call, id, uid)).toBe('subscribed');
  });

  it('[W4-5] creates one person for many events at once', async () => {
    const uid = unique('user');
    await Promise.all(Array.from({ length: 30 }, (_, index) => track(uid, { event: `Event ${index}` })));
    expect(new Set(names(await read(uid, '?limit=30'))).size).toBe(30);
  });

  it.each(['a b', 'ü👋', 'a/b', 'a%b', "x' OR 1=1", 'u:1', '0', 'x'.repeat(255)])(
    '[W4-5] accepts the uid %j',
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

  it('[W4-6] stores an event once under an idempotency key', async () => {
    const uid = unique('user');
    const key = { 'Idempotency-Key': unique('key') };
    for (let time = 0; time < 3; time++) expectOk(await track(uid, { event: 'Once' }, key), { status: 'ok' });
    expect(await read(uid)).toHaveLength(1);
  });

  it('[W4-7] stores an event once under an event_id, and ignores an id', async () => {
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

  it('[W4-7] keeps the event_ids of two users apart', async () => {
    const [ada, grace] = [unique('ada'), unique('grace')];
    const event_id = unique('event');
    for (const uid of [ada, grace]) expectOk(await track(uid, { event: 'Mine', event_id }), { status: 'ok' });
    expect([await read(ada), await read(grace)].map((events) => events.length)).toEqual([1, 1]);
  });

  it('[W4-8] returns events with the secret, last received first, with cursors', async () => {
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

  it('[W4-8] filters by event=', async () => {
    const uid = unique('user');
    for (const event of ['Seen', 'Paid', 'Seen', 'Left & gone']) await track(uid, { event });
    expect(names(await read(uid, '?event=Seen'))).toEqual(['Seen', 'Seen']);
    expect(names(await read(uid, '?event=Left%20%26%20gone'))).toEqual(['Left & gone']);
    expect(await read(uid, '?event=Nothing')).toEqual([]);
    expectRefusal(await call(`GET /v1/users/${uid}/events?event=`), 400, 'invalid_input', /^event must/);
    const { body } = await call(`GET /v1/users/${uid}/events?event=Seen&limit=1`);
    const next = await read(uid, `?event=Seen&limit=1&next_cursor=${encodeURIComponent(body.next_cursor)}`);
    expect(names(next)).toEqual(['Seen']);
  });

  it('[W4-9] accepts events in any order of their timestamps', async () => {
    const uid = unique('user');
    for (const timestamp of ['2026-03-01', '2020-01-01', '2031-06-01', '1999-12-31']) {
      expectOk(await track(uid, { event: timestamp, timestamp }), { status: 'ok' });
    }
    expect(names(await read(uid))).toEqual(['1999-12-31', '2031-06-01', '2020-01-01', '2026-03-01']);
  });

  it('[W2-5] does not share events between workspaces', async () => {
    const uid = unique('user');
    await track(uid, { event: 'Mine' });
    const { call: theirs } = await anotherWorkspace(subject.product);
    expectRefusal(await theirs(`GET /v1/users/${uid}/events`), 404, 'unknown_person');
    expectOk(await theirs(`POST /v1/users/${uid}/events`, { body: { event: 'Theirs' } }), { status: 'ok' });
    expect(names((await theirs(`GET /v1/users/${uid}/events`)).body.data)).toEqual(['Theirs']);
    expect(names(await read(uid))).toEqual(['Mine']);
  });

  it('[W5-1] GET /account returns the workspace and its features', async () => {
    const answer = await call('GET /v1/account', { as: 'key' });
    expectOk(answer, {
      id: expect.stringMatching(/^\d+$/),
      features: expect.arrayContaining(['email', 'sms', 'events']),
    });
    expectOk(await call('GET /account'), answer.body);
  });
});
