import { describe, expect, it } from '@jest/globals';
import { expectOk, expectRefusal } from './support/answers.js';
import { rows } from './support/database.js';
import {
  aList,
  anAddress,
  anEmail,
  aNumber,
  aSubscriber,
  countOf,
  memberOf,
  NOBODY,
  put,
  standing,
  unique,
} from './support/fixtures.js';
import { confirmLink, press } from './support/confirm-page.js';
import { accepted, capturedFor, ended, received } from './support/messages.js';
import { useWorkspace } from './support/product.js';
import { anotherWorkspace } from './support/workspaces.js';

const IDENTIFIER = 'email must be given when number is not.';

describe('subscribers of a list', () => {
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
    it('[4.1.6-1, 4.1.6-11, 2.2-1, 3.2-1, 3.2-3] creates the user, subscribes it and returns its uid', async () => {
      const { id } = await aList(call);
      const email = anAddress();
      const answer = await join(id, { email });
      expectOk(answer, { uid: expect.stringMatching(/\S/) });
      const { uid } = answer.body;
      expect(await memberOf(call, id, uid)).toMatchObject({ uid, email, status: 'subscribed' });
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

    it('[4.1.6-4, 3.2-2, 3.2-4] asks for confirmation by email, and leaves the subscriber pending until then', async () => {
      const { id, title } = await aList(call, { title: 'Confirm me', double_optin: true });
      const email = anAddress();
      const uid = await aSubscriber(call, id, { email });
      expect(await standing(call, id, uid)).toBe('pending');
      const [mail, ...more] = await received(call, email);
      expect(more).toEqual([]);
      expect(mail?.to).toEqual([email]);
      expect(`${mail?.subject} ${mail?.text}`).toContain(title);
      expect(mail?.from).toMatch(/<no-reply@dundun\.test>$/);
      expect((await press(confirmLink(mail!))).status).toBe(200);
      expect(await standing(call, id, uid)).toBe('subscribed');
    });

    it('[4.1.6-5] works for an existing user through its status', async () => {
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

    it('[4.1.6-7, 5-2] requires the secret for an email', async () => {
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

    it('[4.1.6-8] accepts a phone number in international format, and returns it as digits', async () => {
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

    it('[4.1.6-9] accepts the creation time of the user', async () => {
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
    it('[4.1.7-2, 3.2-5] unsubscribing keeps the user on the list and suppresses mail of the list', async () => {
      const { id } = await aList(call);
      const email = anAddress();
      const uid = await aSubscriber(call, id, { email });
      expectOk(await put(call, id, uid, false), { subscribed: false });
      expect(await standing(call, id, uid)).toBe('unsubscribed');
      const message = await ended(call, await accepted(call, 'email', anEmail({ to: email, list: id })));
      expect(message.status).toBe('suppressed');
      expect(await capturedFor(call, email)).toEqual([]);
    });

    it('[4.1.7-1, 3.2-6] subscribing again delivers mail of the list again', async () => {
      const { id } = await aList(call);
      const email = anAddress();
      const uid = await aSubscriber(call, id, { email });
      await put(call, id, uid, false);
      expectOk(await put(call, id, uid, true), { subscribed: true });
      expect(await standing(call, id, uid)).toBe('subscribed');
      const message = await ended(call, await accepted(call, 'email', anEmail({ to: email, list: id })));
      expect(message.status).toBe('captured');
    });

    it('[4.1.7-1, 4.1.7-2, 4.1.7-3] subscribes, unsubscribes and returns the new status', async () => {
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

  it('[4.1.8-1, 4.1.8-2, 3.2-7] removes a subscriber of any status from the list', async () => {
    const plain = await aList(call);
    const optin = await aList(call, { double_optin: true });
    const [subscribed, unsubscribed] = [await aSubscriber(call, plain.id), await aSubscriber(call, plain.id)];
    const pending = await aSubscriber(call, optin.id);
    await put(call, plain.id, unsubscribed, false);
    for (const [list, uid] of [
      [plain.id, subscribed],
      [plain.id, unsubscribed],
      [optin.id, pending],
    ] as const) {
      expectOk(await call(`DELETE /v1/lists/${list}/subscribers/${uid}`), { status: 'ok' });
      expect(await standing(call, list, uid)).toBe('none');
    }
    expect([await countOf(call, plain.id), await countOf(call, optin.id)]).toEqual([0, 0]);
    expectRefusal(await call(`DELETE /v1/lists/${plain.id}/subscribers/${NOBODY}`), 404, 'unknown_person');
  });

  it.each([{}, { first_name: 'Ada' }, { email: null }, { number: null }, { email: null, number: null }])(
    '[W3-13] refuses a join without email and number: %j',
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
    5,
    'a@b.c, d@e.f',
    'Ada <ada@example.com>',
  ])('[W3-13] refuses the email %j', async (email) => {
    const { id } = await aList(call);
    expectRefusal(await join(id, { email }), 400, 'invalid_input', /^email must be an email address/);
  });

  it('[2.2-2, W3-14] matches by email without regard to case, then by number', async () => {
    const { id } = await aList(call);
    const [email, number] = [anAddress(), aNumber()];
    const uid = await aSubscriber(call, id, { email, number });
    expect(await aSubscriber(call, id, { email: email.toUpperCase() })).toBe(uid);
    expect(await aSubscriber(call, id, { email: anAddress(), number })).toBe(uid);
    expect(await countOf(call, id)).toBe(1);
  });

  it('[W3-15] overwrites given fields, merges meta, clears with null', async () => {
    const { id } = await aList(call);
    const [email, number] = [anAddress(), aNumber()];
    const before = { email, number, first_name: 'Ada', last_name: 'Byron', meta: { a: 1, b: 'x', c: true } };
    const uid = await aSubscriber(call, id, before);
    await aSubscriber(call, id, { email, last_name: 'Lovelace', first_name: null, meta: { a: 2, b: null, d: 'new' } });
    expect(await memberOf(call, id, uid)).toMatchObject({ email, number, first_name: null, last_name: 'Lovelace' });
    expect((await stored(uid))?.meta).toEqual({ a: 2, c: true, d: 'new' });
    await aSubscriber(call, id, { email, number: null });
    expect(await memberOf(call, id, uid)).toMatchObject({ number: null });
    expect(await aSubscriber(call, id, { number })).not.toBe(uid);
  });

  it('[W3-16] gives each new person a uid', async () => {
    const { id } = await aList(call);
    const uids = [await aSubscriber(call, id), await aSubscriber(call, id, { number: aNumber() })];
    expect(new Set(uids).size).toBe(2);
    for (const uid of uids) expect(uid.length).toBeGreaterThan(8);
  });

  it('[W3-17] prefers the person of the email to that of the number, with a notice', async () => {
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
  ])('[W3-18] keeps the number %j as %s', async (number, digits) => {
    const { call: own } = await anotherWorkspace(subject.product);
    const { id } = await aList(own);
    const uid = await aSubscriber(own, id, { number });
    expect((await memberOf(own, id, uid))?.number).toBe(digits);
    expect(await aSubscriber(own, id, { number: digits })).toBe(uid);
  });

  it('[W3-18] takes a number of no numbering plan with a notice, in a join and in a user call', async () => {
    const { id } = await aList(call);
    const doubt = 'number is probably no phone number in use: check the country code and the length';
    const noticeOf = async (number: unknown) => (await join(id, { number })).headers.get('Dundun-Notice');
    expect([await noticeOf('1234567'), await noticeOf(1234567), await noticeOf('2348012345678')]).toEqual([
      doubt,
      doubt,
      null,
    ]);
    const user = await call('POST /v1/users', { body: { id: unique('user'), number: '1234568', colour: 'red' } });
    expect(user.headers.get('Dundun-Notice')).toBe(`ignored unknown keys: colour; ${doubt}`);
  });

  it.each(['123456', '1234567890123456', '0801234567', '+', 'abc', '12345x7', 1.5, -2348012345678, true, '٢٣٤٨٠١٢٣٤٥'])(
    '[W3-18] refuses the number %j',
    async (number) => {
      const { id } = await aList(call);
      expectRefusal(
        await join(id, { number }),
        400,
        'invalid_input',
        /^number must be a phone number in international format, 7 to 15 digits/,
      );
    },
  );

  it('[W3-28] accepts "true" and "false" as booleans', async () => {
    const { id } = await aList(call);
    const uid = await aSubscriber(call, id);
    expectOk(await put(call, id, uid, 'false'), { subscribed: false });
    expectOk(await put(call, id, uid, 'true'), { subscribed: true });
  });

  it('[W3-29] forgets the membership on removal, not the person', async () => {
    const [first, second] = [await aList(call), await aList(call)];
    const email = anAddress();
    const uid = await aSubscriber(call, first.id, { email, first_name: 'Ada' });
    await aSubscriber(call, second.id, { email });
    await call(`DELETE /v1/lists/${first.id}/subscribers/${uid}`);
    expect([await standing(call, first.id, uid), await standing(call, second.id, uid)]).toEqual(['none', 'subscribed']);
    expect(await aSubscriber(call, first.id, { email })).toBe(uid);
    expect(await memberOf(call, first.id, uid)).toMatchObject({ first_name: 'Ada', status: 'subscribed' });
  });

  it('[W3-30] answers 404 for unknown people and lists', async () => {
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
    it('[W1-10] fills only unset fields on a join by number', async () => {
      const [first, second] = [await aList(call), await aList(call)];
      const number = aNumber();
      const uid = await aSubscriber(call, first.id, { number, first_name: 'Ada', meta: { plan: 'pro' } });
      const said = { number, first_name: 'Eve', last_name: 'Lovelace', meta: { plan: 'free', city: 'Lagos' } };
      expectOk(await join(second.id, said, 'key'), { uid: expect.any(String) });
      expect(await memberOf(call, second.id, uid)).toMatchObject({
        first_name: 'Ada',
        last_name: null,
        status: 'subscribed',
      });
      expect((await stored(uid))?.meta).toEqual({ plan: 'pro', city: 'Lagos' });
      expectOk(await join(second.id, { number, first_name: null, meta: { plan: null } }, 'key'));
      expect(await memberOf(call, second.id, uid)).toMatchObject({ first_name: 'Ada' });
      expect((await stored(uid))?.meta).toEqual({ plan: 'pro', city: 'Lagos' });
    });

    it('[W1-11] does not resubscribe a person who left', async () => {
      const { id } = await aList(call);
      const number = aNumber();
      const uid = await aSubscriber(call, id, { number });
      await put(call, id, uid, false);
      expectOk(await join(id, { number }, 'key'));
      expect(await standing(call, id, uid)).toBe('unsubscribed');
      expectOk(await join(id, { number }, 'full'), { uid });
      expect(await standing(call, id, uid)).toBe('subscribed');
    });

    it('[W1-2, W1-3] treats email: null as no email', async () => {
      const { id } = await aList(call);
      expectOk(await join(id, { number: aNumber(), email: null }, 'key'));
    });
  });
});
