import { describe, expect, it } from '@jest/globals';
import type { Answer, CallOptions } from '@dundun/testing';
import { expectOk, expectRefusal } from './support/answers.js';
import { connect, rows } from './support/database.js';
import { aList, anAddress, anEmail, anSms, aNumber, countOf, unique } from './support/fixtures.js';
import { capturedFor, ended, received } from './support/messages.js';
import { bodyExampleOf, operationsOf, readDocument } from './support/openapi.js';
import { useWorkspace } from './support/product.js';
import { bodyFor } from './support/bodies.js';
import { filled, OWN_REFUSALS, parametersFor } from './support/requests.js';
import { anotherWorkspace } from './support/workspaces.js';

const MANY = 100;

describe('idempotency keys', () => {
  const subject = useWorkspace();
  const { call } = subject;
  const keyed = (route: string, key: string, body: unknown, more: CallOptions = {}) =>
    call(route, { body, ...more, headers: { 'Idempotency-Key': key, ...more.headers } });
  const isReplay = ({ headers }: Answer) => headers.get('Idempotency-Replayed') === 'true';
  const stored = async (sql: string, value: string) =>
    Number((await rows<{ count: string }>(subject.product, `SELECT count(*) FROM ${sql}`, [value]))[0]?.count);

  /** Operations without credentials, or whose callers detect duplicates themselves. */
  const WITHOUT_KEY = /^\/(console\/session|console\/password-resets|console\/invitations\/(open|accept)|hooks\/)/;

  it('[W2-27, W2-29] replays the answer on every POST', async () => {
    const document = await readDocument(subject);
    const posts = operationsOf(document).filter(
      ({ method, path, route }) => method === 'POST' && !WITHOUT_KEY.test(path) && !(route in OWN_REFUSALS),
    );
    expect(posts.length).toBeGreaterThan(20);
    for (const operation of posts) {
      const body = (await bodyFor(operation, call)) ?? bodyExampleOf(document, operation);
      const route = `POST ${filled(operation.path, await parametersFor(operation, call))}`;
      const key = unique('key');
      const first = await keyed(route, key, body);
      const second = await keyed(route, key, body);
      expect([operation.route, first.status, first.status === 200 || first.body]).toEqual([operation.route, 200, true]);
      expect([operation.route, second.body]).toEqual([operation.route, first.body]);
      expect([operation.route, isReplay(first), isReplay(second)]).toEqual([operation.route, false, true]);
    }
  });

  it('[W2-33] replays without repeating the effect', async () => {
    const { id } = await aList(call);
    const uid = unique('user');
    for (const [route, body] of [
      [`POST /v1/lists/${id}/subscribers`, { email: anAddress() }],
      [`POST /v1/users/${uid}/events`, { event: 'Once' }],
    ] as const) {
      const key = unique('key');
      for (let time = 0; time < 2; time++) expectOk(await keyed(route, key, body));
    }
    expect(await countOf(call, id)).toBe(1);
    expect((await call(`GET /v1/users/${uid}/events`)).body.data).toHaveLength(1);
  });

  it('[W2-9] does not replay to the other credential level', async () => {
    const levels = ['full', 'key'] as const;
    for (const [first, second] of [levels, levels.toReversed()]) {
      const [key, id] = [unique('key'), unique('user')];
      expectOk(await keyed('POST /v1/users', key, { id }, { as: first }));
      expectRefusal(await keyed('POST /v1/users', key, { id }, { as: second }), 422, 'idempotency_key_reused');
      expect(isReplay(await keyed('POST /v1/users', key, { id }, { as: first }))).toBe(true);
    }
  });

  it('[W2-29] replays for the same JSON in another order, including its notice', async () => {
    const key = unique('key');
    const first = await keyed('POST /v1/lists', key, { title: 'Order', description: 'x', typo: 1 });
    const second = await keyed('POST /v1/lists', key, { typo: 1, description: 'x', title: 'Order' });
    expectOk(second, first.body);
    // Byte for byte: the keys keep the order of the first answer.
    expect(second.text).toBe(first.text);
    expect(isReplay(second)).toBe(true);
    expect(second.headers.get('Dundun-Notice')).toBe(first.headers.get('Dundun-Notice'));
    expect(second.headers.get('Request-Id')).not.toBe(first.headers.get('Request-Id'));
  });

  it('[W2-27] accepts the key bare or quoted', async () => {
    const key = unique('key');
    const first = await keyed('POST /v1/lists', key, { title: 'Quoted' });
    const second = await keyed('POST /v1/lists', `"${key}"`, { title: 'Quoted' });
    expectOk(second, first.body);
    expect(isReplay(second)).toBe(true);
    for (const right of ['a', '~'.repeat(255), `"${'x'.repeat(255)}"`, '!#$%&()*+,-./:;<=>?@[]^_{|}']) {
      expectOk(await keyed('POST /v1/lists', right, { title: 'Key' }));
    }
  });

  it.each(['x'.repeat(256), 'two words', 'naïve', '""', '', '\ttab\tbed'])(
    '[W2-27] refuses the key %j',
    async (key) => {
      const title = unique('Never');
      expectRefusal(
        await keyed('POST /v1/lists', key, { title }),
        400,
        'invalid_idempotency_key',
        /Idempotency-Key must be 1 to 255/,
      );
      expect(await stored('lists WHERE title = $1', title)).toBe(0);
    },
  );

  it('[W2-9] refuses another body with the same key', async () => {
    const key = unique('key');
    const [one, two] = [anAddress(), anAddress()];
    expectOk(await keyed('POST /v1/send/email', key, anEmail({ to: one })));
    const answer = await keyed('POST /v1/send/email', key, anEmail({ to: two }));
    expectRefusal(answer, 422, 'idempotency_key_reused', /another body/);
    await received(call, one);
    expect(await capturedFor(call, two)).toEqual([]);
    const list = unique('key');
    expectOk(await keyed('POST /v1/lists', list, { title: 'One' }));
    expectRefusal(await keyed('POST /v1/lists', list, { title: 'Two' }), 422, 'idempotency_key_reused');
  });

  it('[W2-28] is scoped by workspace, method, path and API key', async () => {
    const key = unique('key');
    const [first, second] = [await aList(call), await aList(call)];
    const email = anAddress();
    const theirs = await anotherWorkspace(subject.product);
    const made = [
      await keyed('POST /v1/lists', key, { title: 'Mine' }),
      await theirs.call('POST /v1/lists', { body: { title: 'Mine' }, headers: { 'Idempotency-Key': key } }),
      await keyed(`POST /v1/lists/${first.id}/subscribers`, key, { email }),
      await keyed(`POST /v1/lists/${second.id}/subscribers`, key, { email }),
      await keyed('POST /v1/send/email', key, anEmail({ to: email })),
    ];
    for (const answer of made) expectOk(answer);
    expect(made.map(isReplay)).toEqual(made.map(() => false));
    expect(made[0]?.body.id).not.toBe(made[1]?.body.id);
    expect([await countOf(call, first.id), await countOf(call, second.id)]).toEqual([1, 1]);
  });

  it('[W2-34] works without /v1', async () => {
    const key = unique('key');
    const first = await keyed('POST /lists', key, { title: 'Short' });
    const second = await keyed('POST /lists', key, { title: 'Short' });
    expectOk(second, first.body);
    expect(isReplay(second)).toBe(true);
  });

  it('[W2-31] stores no refusal: a valid request may follow under the same key', async () => {
    const list = await aList(call);
    const [lists, mails, joins] = [unique('key'), unique('key'), unique('key')];
    expectRefusal(await keyed('POST /v1/lists', lists, { title: '' }), 400, 'invalid_input');
    const made = await keyed('POST /v1/lists', lists, { title: 'Right' });
    expectOk(made);
    const wrong = anEmail({ from: { name: 'Ada', email: 'ada@elsewhere.test' } });
    expectRefusal(await keyed('POST /v1/send/email', mails, wrong), 400, 'domain_not_connected');
    const sent = await keyed('POST /v1/send/email', mails, anEmail());
    expectOk(sent);
    const route = `POST /v1/lists/${(await aList(call, { double_optin: true })).id}/subscribers`;
    expectRefusal(await keyed(route, joins, { number: aNumber() }), 400, 'optin_needs_email');
    const joined = await keyed(route, joins, { email: anAddress() });
    expectOk(joined);
    expect([made, sent, joined].map(isReplay)).toEqual([false, false, false]);
    await call(`DELETE /v1/lists/${list.id}`);
    const archived = await keyed(`POST /v1/lists/${list.id}/subscribers`, joins, { email: anAddress() });
    expectRefusal(archived, 409, 'list_archived');
  });

  it('[W2-32] is checked only after the credentials', async () => {
    const key = unique('key');
    expectOk(await keyed('POST /v1/lists', key, { title: 'Secret' }));
    const body = { title: 'Secret' };
    expectRefusal(await keyed('POST /v1/lists', key, body, { as: 'none' }), 401, 'wrong_credentials');
    const forged = { as: { key: subject.product.apiKey, secret: 'wrong' } };
    expectRefusal(await keyed('POST /v1/lists', key, body, forged), 401, 'wrong_credentials');
    expectRefusal(await keyed('POST /v1/lists', key, body, { as: 'key' }), 403, 'secret_needed');
    const { id } = await aList(call);
    const join = unique('key');
    const email = anAddress();
    expectOk(await keyed(`POST /v1/lists/${id}/subscribers`, join, { email }));
    expectRefusal(
      await keyed(`POST /v1/lists/${id}/subscribers`, join, { email }, { as: 'key' }),
      403,
      'secret_needed',
    );
  });

  describe('on concurrent requests', () => {
    /** Makes this many identical concurrent requests. Each answer is a replay of one or a 409. */
    async function crowd(route: string, body: object): Promise<Answer> {
      const key = unique('key');
      const all = await Promise.all(Array.from({ length: MANY }, () => keyed(route, key, body)));
      const [right, busy] = [all.filter(({ status }) => status === 200), all.filter(({ status }) => status === 409)];
      expect(right.length + busy.length).toBe(MANY);
      for (const { body } of right) expect(body).toEqual(right[0]?.body);
      expect(right.filter((answer) => !isReplay(answer))).toHaveLength(1);
      for (const answer of busy) {
        expectRefusal(answer, 409, 'idempotency_in_progress');
        expect(Number(answer.headers.get('Retry-After'))).toBeGreaterThanOrEqual(1);
      }
      return right[0] as Answer;
    }

    it('[W2-33] makes one list', async () => {
      const title = unique('Crowd');
      const { body } = await crowd('POST /v1/lists', { title });
      expect(await stored('lists WHERE title = $1', title)).toBe(1);
      expectOk(await call(`GET /v1/lists/${body.id}`), body);
    });

    it('[W2-33] sends one email', async () => {
      const to = anAddress();
      const { body } = await crowd('POST /v1/send/email', anEmail({ to }));
      expect((await ended(call, body.id)).status).toBe('captured');
      expect(
        await stored(`messages WHERE recipients @> jsonb_build_array(jsonb_build_object('address', $1::text))`, to),
      ).toBe(1);
      expect(await capturedFor(call, to)).toHaveLength(1);
    });

    it('[W2-33] sends one SMS', async () => {
      const to = aNumber();
      const { body } = await crowd('POST /v1/send/sms', anSms({ to }));
      expect((await ended(call, body.id)).status).toBe('captured');
      expect(await capturedFor(call, to)).toHaveLength(1);
    });

    it('[W2-33] joins once', async () => {
      const { id } = await aList(call, { double_optin: true });
      const email = anAddress();
      await crowd(`POST /v1/lists/${id}/subscribers`, { email });
      expect(await countOf(call, id)).toBe(1);
      await received(call, email);
      expect(await stored('messages WHERE recipients::text LIKE $1', `%${email}%`)).toBe(1);
    });

    it('[W2-33] stores one event', async () => {
      const uid = unique('user');
      await crowd(`POST /v1/users/${uid}/events`, { event: 'Once' });
      expect((await call(`GET /v1/users/${uid}/events`)).body.data).toHaveLength(1);
    });

    it('[W2-33, W2-9] accepts one of several different bodies', async () => {
      const key = unique('key');
      const titles = Array.from({ length: 20 }, () => unique('Mixed'));
      const all = await Promise.all(titles.map((title) => keyed('POST /v1/lists', key, { title })));
      const won = all.filter(({ status }) => status === 200);
      expect(won).toHaveLength(1);
      expect(all.filter(({ status }) => ![200, 409, 422].includes(status))).toEqual([]);
    });
  });

  it.each([
    ['POST /v1/lists', { title: 'Waiting' }],
    ['POST /v1/send/email', anEmail()],
  ])('[W2-30] %s waits two seconds for the first request, then asks to retry', async (route, body) => {
    const key = unique('key');
    const holder = await connect(subject.product);
    try {
      await holder.query('BEGIN');
      await holder.query(
        `INSERT INTO idempotency_keys (workspace_id, method, path, key, fingerprint) VALUES ($1, 'POST', $2, $3, '')`,
        [subject.product.workspaceId, route.slice(5), key],
      );
      const began = performance.now();
      const answer = await keyed(route, key, body);
      const waited = performance.now() - began;
      expectRefusal(answer, 409, 'idempotency_in_progress', /still running/);
      expect(Number(answer.headers.get('Retry-After'))).toBeGreaterThanOrEqual(1);
      expect(waited).toBeGreaterThan(1_500);
      await holder.query('ROLLBACK');
      expectOk(await keyed(route, key, body));
    } finally {
      await holder.end();
    }
  });
});
