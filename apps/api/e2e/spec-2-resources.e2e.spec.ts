import { describe, expect, it } from '@jest/globals';
import { expectOk, expectRefusal, TIMESTAMP } from './support/answers.js';
import {
  aList,
  anAddress,
  anEmail,
  anSms,
  aNumber,
  aSubscriber,
  countOf,
  memberOf,
  put,
  unique,
  type ListShown,
} from './support/fixtures.js';
import { accepted, capturedFor, ended, received } from './support/messages.js';
import { useWorkspace } from './support/product.js';

describe('resources and their fields', () => {
  const { call } = useWorkspace();

  describe('a list', () => {
    it('[2.1-1] has an id of its own, a string', async () => {
      const lists = [await aList(call), await aList(call)];
      expect(new Set(lists.map(({ id }) => id)).size).toBe(2);
      for (const list of lists) expect(typeof list.id).toBe('string');
    });

    it('[2.1-2, 8-1] has a title of at most 64 characters', async () => {
      expect((await aList(call, { title: 'x'.repeat(64) })).title).toHaveLength(64);
      const answer = await call('POST /v1/lists', { body: { title: 'x'.repeat(65) } });
      expectRefusal(answer, 400, 'invalid_input', /^title must be 1 to 64 characters/);
    });

    it('[2.1-3, 8-2] has a description of at most 255 characters, or null', async () => {
      expect((await aList(call)).description).toBeNull();
      expect((await aList(call, { description: 'x'.repeat(255) })).description).toHaveLength(255);
      const answer = await call('POST /v1/lists', { body: { title: 'x', description: 'x'.repeat(256) } });
      expectRefusal(answer, 400, 'invalid_input', /^description must be at most 255 characters/);
    });

    it('[2.1-4] counts its subscribers, pending ones included', async () => {
      const plain = await aList(call);
      const optin = await aList(call, { double_optin: true });
      const uid = await aSubscriber(call, plain.id);
      await aSubscriber(call, plain.id);
      await aSubscriber(call, optin.id);
      expect([await countOf(call, plain.id), await countOf(call, optin.id)]).toEqual([2, 1]);
      await put(call, plain.id, uid, false);
      expect(await countOf(call, plain.id)).toBe(1);
      await put(call, plain.id, uid, true);
      await call(`DELETE /v1/lists/${plain.id}/subscribers/${uid}`);
      expect(await countOf(call, plain.id)).toBe(1);
    });

    it('[2.1-5] counts the broadcasts sent to it', async () => {
      expect((await aList(call)).broadcast_count).toBe(0);
    });

    it('[2.1-6] sends a confirmation email when double_optin is true, and none when it is false', async () => {
      const [asked, unasked] = [anAddress(), anAddress()];
      await aSubscriber(call, (await aList(call, { double_optin: false })).id, { email: unasked });
      await aSubscriber(call, (await aList(call, { double_optin: true })).id, { email: asked });
      await received(call, asked);
      expect(await capturedFor(call, unasked)).toEqual([]);
    });

    it('[2.1-7] has a redirect_url or null, which does not concern joins through the API', async () => {
      const redirect_url = 'https://example.com/thanks?from=list';
      const list = await aList(call, { redirect_url });
      expect(list.redirect_url).toBe(redirect_url);
      const answer = await call(`POST /v1/lists/${list.id}/subscribers`, { body: { email: anAddress() } });
      expectOk(answer, { uid: expect.any(String) });
      expect(answer.headers.get('Location')).toBeNull();
    });

    it('[2.1-8] says when it was created', async () => {
      const before = Date.now();
      const { created_at } = await aList(call);
      expect(created_at).toMatch(TIMESTAMP);
      expect(Date.parse(created_at)).toBeGreaterThanOrEqual(before - 1_000);
      expect(Date.parse(created_at)).toBeLessThanOrEqual(Date.now() + 1_000);
    });

    it('[4.1.1-6] has these fields and no other', async () => {
      const list = await aList(call, { title: 'All of it' });
      expect(list).toEqual({
        id: expect.any(String),
        title: 'All of it',
        description: null,
        subscriber_count: 0,
        broadcast_count: 0,
        double_optin: false,
        redirect_url: null,
        created_at: expect.stringMatching(TIMESTAMP),
      } satisfies Record<keyof ListShown, unknown>);
    });
  });

  it('[2.2-1] identifies a subscriber by the uid that subscribing returns', async () => {
    const { id } = await aList(call);
    const answer = await call(`POST /v1/lists/${id}/subscribers`, { body: { email: anAddress() } });
    expectOk(answer, { uid: expect.stringMatching(/\S/) });
    expectOk(await put(call, id, answer.body.uid, false), { subscribed: false });
  });

  it('[2.2-2] matches a user by email or by phone number', async () => {
    const { id } = await aList(call);
    const [email, number] = [anAddress(), aNumber()];
    const uid = await aSubscriber(call, id, { email, number });
    expect(await aSubscriber(call, id, { email })).toBe(uid);
    expect(await aSubscriber(call, id, { number })).toBe(uid);
    expect(await countOf(call, id)).toBe(1);
    expect(await memberOf(call, id, uid)).toMatchObject({ email, number });
  });

  it('[2.3-1, 2.4-1] leaves a message identifier of an email and of an SMS', async () => {
    for (const [kind, body] of [
      ['email', anEmail()],
      ['sms', anSms()],
    ] as const) {
      const id = await accepted(call, kind, body);
      expect(typeof id).toBe('string');
      expect(await ended(call, id)).toMatchObject({ id, channel: kind });
    }
  });

  describe('an event', () => {
    const track = (body: object, uid = unique('user')) => call(`POST /v1/users/${uid}/events`, { body });

    it.each([{}, { value: 1 }, { event: '' }, { event: null }, { event: 7 }])(
      '[2.5-1] without a name is refused: %j',
      async (body) => {
        expectRefusal(await track(body), 400, 'invalid_input', /^event must be 1 to 255 characters/);
      },
    );

    it.each([[12.5], ['gold'], [0], [-3], ['']])('[2.5-2] has the value %j', async (value) => {
      const uid = unique('user');
      expectOk(await track({ event: 'Level reached', value }, uid), { status: 'ok' });
      const { body } = await call(`GET /v1/users/${uid}/events`);
      expect(body.data).toMatchObject([{ event: 'Level reached', value, properties: null }]);
    });

    it.each([[['a']], [{ a: 1 }], [null]])('[2.5-2] is refused with the value %j', async (value) => {
      expectRefusal(
        await track({ event: 'x', value }),
        400,
        'invalid_input',
        /^value must be text, a number or a boolean/,
      );
    });

    it('[2.5-3] has properties whose values are text or numbers', async () => {
      const uid = unique('user');
      const properties = { sku: 'A-1', price: 49.9, amount: 2, 'with blank': 'é' };
      expectOk(await track({ event: 'Order placed', properties }, uid), { status: 'ok' });
      const { body } = await call(`GET /v1/users/${uid}/events`);
      expect(body.data).toMatchObject([{ event: 'Order placed', properties, value: null }]);
    });

    it.each([['text'], [[1]], [5]])('[2.5-3] is refused with the properties %j', async (properties) => {
      expectRefusal(await track({ event: 'x', properties }), 400, 'invalid_input', /^properties must be an object/);
    });

    it.each([{ event: 'a' }, { event: 'a', value: 'b' }, { event: 'a', properties: { b: 1 } }])(
      '[2.5-4] has the form %j',
      async (body) => {
        expectOk(await track(body), { status: 'ok' });
      },
    );
  });
});
