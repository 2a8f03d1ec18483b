/**
 * @slow kills its worker, and waits for its lease
 */
import { beforeAll, describe, expect, it } from '@jest/globals';
import { Analytics } from '@segment/analytics-node';
import { Dundun } from '@dundun/node';
import { basic, caller, until, type Answer, type Product } from '@dundun/testing';
import { createHmac } from 'node:crypto';
import { expectRefusal } from './support/answers.js';
import { anAddress, NOBODY, unique } from './support/fixtures.js';
import { useProduct } from './support/product.js';
import { rows } from './support/database.js';
import { SOURCE_SENDERS } from './support/source-senders.js';
import { anotherWorkspace } from './support/workspaces.js';

const MAPPING = '{ "person": { "uid": user }, "event": { "name": event, "properties": { "total": cents / 100 } } }';
const SECRET = 'sixteen letters or more';

interface SourceShown {
  id: string;
  kind: string;
  url: string;
  by_key: boolean;
  accepted: number;
  repeated: number;
  refused: number;
  refusal: string | null;
}

interface EventShown {
  event_id: string;
  state: string;
  reason: string | null;
  uid: string | null;
  event: string | null;
}

describe('sources', () => {
  const subject = useProduct({ workers: 0 });
  const { call } = subject;
  let webhook: SourceShown;
  let worker: Awaited<ReturnType<Product['startWorker']>>;

  async function aSource(fields: object): Promise<SourceShown> {
    const { status, body } = await call('POST /console/sources', { body: { name: unique('source'), ...fields } });
    expect({ status, error: body.error }).toEqual({ status: 200 });
    return body;
  }
  beforeAll(async () => {
    worker = await subject.product.startWorker();
    webhook = await aSource({
      kind: 'webhook',
      settings: { mapping: MAPPING, eventId: 'id', secretHeader: 'X-Secret', secret: SECRET },
    });
  });

  /** Calls the secret address of a source as its sender does. */
  async function send({ url }: SourceShown, body: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    const { pathname } = new URL(url);
    const raw = typeof body === 'string' ? body : JSON.stringify(body);
    return caller(subject.product)(`POST ${pathname}`, { as: 'none', raw, headers });
  }
  const sendRight = (body: unknown) => send(webhook, body, { 'X-Secret': SECRET });
  const shown = async (id: string): Promise<SourceShown> => (await call(`GET /console/sources/${id}`)).body;
  const timeline = async (uid: string): Promise<{ event: string; properties: unknown }[]> =>
    (await call(`GET /v1/users/${uid}/events?limit=30`)).body.data ?? [];
  const received = async (id: string, query = ''): Promise<EventShown[]> =>
    (await call(`GET /console/sources/${id}/events${query}`)).body.data;
  async function ends(sourceId: string, eventId: string) {
    let found: EventShown | undefined;
    await until(`${eventId} has ended`, async () => {
      found = (await received(sourceId, '?limit=30')).find(({ event_id }) => event_id === eventId);
      return found !== undefined && found.state !== 'received';
    });
    return found;
  }

  it('[6-4] merges events of REST, a client library and a source into one timeline, a shared event_id once', async () => {
    const uid = unique('u');
    const { apiKey, apiSecret, apiUrl: baseUrl } = subject.product;
    const dundun = new Dundun({ apiKey, apiSecret, baseUrl });
    await call(`POST /v1/users/${uid}/events`, { body: { event: 'Signed up' } });
    await call(`POST /v1/users/${uid}/events`, { body: { event: 'Paid', event_id: `paid-${uid}` } });
    expect((await sendRight({ id: `paid-${uid}`, user: uid, event: 'Paid', cents: 4990 })).status).toBe(200);
    expect((await sendRight({ id: `ship-${uid}`, user: uid, event: 'Shipped', cents: 250 })).body).toEqual({
      status: 'ok',
    });
    expect(await ends(webhook.id, `paid-${uid}`)).toMatchObject({ state: 'processed', uid, event: 'Paid' });
    expect(await ends(webhook.id, `ship-${uid}`)).toMatchObject({ state: 'processed' });
    await call(`POST /v1/users/${uid}/events`, { body: { event: 'Shipped', event_id: `ship-${uid}` } });
    for (const [event, id] of [
      ['Paid', `paid-${uid}`],
      ['Shipped', `ship-${uid}`],
      ['Returned', `back-${uid}`],
    ] as const)
      // prettier-ignore
      await dundun.events.track(uid, { event, event_id: id });
    await dundun.close();
    await until('what the library sent is stored', async () => (await timeline(uid)).length >= 4);
    const events = await timeline(uid);
    expect(events.map(({ event }) => event).sort()).toEqual(['Paid', 'Returned', 'Shipped', 'Signed up']);
    expect(events.find(({ event }) => event === 'Shipped')?.properties).toEqual({ total: 2.5 });
  });

  it('lists the kinds with the schema of their settings', async () => {
    const { body } = await call('GET /console/source-kinds');
    const kinds = Object.fromEntries(body.data.map((kind: { kind: string }) => [kind.kind, kind]));
    expect(Object.keys(kinds)).toEqual(
      expect.arrayContaining(['segment', 'rudderstack', 'posthog', 'webhook', 'stripe']),
    );
    expect(kinds.segment).toMatchObject({ title: 'Segment', secret_settings: ['sharedSecret'] });
    expect(kinds.webhook.settings_schema).toMatchObject({ required: ['mapping'] });
  });

  it('can be added, read, listed, changed and removed, without showing a secret', async () => {
    const made = await aSource({ kind: 'rudderstack', settings: { secret: SECRET }, unknown_person: 'park' });
    expect(made).toMatchObject({
      kind: 'rudderstack',
      settings: {},
      unknown_person: 'park',
      enabled: true,
      by_key: false,
    });
    expect(JSON.stringify((await call('GET /console/sources')).body)).not.toContain(SECRET);
    const { body } = await call(`PUT /console/sources/${made.id}`, {
      body: { name: 'Other', settings: { header: 'X-Key' } },
    });
    expect(body).toMatchObject({ id: made.id, name: 'Other', settings: { header: 'X-Key' }, url: made.url });
    expect((await send(made, { type: 'track', userId: 'u', event: 'x' }, { 'X-Key': SECRET })).status).toBe(200);
    expect((await call(`DELETE /console/sources/${made.id}`)).body).toEqual({ status: 'ok' });
    expectRefusal(await call(`GET /console/sources/${made.id}`), 404, 'unknown_source');
    expectRefusal(await send(made, {}, { 'X-Key': SECRET }), 404, 'unknown_hook');
  });

  it.each([
    ['an unknown kind', { kind: 'nothing' }, /kind/],
    ['a missing secret', { kind: 'rudderstack' }, /settings\.secret/],
    ['a setting that is none', { kind: 'segment', settings: { sharedsecret: 'x' } }, /settings\.sharedsecret/],
    [
      'a broken mapping',
      { kind: 'webhook', settings: { mapping: '{ "person": }' } },
      /settings\.mapping .*line 1, column/,
    ],
    ['a long name', { kind: 'segment', name: 'x'.repeat(65) }, /name/],
  ])('cannot be added with %s', async (_, fields, text) => {
    const before = (await call('GET /console/sources')).body.data.length;
    expectRefusal(await call('POST /console/sources', { body: { name: 'x', ...fields } }), 400, 'invalid_input', text);
    expect((await call('GET /console/sources')).body.data).toHaveLength(before);
  });

  it('refuse an unknown sender with 401 and count the call', async () => {
    const source = await aSource({ kind: 'segment', settings: { sharedSecret: SECRET } });
    const body = JSON.stringify({ type: 'track', messageId: 'm-1', userId: unique('u'), event: 'Paid' });
    const right = createHmac('sha1', SECRET).update(body).digest('hex');
    const wrong = [{}, { 'X-Signature': 'x' }, { 'X-Signature': right.slice(1) }];
    for (const headers of wrong)
      expectRefusal(await send(source, body, headers as Record<string, string>), 401, 'wrong_signature');
    expectRefusal(await send(source, `${body} `, { 'X-Signature': `${right}0` }), 401, 'wrong_signature');
    expect((await send(source, body, { 'X-Signature': right })).status).toBe(200);
    expect((await send(source, body, { 'X-Signature': right })).status).toBe(200);
    const counts = { accepted: 1, repeated: 1, refused: 4, refusal: expect.stringMatching(/signature/) };
    expect(await shown(source.id)).toMatchObject(counts);
  });

  it.each(SOURCE_SENDERS)('[S25] refuse forged calls of $name and count them', async (sender) => {
    const [secret, theirs] = [unique('whsec_of_ours'), unique('whsec_of_theirs')];
    const source = await aSource({ kind: sender.kind, settings: sender.settings(secret) });
    const stranger = await anotherWorkspace(subject.product);
    const fields = { kind: sender.kind, name: 'theirs', settings: sender.settings(theirs) };
    const { body: other } = await stranger.call('POST /console/sources', { body: fields });
    const [body, altered] = [sender.body, { ...sender.body, altered: true }].map((one) => JSON.stringify(one)) as [
      string,
      string,
    ];
    const now = Math.floor(Date.now() / 1_000);
    const headers = (key: string, seconds = now) => ({ [sender.header]: sender.sign(body, key, seconds) });
    const forgeries: [string, Record<string, string>][] = [
      [body, {}],
      [body, headers('whsec_of_nobody_at_all')],
      [body, headers(theirs)],
      ...(sender.isSecretOnly ? [] : [[altered, headers(secret)] as [string, Record<string, string>]]),
      ...(sender.isTimed ? [[body, headers(secret, now - 3_600)] as [string, Record<string, string>]] : []),
    ];
    for (const [sent, given] of forgeries) expectRefusal(await send(source, sent, given), 401, 'wrong_signature');
    expectRefusal(await send(other, body, headers(secret)), 401, 'wrong_signature');
    const stored = () =>
      rows(subject.product, 'SELECT FROM source_events WHERE source_id = ANY ($1)', [[source.id, other.id]]);
    expect(await stored()).toHaveLength(0);
    expect(await shown(source.id)).toMatchObject({ accepted: 0, refused: forgeries.length });
    const right = headers(secret);
    expect((await send(source, body, right)).status).toBe(200);
    expect((await send(source, body, right)).status).toBe(200);
    expect(await stored()).toHaveLength(1);
    expect(await shown(source.id)).toMatchObject({ accepted: 1, repeated: 1, refused: forgeries.length });
  });

  it('refuse unreadable and oversized calls', async () => {
    expectRefusal(await sendRight('{"a":'), 400, 'unreadable_hook');
    expectRefusal(await sendRight(''), 400, 'unreadable_hook');
    expectRefusal(await sendRight('[1]'), 400, 'unreadable_hook');
    expectRefusal(await sendRight(`"${'x'.repeat(1_100_000)}"`), 413, 'body_too_large');
    expectRefusal(await send({ ...webhook, url: 'http://x/hooks/sources/1.x.y' }, {}), 404, 'unknown_hook');
  });

  it('answer 404 while they are disabled', async () => {
    const source = await aSource({ kind: 'posthog', enabled: false });
    const event = { uuid: unique('e'), event: 'Paid', distinct_id: unique('u') };
    expectRefusal(await send(source, event), 404, 'unknown_hook');
    await call(`PUT /console/sources/${source.id}`, { body: { enabled: true } });
    expect((await send(source, event)).status).toBe(200);
    expect(await ends(source.id, event.uuid)).toMatchObject({ state: 'processed', uid: event.distinct_id });
  });

  it('park events of unknown people, and process them on request', async () => {
    const source = await aSource({ kind: 'posthog', unknown_person: 'park' });
    const uid = unique('u');
    const [first, second] = [unique('e'), unique('e')];
    for (const uuid of [first, second]) await send(source, { uuid, event: 'Paid', distinct_id: uid });
    expect(await ends(source.id, first)).toMatchObject({ state: 'parked', reason: `no person matches ${uid}` });
    expect(await ends(source.id, second)).toMatchObject({ state: 'parked' });
    const parked = await received(source.id, '?state=parked&limit=1');
    expect(parked).toMatchObject([
      { event_id: second, event: 'Paid', attempts: 1, payload: expect.stringContaining(uid) },
    ]);
    await call(`POST /v1/users/${uid}/events`, { body: { event: 'Hello' } });
    expect((await call(`POST /console/sources/${source.id}/events/${first}/retry`)).body).toEqual({ status: 'ok' });
    expect(await ends(source.id, first)).toMatchObject({ state: 'processed', uid });
    expect((await call(`POST /console/sources/${source.id}/retry`)).body).toEqual({ retried: 1 });
    expect(await ends(source.id, second)).toMatchObject({ state: 'processed', uid });
    expectRefusal(await call(`POST /console/sources/${source.id}/events/${first}/retry`), 409, 'not_retryable');
    expectRefusal(await call(`POST /console/sources/${source.id}/events/nothing/retry`), 404, 'unknown_source_event');
    expectRefusal(await call(`POST /console/sources/${NOBODY}/retry`), 404, 'unknown_source');
  });

  it('process each event once and in order per person when workers are killed', async () => {
    worker.child.kill('SIGKILL');
    const source = await aSource({ kind: 'webhook', settings: { mapping: MAPPING, eventId: 'id' } });
    const uids = Array.from({ length: 5 }, () => unique('u'));
    const names = Array.from({ length: 12 }, (_, index) => `Step ${index}`);
    for (const event of names) {
      const all = uids.map((user) => send(source, { id: `${user} ${event}`, user, event, cents: 100 }));
      expect((await Promise.all(all)).map(({ status }) => status)).toEqual(uids.map(() => 200));
    }
    const count = async (state: string) => (await received(source.id, `?limit=30&state=${state}`)).length;
    expect(await count('received')).toBe(30);
    const next = await subject.product.startWorker();
    await until('some are processed', async () => (await count('processed')) > 0);
    next.child.kill('SIGKILL');
    worker = await subject.product.startWorker();
    await until('all are processed', async () => (await count('received')) === 0, { ms: 30_000 });
    for (const uid of uids) expect((await timeline(uid)).map(({ event }) => event).reverse()).toEqual(names);
  });

  it('preview the effect of a call', async () => {
    const payload = { id: 'p-1', user: 'u-1', event: 'Paid', cents: 4990 };
    const { body } = await call(`POST /console/sources/${webhook.id}/preview`, { body: { payload } });
    expect(body.data).toEqual([
      {
        event_id: 'p-1',
        ignored: null,
        notices: [],
        effects: [{ person: { uid: 'u-1' }, fields: {}, event: { name: 'Paid', properties: { total: 49.9 } } }],
      },
    ]);
    const broken = { payload, settings: { mapping: '$error("no")' } };
    expectRefusal(await call(`POST /console/sources/${webhook.id}/preview`, { body: broken }), 400, 'mapping_error');
  });

  describe('with API credentials', () => {
    it.each(['/v1/segment', '/segment'])('Segment: POST %s with the key alone', async (path) => {
      const userId = unique('u');
      const { body: list } = await call('POST /v1/lists', { body: { title: unique('list') } });
      const settings = Buffer.from(JSON.stringify({ listId: list.id })).toString('base64');
      const traits = { firstName: 'Ada', phone: `234${String(Date.now()).slice(-10)}` };
      const identify = { type: 'identify', messageId: unique('m'), userId, traits };
      const track = { type: 'track', messageId: unique('m'), userId, event: 'Paid', properties: { total: 5 } };
      const headers = { 'X-Segment-Settings': settings, 'User-Agent': 'Segment.io/1.0' };
      expect((await call(`POST ${path}`, { as: 'key', body: identify, headers })).body).toEqual({ status: 'ok' });
      expect(
        (await call(`POST ${path}`, { as: 'key', body: track, headers: { 'Idempotency-Key': userId } })).status,
      ).toBe(200);
      await until('it is in the timeline', async () => (await timeline(userId)).length === 1);
      await until(
        'the person is on the list',
        async () => (await call(`GET /v1/lists/${list.id}`)).body.subscriber_count === 1,
      );
    });

    it('Segment: accepts the calls of its own client', async () => {
      const userId = unique('u');
      const { apiUrl, apiKey } = subject.product;
      const calls: string[] = [];
      const httpClient = (_: string, { body }: { body: string }) => {
        calls.push(...(JSON.parse(body).batch as object[]).map((one) => JSON.stringify(one)));
        return Promise.resolve({ status: 200, statusText: 'OK' });
      };
      const client = new Analytics({ writeKey: 'k', httpClient });
      client.track({ userId, event: 'Paid', properties: { revenue: 5 } });
      client.page({ userId, name: 'Home' });
      client.identify({ userId, traits: { plan: 'pro' } });
      await client.closeAndFlush();
      for (const body of calls) {
        const headers = { Authorization: basic(apiKey), 'Content-Type': 'application/json' };
        expect((await fetch(`${apiUrl}/v1/segment`, { method: 'POST', headers, body })).status).toBe(200);
      }
      await until('both are in the timeline', async () => (await timeline(userId)).length === 2);
    });

    it.each(['/v1/posthog', '/posthog'])('PostHog: POST %s with key and secret', async (path) => {
      const distinct_id = unique('u');
      const email = anAddress();
      const event = {
        uuid: unique('e'),
        event: 'Paid',
        distinct_id,
        properties: { total: 5, $set: { email } },
        config: { filter: [] },
      };
      expectRefusal(await call(`POST ${path}`, { as: 'key', body: event }), 403, 'secret_needed');
      expect((await call(`POST ${path}`, { body: event })).body).toEqual({ status: 'ok' });
      await until('it is in the timeline', async () => (await timeline(distinct_id)).length === 1);
      const sources: SourceShown[] = (await call('GET /console/sources')).body.data;
      expect(sources.filter(({ kind, by_key }) => kind === 'posthog' && by_key)).toHaveLength(1);
    });

    it('explain refusals', async () => {
      const wrongType = { type: 'delete', userId: 'u' };
      expectRefusal(await call('POST /v1/segment', { as: 'key', body: wrongType }), 400, 'invalid_input', /type/);
      const headers = { 'X-Segment-Settings': 'not base64 of JSON' };
      const track = { type: 'track', userId: 'u', event: 'x' };
      expectRefusal(
        await call('POST /v1/segment', { as: 'key', body: track, headers }),
        400,
        'invalid_input',
        /Settings/,
      );
      expectRefusal(await call('POST /v1/segment', { as: 'none', body: track }), 401, 'wrong_credentials');
      expectRefusal(await call('POST /v1/posthog', { body: { event: { no: 'name' } } }), 400, 'unreadable_hook');
    });
  });
});
