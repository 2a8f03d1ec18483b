/**
 * Depends on the queue: batches, merges and erasures are jobs.
 * @half both
 * @slow kills its worker again and again
 */
import { beforeAll, describe, expect, it } from '@jest/globals';
import { until, type Answer } from '@dundun/testing';
import { expectOk, expectRefusal, UUID } from './support/answers.js';
import { rows } from './support/database.js';
import { aList, anAddress, aNumber, countOf, memberOf, NOBODY, put, unique } from './support/fixtures.js';
import { useProduct } from './support/product.js';
import { anotherWorkspace } from './support/workspaces.js';

const subject = useProduct({ workers: 0 });
const { call } = subject;

/** The only worker of the product. Tests may kill it. */
let worker: { kill(): Promise<void> };
const startWorker = async () => {
  worker = await subject.product.startWorker();
};
beforeAll(startWorker, 60_000);

const jobOf = (answer: Answer): string => {
  expectOk(answer, { status: 'queued' });
  const id = answer.headers.get('Dundun-Job') ?? '';
  expect(id).toMatch(UUID);
  return id;
};
const batch = async (data: unknown[]) => jobOf(await call('POST /v1/batch', { body: { data } }));
const merge = async (source: string, destination: string, as: 'full' | 'key' = 'full') =>
  jobOf(await call('POST /v1/users/merge', { body: { source, destination }, as }));
const read = async (id: string) => (await call(`GET /v1/jobs/${id}`)).body;
const ended = (id: string, ms = 60_000) =>
  until(
    `job ${id} has ended`,
    async () => {
      const job = await read(id);
      return ['done', 'failed'].includes(job.state) && job;
    },
    { ms },
  );
const items = async (id: string, query = '') => (await call(`GET /v1/jobs/${id}/items?limit=30${query}`)).body.data;
const eventsOf = (uid: string) =>
  rows<{ name: string }>(
    subject.product,
    `SELECT e.name FROM events e JOIN people p ON p.workspace_id = e.workspace_id AND p.id = e.person_id
     WHERE p.workspace_id = 1 AND p.uid = $1 ORDER BY e.xid, e.id`,
    [uid],
  ).then((found) => found.map(({ name }) => name));
const userOf = async (uid: string) => (await call(`GET /v1/users/${uid}`)).body;

