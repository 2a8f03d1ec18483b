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
  unique,
} from './support/fixtures.js';
import { useWorkspace } from './support/product.js';
import { anotherWorkspace } from './support/workspaces.js';

const IDENTIFIER = 'email must be given when number is not.';

describe('what the wire contract decides on subscribers', () => {
  const subject = useWorkspace();
  const { call } = subject;
  const join = (id: string, body: object, as: 'full' | 'key' = 'full') =>
    call(`POST /v1/lists/${id}/subscribers`, { body, as });
  const metaOf = async (uid: string) =>
    (await rows<{ meta: object }>(subject.product, 'SELECT meta FROM people WHERE uid = $1', [uid]))[0]?.meta;

  it.each([{}, { first_name: 'Ada' }, { email: null }, { number: null }, { email: null, number: null }])(
    '[W3-13] a join needs email or number, not %j',
    async (body) => {
      const { id } = await aList(call);
      expectRefusal(await join(id, body), 400, 'invalid_input', IDENTIFIER);
    },
  );

  it.each([
    'nobody',
    'a@b',
    '@example.com',
    'a@example',
    'a b@example.com',
    'a@exa mple.com',
    '',
    5,
    'a@b.c, d@e.f',
    'Ada <ada@example.com>',
  ])('[W3-13] the email %j is refused', async (email) => {
    const { id } = await aList(call);
    expectRefusal(await join(id, { email }), 400, 'invalid_input', /^email must be an email address/);
  });

  it('[W3-14] matches by email without regard to case, then by number', async () => {
    const { id } = await aList(call);
    const [email, number] = [anAddress(), aNumber()];
    const uid = await aSubscriber(call, id, { email, number });
    expect(await aSubscriber(call, id, { email: email.toUpperCase() })).toBe(uid);
    expect(await aSubscriber(call, id, { email: anAddress(), number })).toBe(uid);
    expect(await countOf(call, id)).toBe(1);
  });

  it('[W3-15] fields given overwrite, meta merges, null clears', async () => {
    const { id } = await aList(call);
    const [email, number] = [anAddress(), aNumber()];
    const before = { email, number, first_name: 'Ada', last_name: 'Byron', meta: { a: 1, b: 'x', c: true } };
    const uid = await aSubscriber(call, id, before);
    await aSubscriber(call, id, { email, last_name: 'Lovelace', first_name: null, meta: { a: 2, b: null, d: 'new' } });
    expect(await memberOf(call, id, uid)).toMatchObject({ email, number, first_name: null, last_name: 'Lovelace' });
    expect(await metaOf(uid)).toEqual({ a: 2, c: true, d: 'new' });
    await aSubscriber(call, id, { email, number: null });
    expect(await memberOf(call, id, uid)).toMatchObject({ number: null });
    expect(await aSubscriber(call, id, { number })).not.toBe(uid);
  });

  it('[W3-16] somebody new gets a uid of their own', async () => {
    const { id } = await aList(call);
    const uids = [await aSubscriber(call, id), await aSubscriber(call, id, { number: aNumber() })];
    expect(new Set(uids).size).toBe(2);
    for (const uid of uids) expect(uid.length).toBeGreaterThan(8);
  });

  it('[W3-17] when email and number belong to two people, the email’s wins and a notice says so', async () => {
    const { id } = await aList(call);
    const [email, number] = [anAddress(), aNumber()];
    const [ofEmail, ofNumber] = [await aSubscriber(call, id, { email }), await aSubscriber(call, id, { number })];
    const answer = await join(id, { email, number, first_name: 'Ada' });
    expectOk(answer, { uid: ofEmail });
    expect(answer.headers.get('Dundun-Notice')).toMatch(/number/);
    expect(await memberOf(call, id, ofEmail)).toMatchObject({ email, number: null, first_name: 'Ada' });
    expect(await memberOf(call, id, ofNumber)).toMatchObject({ email: null, number, first_name: null });
  });

  it.each([
    ['+234 801-234-5678', '2348012345678'],
    ['2348012345678', '2348012345678'],
    [2348012345678, '2348012345678'],
    ['+1 650 253 0000', '16502530000'],
    ['1234567', '1234567'],
    ['123456789012345', '123456789012345'],
  ])('[W3-18] the number %j is kept as %s', async (number, digits) => {
    const { call: own } = await anotherWorkspace(subject.product);
    const { id } = await aList(own);
    const uid = await aSubscriber(own, id, { number });
    expect((await memberOf(own, id, uid))?.number).toBe(digits);
    expect(await aSubscriber(own, id, { number: digits })).toBe(uid);
  });

  it.each([
    '123456',
    '1234567890123456',
    '0801234567',
    '+',
    'abc',
    '12345x7',
    '(234)8012345',
    1.5,
    -2348012345678,
    true,
    '',
    '٢٣٤٨٠١٢٣٤٥',
  ])('[W3-18] the number %j is refused', async (number) => {
    const { id } = await aList(call);
    expectRefusal(
      await join(id, { number }),
      400,
      'invalid_input',
      /^number must be a phone number in international format, 7 to 15 digits/,
    );
  });

  it('[W3-28] "true" and "false" are booleans here', async () => {
    const { id } = await aList(call);
    const uid = await aSubscriber(call, id);
    expectOk(await put(call, id, uid, 'false'), { subscribed: false });
    expectOk(await put(call, id, uid, 'true'), { subscribed: true });
  });

  it('[W3-29] removing forgets the membership, not the person', async () => {
    const [first, second] = [await aList(call), await aList(call)];
    const email = anAddress();
    const uid = await aSubscriber(call, first.id, { email, first_name: 'Ada' });
    await aSubscriber(call, second.id, { email });
    await call(`DELETE /v1/lists/${first.id}/subscribers/${uid}`);
    expect([await standing(call, first.id, uid), await standing(call, second.id, uid)]).toEqual(['none', 'subscribed']);
    expect(await aSubscriber(call, first.id, { email })).toBe(uid);
    expect(await memberOf(call, first.id, uid)).toMatchObject({ first_name: 'Ada', status: 'subscribed' });
  });

  it('[W3-30] unknown people and lists are 404', async () => {
    const { id } = await aList(call);
    const uid = await aSubscriber(call, id);
    for (const [route, body, code] of [
      [`POST /v1/lists/${NOBODY}/subscribers`, { email: anAddress() }, 'unknown_list'],
      [`PUT /v1/lists/${NOBODY}/subscribers/${uid}`, { subscribed: true }, 'unknown_list'],
      [`PUT /v1/lists/${id}/subscribers/${unique('nobody')}`, { subscribed: true }, 'unknown_person'],
      [`PUT /v1/lists/${id}/subscribers/${unique('nobody')}`, { subscribed: false }, 'unknown_person'],
      [`DELETE /v1/lists/${NOBODY}/subscribers/${uid}`, undefined, 'unknown_list'],
      [`DELETE /v1/lists/${id}/subscribers/${unique('nobody')}`, undefined, 'unknown_person'],
    ] as const) {
      expectRefusal(await call(route, { body }), 404, code);
    }
  });

  describe('with the key alone', () => {
    it('[W1-10] a join by number fills only what is unset', async () => {
      const [first, second] = [await aList(call), await aList(call)];
      const number = aNumber();
      const uid = await aSubscriber(call, first.id, { number, first_name: 'Ada', meta: { plan: 'pro' } });
      const said = { number, first_name: 'Eve', last_name: 'Lovelace', meta: { plan: 'free', city: 'Lagos' } };
      expectOk(await join(second.id, said, 'key'), { uid });
      expect(await memberOf(call, second.id, uid)).toMatchObject({
        first_name: 'Ada',
        last_name: 'Lovelace',
        status: 'subscribed',
      });
      expect(await metaOf(uid)).toEqual({ plan: 'pro', city: 'Lagos' });
      expectOk(await join(second.id, { number, last_name: null, meta: { plan: null } }, 'key'), { uid });
      expect(await memberOf(call, second.id, uid)).toMatchObject({ last_name: 'Lovelace' });
      expect(await metaOf(uid)).toEqual({ plan: 'pro', city: 'Lagos' });
    });

    it('[W1-11] nobody who left is subscribed again', async () => {
      const { id } = await aList(call);
      const number = aNumber();
      const uid = await aSubscriber(call, id, { number });
      await put(call, id, uid, false);
      expectOk(await join(id, { number }, 'key'), { uid });
      expect(await standing(call, id, uid)).toBe('unsubscribed');
      expectOk(await join(id, { number }, 'full'), { uid });
      expect(await standing(call, id, uid)).toBe('subscribed');
    });

    it('[W1-2, W1-3] email: null is no email', async () => {
      const { id } = await aList(call);
      expectOk(await join(id, { number: aNumber(), email: null }, 'key'));
    });
  });
});
