import { describe, expect, it } from '@jest/globals';
import { expectOk, expectRefusal } from './support/answers.js';
import { rows } from './support/database.js';
import {
  aList,
  anAddress,
  aNumber,
  aSubscriber,
  countOf,
  memberOf,
  NOBODY,
  put,
  standing,
} from './support/fixtures.js';
import { received } from './support/messages.js';
import { useWorkspace } from './support/product.js';

describe('operations on subscribers', () => {
  const subject = useWorkspace();
  const { call } = subject;
  const join = (id: string, body: unknown, as: 'full' | 'key' = 'full') =>
    call(`POST /v1/lists/${id}/subscribers`, { body, as });
  const stored = async (uid: string) =>
    (
      await rows<{ meta: object; created_at: Date }>(
        subject.product,
        'SELECT meta, created_at FROM people WHERE uid = $1',
        [uid],
      )
    )[0];

  describe('subscribing', () => {
    it('[4.1.6-1, 4.1.6-11] creates the user, subscribes it and answers its uid', async () => {
      const { id } = await aList(call);
      const answer = await join(id, { email: anAddress() });
      expectOk(answer, { uid: expect.any(String) });
      expect(await standing(call, id, answer.body.uid)).toBe('subscribed');
      expect(await countOf(call, id)).toBe(1);
    });

    const isAddedToo = async (known: object) => {
      const [first, second] = [await aList(call), await aList(call)];
      const uid = await aSubscriber(call, first.id, known);
      expectOk(await join(second.id, known), { uid });
      expect([await standing(call, first.id, uid), await standing(call, second.id, uid)]).toEqual([
        'subscribed',
        'subscribed',
      ]);
      expect([await countOf(call, first.id), await countOf(call, second.id)]).toEqual([1, 1]);
    };

    it('[4.1.6-2] adds an existing user matched by email', () => isAddedToo({ email: anAddress() }));

    it('[4.1.6-3] adds an existing user matched by number', () => isAddedToo({ number: aNumber() }));

    it('[4.1.6-4] sends the confirmation email to the subscriber', async () => {
      const { id, title } = await aList(call, { title: 'Confirm me', double_optin: true });
      const email = anAddress();
      await join(id, { email });
      const [mail] = await received(call, email);
      expect(mail?.to).toEqual([email]);
      expect(`${mail?.subject} ${mail?.text}`).toContain(title);
    });

    it('[4.1.6-5] can be done for an existing user by its status', async () => {
      const [first, second] = [await aList(call), await aList(call)];
      const uid = await aSubscriber(call, first.id);
      expectOk(await put(call, second.id, uid, true), { subscribed: true });
      expect(await standing(call, second.id, uid)).toBe('subscribed');
    });

    it('[4.1.6-6] keeps first_name and last_name, each optional', async () => {
      const { id } = await aList(call);
      for (const names of [
        {},
        { first_name: 'Ada' },
        { last_name: 'Lovelace' },
        { first_name: 'Ada', last_name: 'Lovelace' },
      ]) {
        const uid = await aSubscriber(call, id, { email: anAddress(), ...names });
        expect(await memberOf(call, id, uid)).toMatchObject({ first_name: null, last_name: null, ...names });
      }
    });

    it('[4.1.6-7, 5-2] takes the secret for an email', async () => {
      const { id } = await aList(call);
      expectRefusal(
        await join(id, { email: anAddress() }, 'key'),
        403,
        'secret_needed',
        /email.*secret|secret.*email/i,
      );
      expect(await countOf(call, id)).toBe(0);
      expectOk(await join(id, { number: aNumber() }, 'key'), { uid: expect.any(String) });
      expectOk(await join(id, { email: anAddress() }, 'full'));
    });

    it('[4.1.6-8] takes a phone number in international format, and returns it as digits', async () => {
      const { id } = await aList(call);
      const number = aNumber();
      const uid = await aSubscriber(call, id, { number: `+${number}` });
      expect((await memberOf(call, id, uid))?.number).toBe(number);
      expectRefusal(
        await join(id, { number: 'hello' }),
        400,
        'invalid_input',
        /^number must be a phone number in international format/,
      );
    });

    it('[4.1.6-9] takes when the user was created', async () => {
      const { id } = await aList(call);
      const uid = await aSubscriber(call, id, { email: anAddress(), created_at: '2024-02-29T12:30:00+02:00' });
      expect((await stored(uid))?.created_at.toISOString()).toBe('2024-02-29T10:30:00.000Z');
      const answer = await join(id, { email: anAddress(), created_at: 'yesterday' });
      expectRefusal(answer, 400, 'invalid_input', /^created_at must be a timestamp/);
    });

    it('[4.1.6-10] adds and updates attributes of text, number and boolean', async () => {
      const { id } = await aList(call);
      const email = anAddress();
      const uid = await aSubscriber(call, id, { email, meta: { plan: 'free', seats: 3, beta: true } });
      expect((await stored(uid))?.meta).toEqual({ plan: 'free', seats: 3, beta: true });
      await join(id, { email, meta: { plan: 'pro', city: 'Lagos' } });
      expect((await stored(uid))?.meta).toEqual({ plan: 'pro', seats: 3, beta: true, city: 'Lagos' });
    });

    it.each([['text'], [['a']], [{ a: { b: 1 } }], [{ a: [1] }]])(
      '[4.1.6-10] refuses the attributes %j',
      async (meta) => {
        const { id } = await aList(call);
        expectRefusal(await join(id, { email: anAddress(), meta }), 400, 'invalid_input', /^meta must be an object/);
      },
    );
  });

  describe('changing the status', () => {
    it('[4.1.7-1, 4.1.7-2, 4.1.7-3] subscribes and unsubscribes and answers the new status', async () => {
      const { id } = await aList(call);
      const uid = await aSubscriber(call, id);
      for (const subscribed of [false, true, true, false, false]) {
        expectOk(await put(call, id, uid, subscribed), { subscribed });
        expect(await standing(call, id, uid)).toBe(subscribed ? 'subscribed' : 'unsubscribed');
      }
    });

    it.each([{}, { subscribed: null }, { subscribed: 1 }, { subscribed: 'yes' }])(
      '[4.1.7-1] refuses %j',
      async (body) => {
        const { id } = await aList(call);
        const uid = await aSubscriber(call, id);
        const answer = await call(`PUT /v1/lists/${id}/subscribers/${uid}`, { body });
        expectRefusal(answer, 400, 'invalid_input', 'subscribed must be true or false.');
        expect(await standing(call, id, uid)).toBe('subscribed');
      },
    );
  });

  it('[4.1.8-1, 4.1.8-2] removing answers ok, and they are not on the list any more', async () => {
    const { id } = await aList(call);
    const uid = await aSubscriber(call, id);
    expectOk(await call(`DELETE /v1/lists/${id}/subscribers/${uid}`), { status: 'ok' });
    expect(await standing(call, id, uid)).toBe('none');
    expect(await countOf(call, id)).toBe(0);
    expectRefusal(await call(`DELETE /v1/lists/${id}/subscribers/${NOBODY}`), 404, 'unknown_person');
  });
});