const BATCHES = 6;
describe('POST /batch', () => {
  it('[W5-24, W5-25] has the effects of single calls, and records the fault of an item', async () => {
    const [ada, list, address] = [unique('u'), await aList(call), anAddress()];
    const id = await batch([
      { type: 'create', id: ada, email: address, lists: [list.id], meta: { plan: 'free' } },
      { type: 'event', id: ada, event: 'Order placed', value: 49.9, timestamp: '2026-01-01' },
      { type: 'update', id: ada, first_name: 'Ada', meta: { plan: 'pro' } },
      { type: 'event', id: ada },
      { type: 'create', id: ada, email: 'nope', number: 'x' },
      { type: 'destroy', id: ada },
      { type: 'update', first_name: 'Nobody' },
      { type: 'create', id: unique('u'), lists: [NOBODY] },
      { type: 'update', id: ada, __proto__: 1, last_name: 'L' },
    ]);
    expect(await ended(id)).toMatchObject({
      id,
      type: 'batch',
      state: 'done',
      total: 9,
      done: 4,
      failed: 5,
      note: null,
    });
    expect(await userOf(ada)).toMatchObject({
      uid: ada,
      email: address,
      first_name: 'Ada',
      last_name: 'L',
      meta: { plan: 'pro' },
      lists: [{ id: list.id, subscribed: true }],
    });
    expect(await eventsOf(ada)).toEqual(['Order placed']);
    const failed = await items(id, '&state=failed');
    expect(failed).toEqual([
      { index: 3, id: ada, type: 'event', state: 'failed', error: expect.stringMatching(/^event must/), notices: [] },
      {
        index: 4,
        id: ada,
        type: 'create',
        state: 'failed',
        error: expect.stringMatching(/^email must .*; number must/),
        notices: [],
      },
      {
        index: 5,
        id: ada,
        type: 'destroy',
        state: 'failed',
        error: expect.stringMatching(/^type must be one of/),
        notices: [],
      },
      { index: 6, id: null, type: 'update', state: 'failed', error: expect.stringMatching(/^id must/), notices: [] },
      {
        index: 7,
        id: expect.any(String),
        type: 'create',
        state: 'failed',
        error: expect.stringMatching(/no such list/),
        notices: [],
      },
    ]);
    expect(await items(id)).toHaveLength(9);
    const body = await rows<{ body: unknown }>(
      subject.product,
      'SELECT DISTINCT body FROM batch_items WHERE job_id = $1',
      [id],
    );
    expect(body).toEqual([{ body: null }]);
  });

  it('[W2-38] refuses a malformed batch as a whole and stores nothing', async () => {
    const count = () => rows(subject.product, 'SELECT id FROM user_jobs').then(({ length }) => length);
    const before = await count();
    const item = { type: 'event', id: 'u', event: 'e' };
    for (const body of [{}, { data: [] }, { data: item }, { data: [item, 1] }, { data: Array(1_001).fill(item) }]) {
      expectRefusal(await call('POST /v1/batch', { body }), 400, 'invalid_input', /^data must be a list of 1 to 1000/);
    }
    const large = { data: [{ ...item, properties: { text: 'x'.repeat(1_100_000) } }] };
    expectRefusal(await call('POST /v1/batch', { body: large }), 413, 'body_too_large');
    expectRefusal(await call('POST /v1/batch', { body: { data: [item] }, as: 'key' }), 403, 'secret_needed');
    expect(await count()).toBe(before);
    expectOk(await call('POST /batch', { body: { data: [{ ...item, id: unique('u') }] } }), { status: 'queued' });
  });

  it('[W5-24] replays the same job under an Idempotency-Key', async () => {
    const uid = unique('u');
    const send = () =>
      call('POST /v1/batch', {
        body: { data: [{ type: 'event', id: uid, event: 'Once' }] },
        headers: { 'Idempotency-Key': uid },
      });
    const [first, again] = [await send(), await send()];
    expect(jobOf(again)).toBe(jobOf(first));
    expect(again.headers.get('Idempotency-Replayed')).toBe('true');
    await ended(jobOf(first));
    expect(await eventsOf(uid)).toEqual(['Once']);
  });

  it('[W5-24] keeps the order of items per id, across batches', async () => {
    const uids = Array.from({ length: 20 }, () => unique('u'));
    const round = (from: number) =>
      batch(
        Array.from({ length: 200 }, (_, index) => {
          const [id, turn] = [uids[index % 20], from + Math.floor(index / 20)];
          return { type: 'update', id, meta: { turn } };
        }),
      );
    await round(0);
    await ended(await round(10));
    for (const uid of uids) expect((await userOf(uid)).meta).toEqual({ turn: 19 });
  });

  it('[W5-25] answers 404 for unknown and foreign jobs', async () => {
    const id = await batch([{ type: 'event', id: unique('u'), event: 'e' }]);
    const { call: theirs } = await anotherWorkspace(subject.product);
    for (const path of [`/v1/jobs/${id}`, `/v1/jobs/${id}/items`]) {
      expectRefusal(await theirs(`GET ${path}`), 404, 'unknown_job');
      expectRefusal(await call(`GET ${path}`, { as: 'key' }), 403, 'secret_needed');
    }
    expectRefusal(await call('GET /v1/jobs/nope'), 404, 'unknown_job');
    expect((await theirs('GET /v1/jobs')).body.data).toEqual([]);
    const job = await ended(id);
    const { body } = await call('GET /v1/jobs?type=batch&limit=1');
    expect(body.data).toEqual([job]);
    expectRefusal(await call('GET /v1/jobs?type=x'), 400, 'invalid_input', /^type must be one of/);
  });

  it('[W5-26] applies every item exactly once although workers are killed', async () => {
    const list = await aList(call);
    const uids = Array.from({ length: 100 }, () => unique('kill'));
    const data = Array.from({ length: 10 }, (_, turn) =>
      uids.map((id) =>
        turn === 0
          ? { type: 'create', id, email: `${id}@example.com`, lists: [list.id] }
          : turn === 9
            ? { type: 'update', id, meta: { turn } }
            : { type: 'event', id, event: `turn ${turn}` },
      ),
    ).flat();
    await worker.kill();
    const ids: string[] = [];
    for (let number = 0; number < BATCHES; number++) ids.push(await batch(data));
    const progress = async () => (await Promise.all(ids.map(jobRow))).reduce((sum, { done }) => sum + done, 0);
    let cuts = 0;
    for (const share of [1, 2_000, 4_000]) {
      await startWorker();
      const done = await until(
        `${share} items are done`,
        async () => {
          const all = await progress();
          return all >= share && all;
        },
        { ms: 60_000, every: 2 },
      );
      await worker.kill();
      if (done < BATCHES * data.length) cuts++;
    }
    expect(cuts).toBeGreaterThanOrEqual(2);
    await startWorker();
    for (const id of ids)
      expect(await ended(id)).toMatchObject({ state: 'done', total: 1_000, done: 1_000, failed: 0 });
    const turns = Array.from({ length: 8 * BATCHES }, (_, index) => `turn ${(index % 8) + 1}`);
    for (const uid of uids) expect(await eventsOf(uid)).toEqual(turns);
    expect(await countOf(call, list.id)).toBe(100);
    expect((await userOf(uids[7] as string)).meta).toEqual({ turn: 9 });
  });
});

