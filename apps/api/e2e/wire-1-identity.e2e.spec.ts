import { createHmac } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '@dundun/testing';
import { expectOk, expectRefusal } from './support/answers.js';
import { aList, anAddress, aNumber, aSubscriber, unique } from './support/fixtures.js';
import { rows } from './support/database.js';
import { useWorkspace } from './support/product.js';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

describe('what a known uid or number allows with the key alone', () => {
  const subject = useWorkspace();
  const { call } = subject;
  const at = (uid: string) => `/v1/users/${encodeURIComponent(uid)}`;
  const read = async (uid: string) => (await call(`GET ${at(uid)}`)).body;
  const events = async (uid: string) =>
    ((await call(`GET ${at(uid)}/events`)).body.data as { event: string }[]).map(({ event }) => event).sort();
  const settings = async (body?: object) =>
    (await call(`${body ? 'PUT' : 'GET'} /console/identity`, { body })).body as {
      secret: string;
      used_attributes: string[];
    };
  const sign = async (uid: string, secret?: string) =>
    createHmac('sha256', secret ?? (await settings()).secret)
      .update(uid)
      .digest('hex');
  const signed = async (uid: string, signature?: string) => ({ 'Dundun-Identity': signature ?? (await sign(uid)) });
  const byKey = (route: string, body: object, headers: Record<string, string> = {}) =>
    call(route, { as: 'key', body, headers });
  const ended = (job: string | null) =>
    until('the job has ended', async () => {
      const { body } = await call(`GET /v1/jobs/${job}`);
      return ['done', 'failed'].includes(body.state) && body;
    });

  beforeAll(async () => {
    await call('PUT /console/workspace', { body: { strict_public_keys: true } });
    const { id: list } = await aList(call);
    await until('the switch is seen', async () => {
      const { body } = await byKey(`POST /v1/lists/${list}/subscribers`, { number: aNumber() });
      return UUID.test(body.uid);
    });
  });

  describe('a join by number', () => {
    const join = (list: string, body: object, headers = {}) =>
      byKey(`POST /v1/lists/${list}/subscribers`, body, headers);

    it('[W1-40] answers a handle of one shape for known and unknown numbers, never a stored uid', async () => {
      const { id: list } = await aList(call);
      const { id: other } = await aList(call);
      const [known, unknown, uid] = [aNumber(), aNumber(), unique('user')];
      await call(`PUT ${at(uid)}`, { body: { number: known } });
      const answers = [await join(list, { number: known }), await join(list, { number: unknown })];
      const [ofKnown, ofUnknown] = answers.map(({ body }) => body.uid as string) as [string, string];
      expect(answers.map(({ status, body }) => [status, Object.keys(body)])).toEqual(Array(2).fill([200, ['uid']]));
      for (const handle of [ofKnown, ofUnknown]) expect(handle).toMatch(UUID);
      expect(answers.map(({ headers }) => headers.get('Dundun-Notice'))).toEqual([null, null]);
      expect(ofKnown).not.toBe(uid);
      // The same for every call, on every list, and whatever became of the person meanwhile.
      expect((await join(other, { number: known })).body).toEqual({ uid: ofKnown });
      expect((await join(other, { number: unknown })).body).toEqual({ uid: ofUnknown });
      expect(await aSubscriber(call, list, { number: known })).toBe(uid);
      expect(await aSubscriber(call, list, { number: unknown })).toBe(ofUnknown);
      expect(await read(ofUnknown)).toMatchObject({ uid: ofUnknown, uid_updateable: true, number: unknown });
    });

    it('[W1-40] has its handle accepted as the person by every operation', async () => {
      const { id: list } = await aList(call);
      const [number, uid] = [aNumber(), unique('user')];
      await call(`PUT ${at(uid)}`, { body: { number } });
      const { uid: handle } = (await join(list, { number })).body;
      expectOk(await byKey(`POST ${at(handle)}/events`, { event: 'Seen' }), { status: 'ok' });
      expectOk(await byKey(`PUT ${at(handle)}`, { meta: { size: 'M' } }), {
        id: handle,
        uid: handle,
        meta: { size: 'M' },
      });
      expect(await events(uid)).toEqual(['Seen']);
      expect(await read(handle)).toMatchObject({
        uid,
        number,
        meta: { size: 'M' },
        lists: [{ id: list, subscribed: true }],
      });
      expect((await call(`PUT /v1/lists/${list}/subscribers/${handle}`, { body: { subscribed: false } })).body).toEqual(
        {
          subscribed: false,
        },
      );
      // Somebody who left stays away, with the same answer.
      expectOk(await join(list, { number }), { uid: handle });
      expect(await read(uid)).toMatchObject({ lists: [{ id: list, subscribed: false }] });
    });

    it('[W1-40] takes no less time for a number without a mail to store', async () => {
      const { id: list } = await aList(call);
      const [known, unknown] = [aNumber(), aNumber()];
      await call(`PUT ${at(unique('user'))}`, { body: { number: known, email: anAddress() } });
      for (const number of [known, unknown]) {
        const from = performance.now();
        expect((await join(list, { number })).status).toBe(200);
        // Timers may fire a millisecond early.
        expect(performance.now() - from).toBeGreaterThanOrEqual(48);
      }
    });

    it('[W1-40] keeps leading to the person who got a uid of the caller, and gives the number another handle when it moves', async () => {
      const { id: list } = await aList(call);
      const [number, uid, next] = [aNumber(), unique('user'), unique('user')];
      const { uid: handle } = (await join(list, { number })).body;
      await call(`PUT ${at(uid)}`, { body: { number } });
      expect(await read(handle)).toMatchObject({ uid });
      await call(`PUT ${at(uid)}`, { body: { number: null } });
      await call(`PUT ${at(next)}`, { body: { number } });
      const { uid: other } = (await join(list, { number })).body;
      expect(other).toMatch(UUID);
      expect([await read(handle), await read(other)]).toMatchObject([{ uid }, { uid: next }]);
    });

    it('[W1-40] fills no names of a known person, and repeats its answer under an Idempotency-Key', async () => {
      const { id: list } = await aList(call);
      const [number, uid] = [aNumber(), unique('user')];
      await call(`PUT ${at(uid)}`, { body: { number } });
      const headers = { 'Idempotency-Key': unique('key') };
      const body = { number, first_name: 'Mallory', last_name: 'M', meta: { size: 'M' } };
      const [first, second] = [await join(list, body, headers), await join(list, body, headers)];
      expect(second.body).toEqual(first.body);
      expect(await read(uid)).toMatchObject({ first_name: null, last_name: null, meta: { size: 'M' } });
    });

    it('[W1-40] answers the stored uid in a workspace that leaves its public keys open', async () => {
      const { id: list } = await aList(call);
      const [number, uid] = [aNumber(), unique('user')];
      await call(`PUT ${at(uid)}`, { body: { number } });
      await call('PUT /console/workspace', { body: { strict_public_keys: false } });
      try {
        await until('the switch is seen', async () => (await join(list, { number })).body.uid === uid);
        await byKey(`PUT ${at(uid)}`, { email: anAddress(), first_name: 'Ada', device_token: unique('token') });
        expect(await read(uid)).toMatchObject({ first_name: 'Ada', devices: [{ platform: null }] });
        expect((await read(uid)).devices[0]).not.toHaveProperty('verified');
      } finally {
        await call('PUT /console/workspace', { body: { strict_public_keys: true } });
      }
      await until('the switch is seen', async () => UUID.test((await join(list, { number })).body.uid));
    });
  });

  describe('a person who has an email or number', () => {
    it('[W1-41] gets no email, number or name without a signed identity, with the same answer', async () => {
      for (const has of [{ email: anAddress() }, { number: aNumber() }]) {
        const uid = unique('user');
        await call(`PUT ${at(uid)}`, { body: has });
        const body = { email: anAddress(), number: aNumber(), first_name: 'Eve', last_name: 'M', meta: { plan: 'x' } };
        expectOk(await byKey(`PUT ${at(uid)}`, body), { id: uid, uid, ...body });
        expect(await read(uid)).toMatchObject({
          ...{ email: null, number: null, first_name: null, last_name: null, ...has },
          meta: { plan: 'x' },
        });
        expectOk(await byKey(`PUT ${at(uid)}`, body, await signed(uid)), { id: uid, uid, ...body });
        expect(await read(uid)).toMatchObject({ ...body, ...has });
      }
    });

    it('[W1-41] other people are filled in as before', async () => {
      const uid = unique('user');
      const body = { email: anAddress(), number: aNumber(), first_name: 'Ada' };
      await byKey(`POST ${at(uid)}/events`, { event: 'Seen' });
      expectOk(await byKey('POST /v1/users', { id: uid, ...body }));
      expect(await read(uid)).toMatchObject(body);
    });

    it('[W1-42] has devices of an unsigned identity kept apart, verified once signed, and removable', async () => {
      const uid = unique('user');
      const [mine, strange] = [unique('token'), unique('token')];
      await byKey(`PUT ${at(uid)}`, { device_token: mine, device_platform: 'ios' }, await signed(uid));
      await byKey(`PUT ${at(uid)}`, { device_token: strange });
      const apart = [
        { token: mine, platform: 'ios' },
        { token: strange, platform: null, verified: false },
      ];
      expect((await read(uid)).devices).toEqual(apart);
      // Five of a stranger push out none of the others, and a sixth is not taken.
      for (let nth = 0; nth < 6; nth++) await byKey(`PUT ${at(uid)}`, { device_token: unique('token') });
      expect((await read(uid)).devices).toHaveLength(6);
      expect((await read(uid)).devices[0]).toEqual(apart[0]);
      await byKey(`PUT ${at(uid)}`, { device_token: mine });
      expect((await read(uid)).devices[0]).toEqual(apart[0]);
      await byKey(`PUT ${at(uid)}`, { device_token: strange, device_platform: 'web' }, await signed(uid));
      expect((await read(uid)).devices.slice(0, 2)).toEqual([{ token: strange, platform: 'web' }, apart[0]]);
      const { body } = await call(`DELETE ${at(uid)}/tokens/${(await read(uid)).devices[5].token}`);
      expect(body.devices).toHaveLength(5);
    });

    it('[W1-42] takes a device from a stranger who parked it, but not from a person who proved it', async () => {
      const [one, two, three, token] = [unique('user'), unique('user'), unique('user'), unique('token')];
      await byKey(`PUT ${at(one)}`, { device_token: token });
      await byKey(`PUT ${at(two)}`, { device_token: token });
      expect((await read(two)).devices).toEqual([]);
      await byKey(`PUT ${at(two)}`, { device_token: token }, await signed(two));
      expect([(await read(one)).devices, (await read(two)).devices]).toEqual([[], [{ token, platform: null }]]);
      await byKey(`PUT ${at(three)}`, { device_token: token }, await signed(three));
      expect((await read(three)).devices).toEqual([]);
    });

    it('[W1-44] keeps attributes that are closed to the key alone, with a notice that does not depend on the person', async () => {
      const { id: list } = await aList(call);
      const [known, unknown, number] = [unique('user'), unique('user'), aNumber()];
      await call(`PUT ${at(known)}`, { body: { number, meta: { plan: 'free' } } });
      expect(await settings({ closed_attributes: ['plan', 'credit', 'plan'] })).toMatchObject({
        closed_attributes: ['credit', 'plan'],
      });
      try {
        const body = { meta: { plan: 'pro', credit: 5, size: 'M' } };
        const notice = () => expect.stringContaining('ignored: plan, credit');
        await until('the setting is seen', async () =>
          (await byKey(`PUT ${at(unknown)}`, body)).headers.get('Dundun-Notice')?.includes('ignored: plan, credit'),
        );
        for (const uid of [known, unknown])
          for (const headers of [{}, await signed(uid)]) {
            const answer = await byKey(`PUT ${at(uid)}`, body, headers);
            expect([answer.status, answer.headers.get('Dundun-Notice')]).toEqual([200, notice()]);
          }
        expect((await read(known)).meta).toEqual({ plan: 'free', size: 'M' });
        const joined = await byKey(`POST /v1/lists/${list}/subscribers`, { number: aNumber(), ...body });
        expect(joined.headers.get('Dundun-Notice')).toEqual(notice());
        expect((await read(joined.body.uid)).meta).toEqual({ size: 'M' });
        expectOk(await call(`PUT ${at(known)}`, { body }));
        expect((await read(known)).meta).toMatchObject({ plan: 'pro', credit: 5 });
      } finally {
        await settings({ closed_attributes: [] });
      }
      for (const closed_attributes of ['plan', [''], [5], ['__proto__'], ['x'.repeat(151)], Array(301).fill('x')])
        expectRefusal(await call('PUT /console/identity', { body: { closed_attributes } }), 400, 'invalid_input');
      expectRefusal(await call('PUT /console/identity', { body: {} }), 400, 'empty_update');
    });

    it('closes the attributes that templates and segments use, while the workspace wants it', async () => {
      const [known, name] = [unique('user'), unique('template')];
      const text = 'Your {{ plan.name }} plan, {{ name }}{% if tier %}, {{ tier }}{% endif %}';
      const template = (await call('POST /console/templates', { body: { name, subject: 'Plan', text } })).body;
      const match = { attribute: 'score', type: 'number', is: 'above', value: 10 };
      const segment = (await call('POST /v1/segments', { body: { name: unique('segment'), match } })).body;
      await call(`PUT ${at(known)}`, { body: { number: aNumber() } });
      const body = { meta: { tier: 'gold', plan: 'pro', size: 'M', score: 11 } };
      const told = async () => (await byKey(`PUT ${at(known)}`, body)).headers.get('Dundun-Notice') ?? '';
      try {
        const { used_attributes } = await settings({ close_used_attributes: true });
        expect(used_attributes).toEqual(expect.arrayContaining(['name', 'plan', 'score', 'tier']));
        await until('the setting is seen', async () => (await told()).includes('ignored: tier, plan, score'));
        expect((await read(known)).meta).toEqual({ size: 'M' });
        await call(`DELETE /console/templates/${template.id}`);
        expectOk(await call(`DELETE /v1/segments/${segment.id}`));
        await until('archived ones close nothing', async () => !/tier|score/.test(await told()));
        expect((await read(known)).meta).toMatchObject({ tier: 'gold', size: 'M', score: 11 });
      } finally {
        expect(await settings({ close_used_attributes: false })).toMatchObject({ used_attributes: [] });
      }
    });
  });

  describe('a merge', () => {
    const merge = (source: string, destination: string, headers = {}) =>
      byKey('POST /v1/users/merge', { source, destination }, headers);
    const anonymous = async () => {
      const uid = unique('visitor');
      await byKey(`POST ${at(uid)}/events`, { event: 'Seen', event_id: 'one' });
      await byKey(`PUT ${at(uid)}`, { meta: { plan: 'stolen' }, device_token: unique('token') });
      return uid;
    };

    it('[W1-43] moves only the events of an anonymous source, and keeps the source', async () => {
      const [source, destination] = [await anonymous(), unique('user')];
      await call(`PUT ${at(destination)}`, { body: { email: anAddress() } });
      const answer = await merge(source, destination);
      expectOk(answer, { status: 'queued' });
      expect(await ended(answer.headers.get('Dundun-Job'))).toMatchObject({ state: 'done', done: 1 });
      expect([await events(source), await events(destination)]).toEqual([[], ['Seen']]);
      expect(await read(destination)).toMatchObject({ meta: {}, devices: [] });
      expect(await read(source)).toMatchObject({ uid: source, meta: { plan: 'stolen' } });
      // The same event sent again is still stored once.
      await byKey(`POST ${at(destination)}/events`, { event: 'Seen', event_id: 'one' });
      expect(await events(destination)).toEqual(['Seen']);
    });

    it('[W1-43] moves nothing of a source that has an email, number, list or account, with the same answer', async () => {
      const { id: list } = await aList(call);
      const sources = [
        { email: anAddress() },
        { number: aNumber() },
        { lists: [list] },
        { accounts: [{ id: unique('acme') }] },
      ];
      for (const body of sources) {
        const [source, destination] = [unique('user'), unique('user')];
        await call(`PUT ${at(source)}`, { body });
        await call(`POST ${at(source)}/events`, { body: { event: 'Seen' } });
        const answer = await merge(source, destination);
        expectOk(answer, { status: 'queued' });
        expect(await ended(answer.headers.get('Dundun-Job'))).toMatchObject({ state: 'failed' });
        expect(await events(source)).toEqual(['Seen']);
      }
      const answer = await merge(unique('nobody'), unique('user'));
      expectOk(answer, { status: 'queued' });
      expect(await ended(answer.headers.get('Dundun-Job'))).toMatchObject({ state: 'done' });
    });

    it('[W1-43] merges all of an anonymous source when the identity of the destination is signed', async () => {
      const [source, destination] = [await anonymous(), unique('user')];
      const answer = await merge(source, destination, await signed(destination));
      expectOk(answer, { status: 'queued' });
      await ended(answer.headers.get('Dundun-Job'));
      expect(await read(source)).toMatchObject({ uid: destination, meta: { plan: 'stolen' } });
      expectRefusal(await merge(unique('a'), destination, await signed(source)), 403, 'wrong_identity');
    });
  });

  describe('Dundun-Identity', () => {
    it('[W1-45] refuses a signature that is forged, truncated, of another uid or of an expired secret', async () => {
      const uid = unique('user');
      const right = await sign(uid);
      const put = async (signature: string) =>
        byKey(`PUT ${at(uid)}`, { first_name: 'Ada' }, await signed(uid, signature));
      for (const malformed of [right.slice(1), `${right}0`, '', 'x'.repeat(64), `sha256=${right}`])
        expectRefusal(await put(malformed), 403, 'wrong_identity', /64 hex digits/);
      const forged = [
        await sign(unique('user')),
        await sign(uid, 'guess'),
        `${right.slice(0, 63)}${right.endsWith('0') ? 1 : 0}`,
      ];
      for (const signature of forged) expectRefusal(await put(signature), 403, 'wrong_identity', /not the signature/);
      for (const route of [`POST ${at(uid)}/events`, 'POST /v1/users/merge', 'POST /v1/users'] as const) {
        const body = { event: 'Seen', source: unique('a'), destination: uid, id: uid };
        expectRefusal(await byKey(route, body, await signed(uid, forged[0])), 403, 'wrong_identity');
        expectOk(await byKey(route, body, await signed(uid)));
      }
      expectOk(await put(right.toUpperCase()));
      await call('POST /console/identity/rotate');
      expectOk(await put(right));
      expect((await call('GET /console/identity')).body.previous_until).not.toBeNull();
      const { id } = (await call('GET /v1/account')).body;
      await rows(subject.product, 'UPDATE workspace_identities SET previous_until = now() WHERE workspace_id = $1', [
        id,
      ]);
      await until('the old secret has expired', async () => (await put(right)).status === 403);
      expectRefusal(await put(right), 403, 'wrong_identity', /present secret/);
      expectOk(await put(await sign(uid)));
    });

    it('[W1-45] is allowed by CORS, and the secret is for the server alone', async () => {
      const Origin = 'https://shop.example';
      for (const path of [`${at('u1')}/events`, '/v1/users', at('u1')]) {
        const { headers } = await call(`OPTIONS ${path}`, { as: 'none', headers: { Origin } });
        expect(headers.get('Access-Control-Allow-Headers')).toContain('Dundun-Identity');
      }
      for (const route of ['GET /console/identity', 'PUT /console/identity', 'POST /console/identity/rotate'])
        expectRefusal(await call(route, { as: 'key' }), 403, 'secret_needed');
      expect((await settings()).secret).toMatch(/^di_\w{32}$/);
    });

    it('[W1-46] can be required of every call about a user, but not of visitors and joins', async () => {
      const { id: list } = await aList(call);
      const uid = unique('user');
      await settings({ required: true });
      try {
        await until('the setting is seen', async () => (await byKey(`PUT ${at(uid)}`, {})).status === 403);
        const calls = [
          [`PUT ${at(uid)}`, {}],
          ['POST /v1/users', { id: uid }],
          [`POST ${at(uid)}/events`, { event: 'Seen' }],
          ['POST /v1/users/merge', { source: unique('a'), destination: uid }],
        ] as const;
        for (const [route, body] of calls) {
          expectRefusal(await byKey(route, body), 403, 'identity_needed', /Dundun-Identity/);
          expectOk(await byKey(route, body, await signed(uid)));
          expectOk(await call(route, { body }));
        }
        expectOk(await byKey(`POST ${at(`anonymous-${unique()}`)}/events`, { event: 'Seen' }));
        expectOk(await byKey(`POST /v1/lists/${list}/subscribers`, { number: aNumber() }));
      } finally {
        await settings({ required: false });
      }
      await until('the setting is seen', async () => (await byKey(`PUT ${at(uid)}`, {})).status === 200);
    });
  });
});
