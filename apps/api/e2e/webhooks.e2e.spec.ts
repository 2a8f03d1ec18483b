/**
 * Depends on the queue and on snapshots of PostgreSQL.
 * @half both
 * @slow kills a worker, and replays what a receiver missed
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { until, type Call, type Running } from '@dundun/testing';
import { startReceiver, type FakeReceiver } from '@dundun/webhooks/testing';
import type { ServerResponse } from 'node:http';
import { setInterval } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import { expectOk, expectRefusal, TIMESTAMP, UUID } from './support/answers.js';
import { aList, anAddress, anEmail, aSubscriber, NOBODY, unique } from './support/fixtures.js';
import { accepted } from './support/messages.js';
import { rows } from './support/database.js';
import { useProduct, useWorkspace } from './support/product.js';
import { REACHES_FAKES } from './support/providers.js';
import { anotherWorkspace } from './support/workspaces.js';

interface WebhookShown {
  id: string;
  url: string;
  secret: string;
  types: string[];
  enabled: boolean;
}

interface EntryShown {
  id: string;
  type: string;
  timestamp: string;
  data: Record<string, unknown>;
}

const receivers: FakeReceiver[] = [];
afterAll(async () => {
  for (const receiver of receivers) await receiver.close();
});

async function aReceiver(): Promise<FakeReceiver> {
  const receiver = await startReceiver();
  receivers.push(receiver);
  return receiver;
}

async function aWebhook(call: Call, url: string, fields: object = {}): Promise<WebhookShown> {
  const { status, body } = await call('POST /console/webhooks', { body: { url, ...fields } });
  expect({ status, error: body.error }).toEqual({ status: 200 });
  return body;
}

/** Concurrent calls of a worker to one receiver. */
const PLACES = 10;

/** Reads the feed from its beginning to its end. */
async function everything(call: Call, types: string): Promise<EntryShown[]> {
  const entries: EntryShown[] = [];
  for (let [after, isMore] = ['', true]; isMore;) {
    const { body } = await call(`GET /v1/feed?limit=1000&types=${types}&after=${encodeURIComponent(after)}`);
    entries.push(...(body.data as EntryShown[]));
    [after, isMore] = [body.next as string, body.has_more as boolean];
  }
  return entries;
}

const bodies = (receiver: FakeReceiver) => receiver.received.map(({ body }) => JSON.parse(body) as EntryShown);
const came = (receiver: FakeReceiver, count: number) =>
  until(`${count} calls came`, () => receiver.received.length >= count, { ms: 20_000 });