const jobRow = async (id: string) =>
  (
    await rows<{ done: number; state: string }>(subject.product, 'SELECT done, state FROM user_jobs WHERE id = $1', [
      id,
    ])
  )[0] as { done: number; state: string };

describe('POST /users/merge', () => {
  it('[W5-22, W4-10] moves everything to the destination, and resolves the source uid to it', async () => {
    const [source, destination, list] = [unique('u'), unique('u'), await aList(call)];
    const email = anAddress();
    await call('POST /v1/users', { body: { id: source, email, meta: { plan: 'free', seats: 2 }, lists: [list.id] } });
    await call('POST /v1/users', { body: { id: destination, first_name: 'Ada', meta: { plan: 'pro' } } });
    await call(`POST /v1/users/${source}/events`, { body: { event: 'Before' } });
    expect(await ended(await merge(source, destination))).toMatchObject({
      type: 'merge',
      state: 'done',
      source,
      destination,
      note: null,
    });
    const user = await userOf(destination);
    expect(user).toMatchObject({
      uid: destination,
      first_name: 'Ada',
      email,
      meta: { plan: 'pro', seats: 2 },
      lists: [{ id: list.id, subscribed: true }],
    });
    expect(await userOf(source)).toEqual(user);
    expectOk(await call(`POST /v1/users/${source}/events`, { body: { event: 'After' } }));
    expect(await countOf(call, list.id)).toBe(1);
  });

  it('[W5-23] gives the key alone the same answer, and moves only the events of unidentified sources', async () => {
    const [known, blank, taker] = [unique('u'), unique('u'), unique('u')];
    await call('POST /v1/users', { body: { id: known, number: aNumber() } });
    await call(`POST /v1/users/${blank}/events`, { body: { event: 'Seen' } });
    const refused = await ended(await merge(known, taker, 'key'));
    expect(refused).toMatchObject({ state: 'failed', failed: 1, note: expect.stringMatching(/signed identity/) });
    expect(await ended(await merge(blank, taker, 'key'))).toMatchObject({ state: 'done' });
    expect(await userOf(known)).toMatchObject({ uid: known });
    expect(await userOf(blank)).toMatchObject({ uid: blank });
    expect(await ended(await merge(unique('nobody'), taker))).toMatchObject({
      state: 'done',
      note: expect.stringMatching(/no such source/),
    });
  });

  it('[W5-23] is limited per named user with the key alone', async () => {
    const source = unique('u');
    const post = () => call('POST /v1/users/merge', { body: { source, destination: unique('u') }, as: 'key' });
    const statuses = new Set<number>();
    // A slow machine may need more than one round to outrun the refill.
    for (let round = 0; round < 10 && !statuses.has(429); round++)
      for (const { status } of await Promise.all(Array.from({ length: 150 }, post))) statuses.add(status);
    expect(statuses).toEqual(new Set([200, 429]));
  });

  it('[W5-22] refuses merging a user into itself, and invalid uids', async () => {
    const post = (body: object) => call('POST /v1/users/merge', { body });
    expectRefusal(await post({ source: 'a', destination: 'a' }), 400, 'invalid_input', /^destination must/);
    expectRefusal(await post({ source: 'a' }), 400, 'invalid_input', /^destination must/);
    expectRefusal(
      await post({ source: '', destination: 'x'.repeat(256) }),
      400,
      'invalid_input',
      /^source must .*destination must/,
    );
    expectRefusal(
      await call('POST /v1/users/merge', { body: { source: 'a', destination: 'b' }, as: 'none' }),
      401,
      'wrong_credentials',
    );
  });

  it('[W5-26] survives a killed worker, and loses nothing that arrives for the source meanwhile', async () => {
    const [source, destination, list] = [unique('kill'), unique('kill'), await aList(call)];
    const left = await aList(call);
    for (const id of [source, destination]) await call('POST /v1/users', { body: { id } });
    await put(call, left.id, source, false);
    await rows(
      subject.product,
      `INSERT INTO events (workspace_id, id, person_id, name)
       SELECT workspace_id, gen_random_uuid(), id, 'e' FROM people, generate_series(1, 20000) WHERE workspace_id = 1 AND uid = $1`,
      [source],
    );
    const [person] = await rows<{ id: string }>(
      subject.product,
      'SELECT id FROM people WHERE workspace_id = 1 AND uid = $1',
      [source],
    );
    const waiting = () =>
      rows<{ count: number }>(
        subject.product,
        'SELECT count(*)::int AS count FROM events WHERE workspace_id = 1 AND person_id = $1',
        [person?.id],
      ).then(([row]) => row?.count ?? 0);
    await worker.kill();
    let [sent, isOver] = [0, false];
    const sending = (async () => {
      for (; !isOver; sent++) expectOk(await call(`POST /v1/users/${source}/events`, { body: { event: 'meanwhile' } }));
    })();
    const id = await merge(source, destination);
    let cuts = 0;
    for (const most of [19_000, 12_000, 5_000]) {
      await startWorker();
      const found = await until(`at most ${most} are left`, async () => (await waiting()) <= most, {
        ms: 60_000,
        every: 2,
      });
      await worker.kill();
      if (found && (await waiting()) > 0) cuts++;
    }
    expect(cuts).toBeGreaterThanOrEqual(1);
    expectOk(await put(call, list.id, source, true), { subscribed: true });
    await startWorker();
    await ended(id);
    isOver = true;
    await sending;
    const all = async () => (await eventsOf(destination)).length;
    await until('everything is at the destination', async () => (await all()) === 20_000 + sent, {
      ms: 60_000,
      every: 200,
    });
    expect(sent).toBeGreaterThan(0);
    expect(await waiting()).toBe(0);
    expect(await memberOf(call, list.id, destination)).toMatchObject({ status: 'subscribed' });
    expect(await memberOf(call, left.id, destination)).toMatchObject({ status: 'unsubscribed' });
    expect([await countOf(call, list.id), await countOf(call, left.id)]).toEqual([1, 0]);
  });
});

