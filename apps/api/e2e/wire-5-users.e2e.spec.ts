import { describe, expect, it } from '@jest/globals';
import { expectCivil, expectOk, expectRefusal, TIMESTAMP } from './support/answers.js';
import { aList, anAddress, aNumber, aSubscriber, countOf, NOBODY, put, standing, unique } from './support/fixtures.js';
import { useWorkspace } from './support/product.js';
import { anotherWorkspace } from './support/workspaces.js';

const NO_STATS = { delivered: 0, failed: 0, opened: 0, clicked: 0, unique_opens: 0, unique_clicks: 0 };

describe('users', () => {
  const subject = useWorkspace();
  const { call } = subject;
  const create = (body: object, as: 'full' | 'key' = 'full', headers: Record<string, string> = {}) =>
    call('POST /v1/users', { body, as, headers });
  const at = (uid: string) => `/v1/users/${encodeURIComponent(uid)}`;
  const update = (uid: string, body: object, as: 'full' | 'key' = 'full') => call(`PUT ${at(uid)}`, { body, as });
  const read = async (uid: string) => (await call(`GET ${at(uid)}`)).body;
  const noticeOf = ({ headers }: { headers: Headers }) => headers.get('Dundun-Notice');
  const mailsTo = async (address: string) =>
    ((await call('GET /console/inbox?limit=30')).body.data as { to: unknown }[]).filter(({ to }) =>
      JSON.stringify(to ?? '').includes(address),
    );

  it('[W5-2, W5-4] POST /users creates a user, and returns unset fields as null', async () => {
    const id = unique('user');
    const answer = await create({ id });
    expectOk(answer, {
      id,
      uid: id,
      uid_updateable: false,
      first_name: null,
      last_name: null,
      number: null,
      email: null,
      devices: [],
      accounts: [],
      is_account: false,
      member_count: 0,
      archived: false,
      tracking_refused: false,
      marketing_paused_until: null,
      lists: [],
      segments: [],
      meta: {},
      created_at: expect.stringMatching(TIMESTAMP),
      last_interaction: null,
      stats: NO_STATS,
    });
    expect(noticeOf(answer)).toBeNull();
    expect(await read(id)).toEqual(answer.body);
  });

  it('[W5-2] POST /users accepts all fields together, and updates a known id', async () => {
    const { id: list } = await aList(call, { double_optin: true });
    const [id, account, email, number] = [unique('user'), unique('acme'), anAddress(), aNumber()];
    const body = {
      id,
      first_name: 'Ada',
      last_name: 'Lovelace',
      email,
      number: `+${number}`,
      is_account: false,
      device_token: unique('token'),
      device_platform: 'ios',
      created_at: '2020-02-29T12:00:00+0100',
      tz: 'Africa/Lagos',
      meta: { plan: 'pro', seats: 3, vip: true },
      lists: [list],
      accounts: [{ id: account, role: 'owner' }],
    };
    const answer = await create(body);
    expectOk(answer);
    expect(answer.body).toMatchObject({
      uid: id,
      first_name: 'Ada',
      last_name: 'Lovelace',
      email,
      number,
      devices: [{ token: body.device_token, platform: 'ios' }],
      created_at: '2020-02-29T11:00:00.000Z',
      meta: body.meta,
      lists: [{ id: list, subscribed: true }],
      accounts: [{ id: account, role: 'owner' }],
    });
    const again = await create({ id, first_name: null, meta: { seats: null, plan: 'team' } });
    expect(again.body).toMatchObject({ first_name: 'Ada', last_name: 'Lovelace', meta: { plan: 'team', vip: true } });
    expect(again.body.meta).not.toHaveProperty('seats');
    expect(await read(account)).toMatchObject({ is_account: true, member_count: 1 });
  });

  it('[W5-3] PUT /users/{uid} creates a missing user; absent fields stay, null clears, meta merges', async () => {
    const uid = unique('user');
    expect((await update(uid, { first_name: 'Ada', meta: { a: 1, b: 2 } })).body).toMatchObject({
      uid,
      first_name: 'Ada',
    });
    const { body } = await update(uid, { last_name: 'L', meta: { a: null, c: 'x' } });
    expect(body).toMatchObject({ first_name: 'Ada', last_name: 'L', meta: { b: 2, c: 'x' } });
    expect((await update(uid, { first_name: null })).body).toMatchObject({ first_name: null, last_name: 'L' });
    expect((await call(`PUT /users/${uid}`, { body: { first_name: 'Grace' } })).body).toMatchObject({
      uid,
      first_name: 'Grace',
    });
    expectOk(await update(uid, {}));
  });

  it('[W5-3] allows at most 300 attributes', async () => {
    const uid = unique('user');
    const many = (start: number) =>
      Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`n${start + index}`, 1]));
    expectOk(await update(uid, { meta: many(0) }));
    expectRefusal(await update(uid, { first_name: 'Ada', meta: many(150) }), 400, 'invalid_input', /meta/);
    expect(await read(uid)).toMatchObject({ first_name: null });
  });

  it('[W5-5, W5-12] keeps the last five devices, newest first, and moves a token to the last user who names it', async () => {
    const [one, two] = [unique('user'), unique('user')];
    const tokens = Array.from({ length: 6 }, () => unique('token'));
    for (const device_token of tokens) await update(one, { device_token, device_platform: 'android' });
    const shown = (uid: string) =>
      read(uid).then(({ devices }) => devices.map(({ token }: { token: string }) => token));
    expect(await shown(one)).toEqual(tokens.slice(1).reverse());
    const moved = tokens[3] as string;
    expect((await update(two, { device_token: moved })).body.devices).toEqual([{ token: moved, platform: null }]);
    expect(await shown(one)).not.toContain(moved);
    const path = `DELETE ${at(one)}/tokens/${tokens[5]}`;
    for (let time = 0; time < 2; time++) {
      const answer = await call(path);
      expectOk(answer);
      expect(answer.body.devices).toHaveLength(3);
    }
    expectRefusal(await call(`DELETE ${at(unique('user'))}/tokens/x`), 404, 'unknown_person');
    expect(noticeOf(await update(one, { device_platform: 'ios' }))).toContain('device_token');
  });

  it('[W5-6] accepts the time zones of IANA', async () => {
    const uid = unique('user');
    for (const tz of ['Africa/Lagos', 'UTC', null]) expectOk(await update(uid, { tz }));
    for (const tz of ['Lagos', '+01:00', 1]) expectRefusal(await update(uid, { tz }), 400, 'invalid_input', /tz/);
  });

  it('[W5-7] converts to an account and back, also an unknown uid', async () => {
    const uid = unique('acme');
    const convert = (type: string) => call(`POST ${at(uid)}/convert`, { body: { type } });
    expect((await convert('account')).body).toMatchObject({ uid, is_account: true });
    expect((await convert('customer')).body).toMatchObject({ uid, is_account: false });
    expect((await update(uid, { is_account: true })).body).toMatchObject({ is_account: true });
    await create({ id: unique('user'), accounts: [{ id: uid }] });
    expectRefusal(await convert('customer'), 409, 'account_has_members');
    expectRefusal(await update(uid, { is_account: false, first_name: 'X' }), 409, 'account_has_members');
    expect(await read(uid)).toMatchObject({ is_account: true, first_name: null, member_count: 1 });
    expectRefusal(await convert('robot'), 400, 'invalid_input', /type/);
    expectRefusal(
      await call(`POST ${at(uid)}/convert`, { body: { type: 'account' }, as: 'key' }),
      403,
      'secret_needed',
    );
  });

  it('[W5-8] adds to accounts, changes roles and removes', async () => {
    const [uid, one, two] = [unique('user'), unique('acme'), unique('acme')];
    await create({ id: uid });
    const add = (accounts: unknown) => call(`POST ${at(uid)}/accounts`, { body: { accounts } });
    expect((await add([{ id: one, role: 'owner' }, { id: two }])).body.accounts).toEqual([
      { id: one, role: 'owner' },
      { id: two, role: null },
    ]);
    expect(await read(one)).toMatchObject({ is_account: true, member_count: 1 });
    expect((await add([{ id: one }])).body.accounts).toContainEqual({ id: one, role: 'owner' });
    const setRole = (aid: string, role: unknown) => call(`PUT ${at(uid)}/accounts/${aid}`, { body: { role } });
    expect((await setRole(one, null)).body.accounts).toContainEqual({ id: one, role: null });
    const three = unique('acme');
    expect((await setRole(three, 'guest')).body.accounts).toContainEqual({ id: three, role: 'guest' });
    const remove = (aid: string) => call(`DELETE ${at(uid)}/accounts/${aid}`);
    for (let time = 0; time < 2; time++) expect((await remove(one)).body.accounts).toHaveLength(2);
    expectRefusal(await remove(unique('acme')), 404, 'unknown_account');
    expectRefusal(await add([{ id: uid }]), 400, 'invalid_input', /itself/);
    expectRefusal(await add([{ id: one, role: 5 }]), 400, 'invalid_input', /accounts/);
    expectRefusal(
      await call(`POST ${at(unique('user'))}/accounts`, { body: { accounts: [{ id: one }] } }),
      404,
      'unknown_person',
    );
    expectRefusal(await create({ id: uid, accounts: [{ id: one }] }, 'key'), 403, 'secret_needed', /accounts/);
  });

  it('[W5-9] joins lists at once and without opt-in mail, or not at all', async () => {
    const [plain, optin, archived] = [await aList(call), await aList(call, { double_optin: true }), await aList(call)];
    await call(`DELETE /v1/lists/${archived.id}`);
    const [id, email] = [unique('user'), anAddress()];
    expectRefusal(await create({ id, email, lists: [plain.id, archived.id] }), 409, 'list_archived');
    expectRefusal(await create({ id, email, lists: [plain.id, NOBODY] }), 404, 'unknown_list');
    expectRefusal(await create({ id, email, lists: [plain.id, 'x'] }), 404, 'unknown_list');
    expectRefusal(await call(`GET ${at(id)}`), 404, 'unknown_person');
    expect(await countOf(call, plain.id)).toBe(0);
    const { body } = await create({ id, email, lists: [plain.id, optin.id] });
    expect(body.lists).toEqual(
      expect.arrayContaining([plain, optin].map((list) => ({ id: list.id, subscribed: true }))),
    );
    expect(await mailsTo(email)).toEqual([]);
    await put(call, optin.id, id, false);
    await update(id, { email: null });
    const added = await call(`POST ${at(id)}/lists`, { body: { lists: [optin.id, (await aList(call)).id] } });
    expectOk(added);
    expect(noticeOf(added)).toMatch(new RegExp(`POST /v1/lists/.*/subscribers.*${optin.id}`));
    expect(added.body.lists).toHaveLength(3);
    expect(await standing(call, optin.id, id)).toBe('unsubscribed');
  });

  it('[W5-10] adds a user to several lists and removes it', async () => {
    const lists = [(await aList(call)).id, (await aList(call)).id];
    const uid = unique('user');
    expectRefusal(await call(`POST ${at(uid)}/lists`, { body: { lists } }), 404, 'unknown_person');
    await create({ id: uid });
    expect((await call(`POST ${at(uid)}/lists`, { body: { lists } })).body.lists).toHaveLength(2);
    expectRefusal(await call(`DELETE ${at(uid)}/lists`, { body: { lists: [...lists, NOBODY] } }), 404, 'unknown_list');
    expectRefusal(await call(`POST ${at(uid)}/lists`, { body: { lists: [] } }), 400, 'invalid_input', /lists/);
    const { body } = await call(`DELETE ${at(uid)}/lists`, { body: { lists: [lists[0]] } });
    expect(body.lists).toEqual([{ id: lists[1], subscribed: true }]);
    expect(await standing(call, lists[0] as string, uid)).toBe('none');
  });

  it('[W5-11, W5-13] registers attributes with their types and removes them from a user', async () => {
    const [uid, name] = [unique('user'), unique('plan é/')];
    await update(uid, { meta: { [name]: 'pro' } });
    await aSubscriber(call, (await aList(call)).id, { email: anAddress(), meta: { [`${name}2`]: 1 } });
    const known = async () =>
      ((await call('GET /v1/data/attributes')).body as { name: string }[]).filter((each) => each.name.startsWith(name));
    expect(await known()).toEqual([
      { id: expect.any(String), name, type: 'string' },
      { id: expect.any(String), name: `${name}2`, type: 'number' },
    ]);
    const path = `DELETE ${at(uid)}/attributes/${encodeURIComponent(name)}`;
    for (let time = 0; time < 2; time++) expect((await call(path)).body.meta).toEqual({});
    await update(uid, { meta: { [name]: 5 } });
    expect((await known())[0]).toMatchObject({ type: 'mixed' });
    expectRefusal(await call(`DELETE ${at(unique('user'))}/attributes/x`), 404, 'unknown_person');
    expectRefusal(await call('GET /v1/data/attributes', { as: 'key' }), 403, 'secret_needed');
  });

  it('[W5-14] gives a person of a join the id of the call that names the email, with memberships and events', async () => {
    const { id: list } = await aList(call);
    for (const said of [{ email: anAddress() }, { number: aNumber() }]) {
      const made = await aSubscriber(call, list, said);
      expect(await read(made)).toMatchObject({ uid: made, uid_updateable: true });
      await call(`POST /v1/users/${made}/events`, { body: { event: 'Joined' } });
      const uid = unique('user');
      const answer = await update(uid, { ...said, first_name: 'Ada' });
      expect(answer.body).toMatchObject({ uid, uid_updateable: false, lists: [{ id: list, subscribed: true }] });
      expect(noticeOf(answer)).toBeNull();
      await call(`POST /v1/users/${made}/events`, { body: { event: 'Under the old uid' } });
      const events = (await call(`GET ${at(uid)}/events`)).body.data as { event: string }[];
      expect(events.map(({ event }) => event)).toEqual(['Under the old uid', 'Joined']);
      expect(await read(made)).toMatchObject({ uid });
    }
  });

  it('[W5-15] lets two users with ids keep one email, and matches the older', async () => {
    const { id: list } = await aList(call);
    const [one, two, email] = [unique('user'), unique('user'), anAddress()];
    await update(one, { email });
    const answer = await update(two, { email });
    expect(answer.body).toMatchObject({ uid: two, email });
    expect(noticeOf(answer)).toContain(one);
    expect(await read(one)).toMatchObject({ email });
    expect(await aSubscriber(call, list, { email })).toBe(one);
    await update(one, { email: anAddress() });
    expect(await aSubscriber(call, list, { email })).toBe(two);
  });

  it('[W5-16] accepts any text of up to 255 characters as a uid, and numbers as text', async () => {
    for (const uid of [
      `${unique()}@example.com`,
      '0',
      '0042',
      `${unique()} é/?#%&+`,
      '__proto__',
      unique().padEnd(255, '☃'),
    ]) {
      expect((await update(uid, { first_name: 'Ada' })).body).toMatchObject({ uid, first_name: 'Ada' });
      expect(await read(uid)).toMatchObject({ uid });
    }
    const raw = `${unique()}@example.com`;
    expect((await call(`PUT /v1/users/${raw}`, { body: {} })).body).toMatchObject({ uid: raw });
    const number = Math.floor(Math.random() * 1e12);
    expect((await create({ id: number })).body).toMatchObject({ uid: String(number) });
    for (const id of ['', 'x'.repeat(256), 1.5, null, {}])
      expectRefusal(await create({ id }), 400, 'invalid_input', /id/);
    expectRefusal(await update('x'.repeat(256), {}), 400, 'invalid_input', /uid/);
    expectRefusal(await call('PUT /v1/users/a%00b', { body: {} }), 400, 'invalid_input', /uid/);
  });

  it('[W5-17] writes once under an Idempotency-Key, and repeats the first answer', async () => {
    const [id, key] = [unique('user'), unique('key')];
    const headers = { 'Idempotency-Key': key };
    const first = await create({ id, first_name: 'Ada' }, 'full', headers);
    await update(id, { first_name: 'Grace' });
    const second = await create({ id, first_name: 'Ada' }, 'full', headers);
    expect([second.body, second.headers.get('Idempotency-Replayed')]).toEqual([first.body, 'true']);
    expect(await read(id)).toMatchObject({ first_name: 'Grace' });
    expectRefusal(await create({ id, first_name: 'Eve' }, 'full', headers), 422, 'idempotency_key_reused');
    const shared = unique('key');
    const many = await Promise.all(
      Array.from({ length: 20 }, () => create({ id: `${id}-2` }, 'full', { 'Idempotency-Key': shared })),
    );
    for (const answer of many) expect([answer.status, answer.body.uid]).toEqual([200, `${id}-2`]);
  });

  it('[W5-18] names every wrong field and changes nothing', async () => {
    const uid = unique('user');
    const wrong = {
      first_name: 5,
      email: 'nobody',
      number: '12',
      is_account: 'perhaps',
      device_token: ' ',
      device_platform: 'toaster',
      created_at: 'yesterday',
      tz: 'Nowhere',
      meta: { deep: { er: 1 } },
      lists: 'all',
      accounts: [{ role: 'owner' }],
    };
    const answer = await update(uid, wrong);
    for (const name of Object.keys(wrong)) expect(answer.body.error).toContain(name);
    expectRefusal(answer, 400, 'invalid_input');
    expectRefusal(await call(`GET ${at(uid)}`), 404, 'unknown_person');
    expectRefusal(await create({ first_name: 'Ada' }), 400, 'invalid_input', /id/);
    const odd = await update(uid, { frist_name: 'Ada' });
    expectOk(odd);
    expect(noticeOf(odd)).toContain('frist_name');
    for (const meta of [{ a: '\u0000' }, { ['__proto__']: 1 }, { '': 1 }, [], 'x'])
      expectCivil(await update(uid, { meta }));
  });

  it('[W5-18] belongs to one workspace', async () => {
    const theirs = await anotherWorkspace(subject.product);
    const [uid, email] = [unique('user'), anAddress()];
    await update(uid, { email, first_name: 'Ada' });
    const { body } = await theirs.call(`PUT ${at(uid)}`, { body: { email } });
    expect(body).toMatchObject({ uid, email, first_name: null });
    const { id: list } = await aList(call);
    expectRefusal(await theirs.call(`PUT ${at(uid)}`, { body: { lists: [list] } }), 404, 'unknown_list');
  });

  describe('with the key alone', () => {
    it('[W1-16] fills only unset fields', async () => {
      const [uid, email] = [unique('user'), anAddress()];
      await update(uid, { email, first_name: 'Ada', meta: { plan: 'pro' } });
      const said = {
        email: anAddress(),
        first_name: 'Eve',
        last_name: 'L',
        meta: { plan: 'free', seats: 1 },
        is_account: true,
      };
      expectOk(await update(uid, said, 'key'));
      expectOk(await create({ id: uid, first_name: null, meta: { plan: null } }, 'key'));
      expect(await read(uid)).toMatchObject({
        email,
        first_name: 'Ada',
        last_name: null,
        meta: { plan: 'pro', seats: 1 },
        is_account: false,
      });
    });

    it('[W1-17] returns the uid and the given fields only', async () => {
      const [uid, email] = [unique('user'), anAddress()];
      await update(uid, { email, last_name: 'Lovelace', meta: { secret: 'x' } });
      expectOk(await update(uid, { first_name: 'Ada', meta: { plan: 'pro' } }, 'key'), {
        id: uid,
        uid,
        first_name: 'Ada',
        meta: { plan: 'pro' },
      });
      expectOk(await create({ id: uid }, 'key'), { id: uid, uid });
      expectOk(await create({ id: uid }, 'key', { 'Idempotency-Key': unique('key') }), { id: uid, uid });
      for (const path of [at(uid), '/v1/users', `${at(uid)}/members`])
        expectRefusal(await call(`GET ${path}`, { as: 'key' }), 403, 'secret_needed');
    });

    it('[W1-18] does not reveal whether an email or number is known', async () => {
      const [email, number, free, freeNumber] = [anAddress(), aNumber(), anAddress(), aNumber()];
      await update(unique('user'), { email, number });
      const { id: list, subscriber_count } = await aList(call, { double_optin: true });
      const shown = async (said: { email: string; number: string }) => {
        const uid = unique('user');
        const answer = await create({ id: uid, ...said, lists: [list] }, 'key');
        const names = [...answer.headers.keys()].sort();
        const text = answer.text.replaceAll(uid, 'uid').replace(said.email, 'email').replace(said.number, 'number');
        return { uid, shown: { status: answer.status, notice: noticeOf(answer), names, text } };
      };
      const taken = await shown({ email, number });
      const open = await shown({ email: free, number: freeNumber });
      expect(taken.shown).toEqual(open.shown);
      expect(await read(taken.uid)).toMatchObject({ email: null, number: null });
      expect(await read(open.uid)).toMatchObject({ email: free, number: freeNumber });
      expect(await countOf(call, list)).toBe(subscriber_count + 2);
    });

    it('[W1-19] joins lists as POST subscribers does', async () => {
      const [plain, optin] = [await aList(call), await aList(call, { double_optin: true })];
      const [uid, email] = [unique('user'), anAddress()];
      expectRefusal(await update(uid, { lists: [optin.id] }, 'key'), 400, 'optin_needs_email');
      expectOk(await update(uid, { email, lists: [plain.id, optin.id] }, 'key'));
      for (const { id } of [plain, optin]) expect(await standing(call, id, uid)).toBe('pending');
      await put(call, plain.id, uid, false);
      expectOk(await update(uid, { lists: [plain.id] }, 'key'));
      expect(await standing(call, plain.id, uid)).toBe('unsubscribed');
      expectRefusal(await update(uid, { lists: [NOBODY] }, 'key'), 404, 'unknown_list');
    });

    it('[W1-7] is limited per uid, also when the body names it', async () => {
      const id = unique('user');
      const either = (index: number) => (index % 2 ? create({ id }, 'key') : update(id, {}, 'key'));
      const answers = await Promise.all(Array.from({ length: 150 }, (_, index) => either(index)));
      const refused = answers.filter(({ status }) => status !== 200);
      expect(refused.length).toBeGreaterThan(0);
      for (const answer of refused) expectRefusal(answer, 429, 'rate_limited');
      expectOk(await create({ id: unique('user') }, 'key'));
    });
  });
});