describe('webhooks', () => {
  const subject = useProduct({ workers: 0, environment: REACHES_FAKES });
  const { call } = subject;
  let worker: Running;
  beforeAll(async () => {
    worker = await subject.product.startWorker();
  });

  it('receive signed entries', async () => {
    const receiver = await aReceiver();
    const webhook = await aWebhook(call, receiver.url, { types: ['subscriber.*', 'user.created', 'event.tracked', 'message.captured'] }); // prettier-ignore
    expect(webhook).toMatchObject({
      enabled: true,
      secret: expect.stringMatching(/^whsec_[\w+/]{43}=$/),
      failing_since: null,
    });
    const list = await aList(call);
    const email = anAddress();
    const uid = await aSubscriber(call, list.id, { email });
    await call(`POST /v1/users/${uid}/events`, { body: { event: 'Order placed', value: 49.9 } });
    const message = await accepted(call, 'email', anEmail({ to: email }));
    const told = () => new Set(bodies(receiver).map(({ type }) => type)).size;
    await until('all four types have arrived', () => told() === 4, { ms: 20_000 });
    for (const { headers, body } of receiver.received)
      expect(new Webhook(webhook.secret).verify(body, headers as Record<string, string>)).toEqual(JSON.parse(body));
    const byType = Object.fromEntries(bodies(receiver).map(({ type, data }) => [type, data]));
    expect(byType).toMatchObject({
      'user.created': { uid, email },
      'subscriber.subscribed': { uid, list_id: list.id, method: 'api' },
      'event.tracked': { uid, event: 'Order placed', value: 49.9, properties: null },
      'message.captured': { message_id: message, channel: 'email', recipients: [{ address: email }] },
    });
    expectOk(await call(`DELETE /console/webhooks/${webhook.id}`), { status: 'ok' });
  });

  it('receive who enters and leaves a segment that announces', async () => {
    const receiver = await aReceiver();
    const webhook = await aWebhook(call, receiver.url, { types: ['segment.*'] });
    const match = { attribute: 'plan', type: 'text', is: 'equals', value: unique('plan') };
    const { id } = (await call('POST /v1/segments', { body: { name: 'Pro', match, announces: true } })).body;
    await until('the segment is built', async () => (await call(`GET /v1/segments/${id}`)).body.state === 'ready');
    const uid = unique('user');
    expectOk(await call(`PUT /v1/users/${uid}`, { body: { meta: { plan: match.value } } }));
    await came(receiver, 1);
    expectOk(await call(`PUT /v1/users/${uid}`, { body: { meta: { plan: 'free' } } }));
    await came(receiver, 2);
    expect(bodies(receiver)).toMatchObject([
      { type: 'segment.entered', data: { segment_id: id, name: 'Pro', uid, cause: 'change' } },
      { type: 'segment.left', data: { segment_id: id, name: 'Pro', uid, cause: 'change' } },
    ]);
    expectOk(await call(`DELETE /console/webhooks/${webhook.id}`), { status: 'ok' });
  });

  it('seal their secret in the idempotency answer, and return it to a replay', async () => {
    const create = () =>
      call('POST /console/webhooks', {
        body: { url: 'http://127.0.0.1:9/' },
        headers: { 'Idempotency-Key': 'a-webhook-once' },
      });
    const [first, second] = [await create(), await create()];
    expect(second.headers.get('Idempotency-Replayed')).toBe('true');
    expectOk(second, first.body);
    const [stored] = await rows<{ answer: object }>(
      subject.product,
      "SELECT answer FROM idempotency_keys WHERE key = 'a-webhook-once'",
    );
    expect(JSON.stringify(stored)).toContain('body');
    expect(JSON.stringify(stored)).not.toContain('whsec_');
    expectOk(await call(`DELETE /console/webhooks/${first.body.id}`), { status: 'ok' });
  });

  it('can be shown, changed and removed', async () => {
    const made = await aWebhook(call, 'http://127.0.0.1:9/', { description: 'Ours', types: ['list.created'] });
    const { secret, ...shown } = made;
    expect(secret).toMatch(/^whsec_/);
    expectOk(await call(`GET /console/webhooks/${made.id}`), shown);
    expect((await call('GET /console/webhooks')).body.data).toContainEqual(shown);
    const changed = await call(`PUT /console/webhooks/${made.id}`, {
      body: { url: 'http://127.0.0.1:10/', description: null, types: ['*'], enabled: false },
    });
    expectOk(changed);
    expect(changed.body).toMatchObject({
      ...{ url: 'http://127.0.0.1:10/', description: null, types: ['*'] },
      ...{ enabled: false, disabled_at: expect.stringMatching(TIMESTAMP), disabled_reason: 'switched_off' },
    });
    const back = await call(`PUT /console/webhooks/${made.id}`, { body: { enabled: true } });
    expect(back.body).toMatchObject({ enabled: true, disabled_at: null, disabled_reason: null });
    expectOk(await call(`DELETE /console/webhooks/${made.id}`), { status: 'ok' });
    for (const route of [
      `GET /console/webhooks/${made.id}`,
      `GET /console/webhooks/${made.id}/deliveries`,
      `POST /console/webhooks/${NOBODY}/rotate`,
    ])
      // prettier-ignore
      expectRefusal(await call(route), 404, 'unknown_webhook', 'There is no such webhook.');
  });

  it.each<[string, object, string, RegExp]>([
    ['no address', {}, 'invalid_input', /^url must be/],
    ['another protocol', { url: 'ftp://example.com/' }, 'invalid_input', /^url must be an http or https address/],
    ['a private network', { url: 'http://10.0.0.1/' }, 'forbidden_address', /public internet/],
    ['the metadata of a cloud', { url: 'http://169.254.169.254/latest/' }, 'forbidden_address', /public internet/],
    ['another spelling of it', { url: 'http://0xa9fea9fe/' }, 'forbidden_address', /public internet/],
    ['credentials', { url: 'http://a:b@127.0.0.1/' }, 'forbidden_address', /user name/],
    [
      'an unknown type',
      { url: 'http://127.0.0.1:9/', types: ['message.eaten'] },
      'invalid_input',
      /^types must be one of/,
    ],
    ['no types', { url: 'http://127.0.0.1:9/', types: [] }, 'invalid_input', /^types must name/],
  ])('cannot be created for %s', async (_, body, code, sentence) => {
    const before = (await call('GET /console/webhooks')).body;
    expectRefusal(await call('POST /console/webhooks', { body }), 400, code, sentence);
    expect((await call('GET /console/webhooks')).body).toEqual(before);
  });

  it('can be tested, and return the response', async () => {
    const receiver = await aReceiver();
    const webhook = await aWebhook(call, receiver.url, { types: ['webhook.disabled'] });
    receiver.answer = (response) => response.writeHead(418).end('a teapot');
    const tried = await call(`POST /console/webhooks/${webhook.id}/test`);
    expect([tried.status, tried.body]).toEqual([
      200,
      {
        ...{ delivered: false, status: 418, milliseconds: expect.any(Number) },
        ...{ response: 'a teapot', error: 'It answered 418.' },
      },
    ]);
    expect(bodies(receiver)).toEqual([
      { type: 'webhook.test', timestamp: expect.stringMatching(TIMESTAMP), data: { webhook_id: webhook.id } },
    ]);
    const rotated = await call(`POST /console/webhooks/${webhook.id}/rotate`);
    expect(rotated.body.previous_secret_until).toMatch(TIMESTAMP);
    receiver.answer = (response) => response.end();
    expect((await call(`POST /console/webhooks/${webhook.id}/test`)).body).toMatchObject({
      delivered: true,
      status: 200,
    });
    const { headers, body } = receiver.received[1] as FakeReceiver['received'][0];
    for (const secret of [webhook.secret, rotated.body.secret as string])
      expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toBeTruthy();
    await receiver.close();
    const gone = await call(`POST /console/webhooks/${webhook.id}/test`);
    expect(gone.body).toMatchObject({ delivered: false, status: null, error: 'The connection failed: ECONNREFUSED.' });
  });

  it('show their deliveries with every call, and can repeat them', async () => {
    const receiver = await aReceiver();
    receiver.answer = (response) => response.writeHead(500).end('broken');
    const webhook = await aWebhook(call, receiver.url, { types: ['list.created'] });
    const path = `/console/webhooks/${webhook.id}`;
    const list = await aList(call);
    await came(receiver, 1);
    const waiting = await until('it is on record', async () => {
      const { body } = await call(`GET ${path}/deliveries?state=pending`);
      return body.data[0]?.status === 500 && body.data[0];
    });
    expect(waiting).toEqual({
      ...{ id: expect.stringMatching(UUID), type: 'list.created', state: 'pending', attempts: expect.any(Number) },
      ...{ status: 500, error: 'It answered 500.', next_attempt_at: expect.stringMatching(TIMESTAMP) },
      ...{ created_at: expect.stringMatching(TIMESTAMP), ended_at: null },
    });
    expect(receiver.received[0]?.id).toBe(waiting.id);
    receiver.answer = (response) => response.end('fine');
    expectOk(await call(`POST ${path}/deliveries/${waiting.id}/replay`), { replayed: 1 });
    const ended = await until('it is delivered', async () => {
      const { body } = await call(`GET ${path}/deliveries/${waiting.id}`);
      return body.state === 'delivered' && body;
    });
    expect(ended.payload).toEqual(bodies(receiver).at(-1));
    expect(ended.payload).toMatchObject({ type: 'list.created', data: { list_id: list.id } });
    expect(ended.calls[0]).toMatchObject({ number: 1, status: 500, response: 'broken', error: 'It answered 500.' });
    expect(ended.calls.at(-1)).toMatchObject({ status: 200, response: 'fine', error: null });
    expect(new Set(receiver.received.map(({ id }) => id))).toEqual(new Set([waiting.id]));
    expectOk(await call(`POST ${path}/replay`, { body: { failed: true } }), { replayed: 0 });
    const before = receiver.received.length;
    expectOk(await call(`POST ${path}/replay`, { body: { from: ended.payload.timestamp } }), { replayed: 1 });
    await came(receiver, before + 1);
    expectRefusal(await call(`POST ${path}/replay`, { body: {} }), 400, 'invalid_input', /^failed must be true/);
    const both = { failed: true, from: list.created_at };
    expectRefusal(await call(`POST ${path}/replay`, { body: both }), 400, 'invalid_input', /^failed must be true/);
    const backwards = { from: '2026-02-02T00:00:00Z', to: '2026-02-01T00:00:00Z' };
    expectRefusal(
      await call(`POST ${path}/replay`, { body: backwards }),
      400,
      'invalid_input',
      /^from must not be after/,
    );
    expectRefusal(await call(`GET ${path}/deliveries?state=lost`), 400, 'invalid_input', /^state must be one of/);
    expectRefusal(
      await call(`GET ${path}/deliveries/${NOBODY}`),
      404,
      'unknown_delivery',
      'There is no such delivery.',
    );
    const theirs = await anotherWorkspace(subject.product);
    expectRefusal(await theirs.call(`GET ${path}/deliveries/${waiting.id}`), 404, 'unknown_webhook');
  });

  it('lose nothing when the worker is killed, and account for duplicates', async () => {
    const receiver = await aReceiver();
    const webhook = await aWebhook(call, receiver.url, { types: ['event.tracked'] });
    const uid = unique('user');
    let sent = 0;
    const track = async () => {
      const { status } = await call(`POST /v1/users/${uid}/events`, { body: { event: 'Tick', value: sent++ } });
      expect(status).toBe(200);
    };
    const victim = await subject.product.startWorker();
    const both = [worker.child, victim.child];
    const open: ServerResponse[] = [];
    receiver.answer = (response) => open.push(response);
    // Stopped until there is enough for both: a worker that finds less than its slots waits for its calls first.
    for (const child of both) child.kill('SIGSTOP');
    await Promise.all(Array.from({ length: 60 }, track));
    for (const child of both) child.kill('SIGCONT');
    // Then every claimed delivery has arrived; another could not be observed.
    await until('both workers have all their calls under way', () => open.length === 2 * PLACES);
    await victim.kill();
    receiver.answer = (response) => response.end();
    for (const response of open) response.end();
    for (let turn = 0; turn < 60; turn++) await track();
    const numbers = () => new Set(bodies(receiver).map(({ data }) => data.value));
    await until('everything came', () => numbers().size === sent, { ms: 60_000, every: 100 });
    const attempts = await until('every call is on record', async () => {
      const found = await rows<{ id: string; attempts: number; state: string }>(
        subject.product,
        'SELECT id, attempts, state FROM webhook_deliveries WHERE endpoint_id = $1',
        [webhook.id],
      );
      return found.every(({ state }) => state === 'delivered') && found;
    }, { ms: 60_000, every: 100 }); // prettier-ignore
    expect(attempts).toHaveLength(sent);
    const calls = (id: string) => receiver.received.filter((each) => each.id === id).length;
    const twice = attempts.filter(({ id }) => calls(id) === 2).length;
    expect(twice).toBeGreaterThan(0);
    expect(twice).toBeLessThanOrEqual(PLACES);
    expect(attempts.filter(({ id, attempts: count }) => calls(id) !== count)).toEqual([]);
  });

  it('deliver everything to a receiver that was down, once its downtime is replayed', async () => {
    const receiver = await aReceiver();
    const taken = new Set<string>();
    let isUp = false;
    receiver.answer = (response, { id }) => {
      if (isUp) taken.add(id);
      response.writeHead(isUp ? 200 : 503).end();
    };
    const webhook = await aWebhook(call, receiver.url, { types: ['event.tracked'] });
    // The clock of the service may differ, by less than a second.
    const from = new Date(Date.now() - 1_000).toISOString();
    const uid = unique('user');
    const writing = (async () => {
      const answers: ReturnType<Call>[] = [];
      for await (const value of setInterval(20, 'Tick')) {
        answers.push(call(`POST /v1/users/${uid}/events`, { body: { event: value } }));
        if (answers.length === 400) break;
        if (answers.length === 200) await until('many were refused', () => receiver.received.length >= 100, { ms: 60_000 });
      }
      return (await Promise.all(answers)).map(({ status }) => status);
    })(); // prettier-ignore
    await until('many were refused', () => receiver.received.length >= 100, { ms: 60_000 });
    isUp = true;
    const replayed = await call(`POST /console/webhooks/${webhook.id}/replay`, {
      body: { from },
      headers: { 'Idempotency-Key': 'once-it-is-up' },
    });
    expect(replayed.body.replayed).toBeGreaterThanOrEqual(100);
    const again = await call(`POST /console/webhooks/${webhook.id}/replay`, {
      body: { from },
      headers: { 'Idempotency-Key': 'once-it-is-up' },
    });
    expect([again.body, again.headers.get('Idempotency-Replayed')]).toEqual([replayed.body, 'true']);
    expect(new Set(await writing)).toEqual(new Set([200]));
    const told = await until('all are in the feed', async () => {
      const entries = await everything(call, 'event.tracked');
      const ours = entries.filter(({ data }) => data.uid === uid).map(({ id }) => id);
      return ours.length === 400 && ours;
    }, { ms: 30_000 }); // prettier-ignore
    await until('everything came', () => told.every((id) => taken.has(id)), { ms: 60_000, every: 100 });
    expect([...taken].sort()).toEqual([...told].sort());
  });
});

describe('the feed of people', () => {
  const { call } = useWorkspace();

  it('distinguishes a new uid from another person, and a merge from a deletion', async () => {
    const list = await aList(call);
    const email = anAddress();
    const made = await aSubscriber(call, list.id, { email });
    const [uid, other] = [unique('user'), unique('user')];
    expectOk(await call(`PUT /v1/users/${uid}`, { body: { email } }));
    expectOk(await call(`PUT /v1/users/${other}`, { body: { first_name: 'Ada' } }));
    expectOk(await call('POST /v1/users/merge', { body: { source: uid, destination: other } }), { status: 'queued' });
    const entries = await until('the merge is in the feed', async () => {
      const all = await everything(call, 'user.*');
      return all.length >= 5 && all;
    }, { ms: 30_000 }); // prettier-ignore
    expect(entries.map(({ type, data }) => [type, data.uid, data.previous_uid ?? data.merged_uid ?? null])).toEqual([
      ['user.created', made, null],
      ['user.updated', uid, made],
      ['user.created', other, null],
      ['user.merged', other, uid],
      ['user.updated', other, null],
    ]);
  });
});