describe('DELETE /users/{uid}', () => {
  it('[W4-10, W5-21] forgets the person, and reuses the uid for a new one', async () => {
    const [uid, list, email] = [unique('u'), await aList(call), anAddress()];
    await call('POST /v1/users', { body: { id: uid, email, lists: [list.id] } });
    await call(`POST /v1/users/${uid}/events`, { body: { event: 'Before' } });
    const answer = await call(`DELETE /v1/users/${uid}`, { body: {} });
    expectOk(answer, { status: 'ok' });
    const id = answer.headers.get('Dundun-Job') ?? '';
    expectRefusal(await call(`GET /v1/users/${uid}`), 404, 'unknown_person');
    expectRefusal(await call(`DELETE /v1/users/${uid}`), 404, 'unknown_person');
    expect(await countOf(call, list.id)).toBe(0);
    expect(await ended(id)).toMatchObject({ type: 'erasure', state: 'done', source: null, destination: null });
    expectOk(await call('POST /v1/users', { body: { id: uid } }));
    expect(await userOf(uid)).toMatchObject({ email: null, lists: [], last_interaction: null });
    expect((await call(`GET /v1/users?email=${encodeURIComponent(email)}`)).body.data).toEqual([]);
    expectRefusal(await call(`DELETE /v1/users/${uid}`, { as: 'key' }), 403, 'secret_needed');
  });

  it('[W5-21] POST /archive marks the user', async () => {
    const uid = unique('u');
    await call('POST /v1/users', { body: { id: uid } });
    for (let times = 0; times < 2; times++) expectOk(await call(`POST /v1/users/${uid}/archive`), { status: 'ok' });
    expect(await userOf(uid)).toMatchObject({ archived: true });
    expectRefusal(await call(`POST /v1/users/${unique('u')}/archive`), 404, 'unknown_person');
  });
});

describe('GET /users', () => {
  it('[W5-20] pages through users, by email and by lists', async () => {
    const [list, other] = [await aList(call), await aList(call)];
    const made: { uid: string; created_at: string }[] = [];
    for (let index = 0; index < 3; index++)
      made.push((await call('POST /v1/users', { body: { id: unique('page'), email: anAddress(), lists: [list.id] } })).body); // prettier-ignore
    const uids = made.sort((one, other) => (one.created_at < other.created_at ? 1 : -1)).map(({ uid }) => uid);
    const page = (query: string) => call(`GET /v1/users?${query}`);
    const found = (answer: Answer) => (answer.body.data as { uid: string }[]).map(({ uid }) => uid);
    for (const name of ['lists[]', 'lists']) {
      const first = await page(`${name}=${list.id}&limit=2`);
      expect(found(first)).toEqual(uids.slice(0, 2));
      const next = await page(`${name}=${list.id}&limit=2&next_cursor=${encodeURIComponent(first.body.next_cursor)}`);
      expect([found(next), next.body.next_cursor]).toEqual([uids.slice(2), null]);
    }
    expect(found(await page(`lists[]=${list.id}&lists[]=${other.id}`))).toEqual(uids);
    expect(found(await page(`lists[]=${other.id}`))).toEqual([]);
    expect(found(await page('lists=nope'))).toEqual([]);
    const { email } = await userOf(uids[1] as string);
    expect(found(await page(`email=${encodeURIComponent(email.toUpperCase())}`))).toEqual([uids[1]]);
    expectRefusal(await page('limit=31'), 400, 'invalid_input', /^limit must/);
    expectRefusal(await page('next_cursor=x'), 400, 'tampered_cursor');
    expectRefusal(await call('GET /v1/users', { as: 'key' }), 403, 'secret_needed');
  });
});

describe('GET /users/{uid}/members', () => {
  it('[W5-27] pages through the users of an account, last joined first', async () => {
    const [account, uids] = [unique('account'), [unique('m'), unique('m'), unique('m')]];
    for (const id of uids) expectOk(await call('POST /v1/users', { body: { id, accounts: [{ id: account }] } }));
    const page = (query: string, uid = account) => call(`GET /v1/users/${uid}/members?${query}`);
    const found = (answer: Answer) => (answer.body.data as { uid: string }[]).map(({ uid }) => uid);
    const first = await page('limit=2');
    expect(found(first)).toEqual([uids[2], uids[1]]);
    const cursor = encodeURIComponent(first.body.next_cursor);
    const next = await page(`limit=2&next_cursor=${cursor}`);
    expect([found(next), next.body.next_cursor]).toEqual([[uids[0]], null]);
    const other = unique('account');
    await call('POST /v1/users', { body: { id: unique('m'), accounts: [{ id: other }] } });
    expectRefusal(await page(`next_cursor=${cursor}`, other), 400, 'tampered_cursor');
    expectRefusal(await page('limit=31'), 400, 'invalid_input', /^limit must/);
    expectRefusal(await page('', unique('nobody')), 404, 'unknown_person');
    expectRefusal(await call(`GET /v1/users/${account}/members`, { as: 'key' }), 403, 'secret_needed');
  });
});
