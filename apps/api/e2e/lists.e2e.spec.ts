import { describe, expect, it } from '@jest/globals';
import type { Call } from '@dundun/testing';
import { expectOk, expectRefusal, TIMESTAMP } from './support/answers.js';
import {
  aList,
  anAddress,
  aNumber,
  aSubscriber,
  countOf,
  newestFirst,
  NOBODY,
  put,
  standing,
  type ListShown,
} from './support/fixtures.js';
import { capturedFor, received } from './support/messages.js';
import { useWorkspace } from './support/product.js';
import { anotherWorkspace } from './support/workspaces.js';

describe('lists', () => {
  const subject = useWorkspace();
  const { call } = subject;
  const create = (body: unknown) => call('POST /v1/lists', { body });
  const update = (id: string, body: unknown) => call(`PUT /v1/lists/${id}`, { body, as: 'key' });

  it('say how many of their people are subscribed, pending and suppressed', async () => {
    const list = await aList(call, { double_optin: true });
    const counts = () => call(`GET /console/lists/${list.id}/counts`);
    expectOk(await counts(), { total: 0, subscribed: 0, pending: 0, suppressed: 0, is_exact: true });
    const [ada, grace, linus] = [anAddress(), anAddress(), anAddress()];
    for (const email of [ada, grace]) await call('PUT /v1/users/' + email.split('@')[0], { body: { email, lists: [list.id] } }); // prettier-ignore
    expectOk(await call(`POST /v1/lists/${list.id}/subscribers`, { body: { email: linus } }));
    const number = aNumber();
    await call('PUT /v1/users/caller-of-counts', { body: { number, lists: [list.id] } });
    expectOk(
      await call('POST /console/suppressions', { body: { addresses: [ada.toUpperCase(), number, anAddress()] } }),
    );
    expectOk(await counts(), { total: 4, subscribed: 1, pending: 1, suppressed: 2, is_exact: true });
    expectRefusal(await call(`GET /console/lists/${NOBODY}/counts`), 404, 'unknown_list');
  });

  describe('creating', () => {
    it('[4.1.1-1, 4.1.1-6, 5-2] returns the list, with key and secret', async () => {
      const body = {
        title: 'News',
        description: 'What is new',
        redirect_url: 'https://example.com/thanks',
        double_optin: true,
      };
      const answer = await create(body);
      const rest = {
        subscriber_count: 0,
        broadcast_count: 0,
        is_public: false,
        created_at: expect.stringMatching(TIMESTAMP),
      };
      expectOk(answer, { id: expect.any(String), ...body, ...rest });
      expectRefusal(await call('POST /v1/lists', { body, as: 'key' }), 403, 'secret_needed', /secret/);
    });

    it('[2.1-1] gives each list a unique id, a string', async () => {
      const lists = [await aList(call), await aList(call)];
      expect(new Set(lists.map(({ id }) => id)).size).toBe(2);
      for (const list of lists) expect(typeof list.id).toBe('string');
    });

    it('[2.1-8] returns when the list was created', async () => {
      const before = Date.now();
      const { created_at } = await aList(call);
      expect(created_at).toMatch(TIMESTAMP);
      expect(Date.parse(created_at)).toBeGreaterThanOrEqual(before - 1_000);
      expect(Date.parse(created_at)).toBeLessThanOrEqual(Date.now() + 1_000);
    });

    it('[4.1.1-6] returns these fields and no others', async () => {
      const list = await aList(call, { title: 'All of it' });
      expect(list).toEqual({
        id: expect.any(String),
        title: 'All of it',
        description: null,
        subscriber_count: 0,
        broadcast_count: 0,
        double_optin: false,
        is_public: false,
        redirect_url: null,
        created_at: expect.stringMatching(TIMESTAMP),
      } satisfies Record<keyof ListShown, unknown>);
    });

    it.each([
      ['no title', {}, '.'],
      ['an empty title', { title: '' }, '.'],
      ['a title of 65 characters', { title: 'x'.repeat(65) }, '.'],
      ['null', { title: null }, '.'],
      ['a number', { title: 5 }, '; it is not text.'],
      ['a list', { title: ['x'] }, '; it is not text.'],
    ])('[4.1.1-2] accepts a title of 1 to 64 characters, not %s', async (_, body, end) => {
      const rule = 'title must be 1 to 64 characters without line breaks';
      expectRefusal(await create(body), 400, 'invalid_input', rule + end);
    });

    it('[4.1.1-3, 4.1.1-7] returns null for description and redirect_url when they are omitted', async () => {
      const list = await aList(call, { title: 'Bare' });
      expect(list).toMatchObject({ title: 'Bare', description: null, redirect_url: null });
    });

    it.each(['not a url', '/relative', 'example.com', 'javascript:alert(1)', 'ftp://example.com/x', 'https://'])(
      '[4.1.1-4] refuses the redirect_url %j',
      async (redirect_url) => {
        const answer = await create({ title: 'x', redirect_url });
        expectRefusal(answer, 400, 'invalid_input', 'redirect_url must be an http or https address or null.');
      },
    );

    it('[4.1.1-5] turns the confirmation on', async () => {
      const { id, double_optin } = await aList(call, { double_optin: true });
      expect(double_optin).toBe(true);
      expect(await standing(call, id, await aSubscriber(call, id))).toBe('pending');
    });

    it.each([1, 0, 'yes', {}])('[4.1.1-5] refuses double_optin %j', async (double_optin) => {
      const answer = await create({ title: 'x', double_optin });
      expectRefusal(answer, 400, 'invalid_input', 'double_optin must be true or false.');
    });
  });

  it('[4.1.3-1, 5-3] reads a list with the key alone', async () => {
    const list = await aList(call);
    expectOk(await call(`GET /v1/lists/${list.id}`, { as: 'key' }), list);
  });

  describe('updating', () => {
    it('[4.1.4-1, 4.1.4-4, 5-3] accepts the key alone and returns the updated list', async () => {
      const list = await aList(call, { title: 'Before', description: 'Stays' });
      const answer = await update(list.id, { title: 'After' });
      expectOk(answer, { ...list, title: 'After' });
      expectOk(await call(`GET /v1/lists/${list.id}`), answer.body);
    });

    it.each<Partial<ListShown>>([
      { title: 'New title' },
      { description: 'New description' },
      { redirect_url: 'https://example.com/after' },
      { double_optin: true },
      { title: 'Both', double_optin: true },
      { title: 'All', description: 'of', redirect_url: 'https://example.com/them', double_optin: true },
    ])('[4.1.4-2] changes %j and nothing else', async (change) => {
      const list = await aList(call, { description: 'Old', redirect_url: 'https://example.com/old' });
      expectOk(await update(list.id, change), { ...list, ...change });
    });

    it('[4.1.4-3] refuses a redirect_url that is not a URL and changes nothing', async () => {
      const list = await aList(call);
      const answer = await update(list.id, { title: 'Changed', redirect_url: 'nowhere' });
      expectRefusal(answer, 400, 'invalid_input', 'redirect_url must be an http or https address or null.');
      expectOk(await call(`GET /v1/lists/${list.id}`), list);
    });

    it('[4.1.4-2] applies the limits of creation', async () => {
      const { id } = await aList(call);
      const answer = await update(id, { title: '', description: 'x'.repeat(256) });
      expectRefusal(answer, 400, 'invalid_input', /^(?=.*title must be 1 to 64)(?=.*description must be at most 255)/);
    });
  });

  it('[4.1.5-1, 4.1.5-2, 5-2, 3.1-1] archives with key and secret and answers ok', async () => {
    const { id } = await aList(call);
    expectRefusal(await call(`DELETE /v1/lists/${id}`, { as: 'key' }), 403, 'secret_needed', /secret/);
    expectOk(await aSubscriberAnswer(id));
    expectOk(await call(`DELETE /v1/lists/${id}`), { status: 'ok' });
    expectRefusal(await aSubscriberAnswer(id), 409, 'list_archived');
  });

  const aSubscriberAnswer = (id: string) => call(`POST /v1/lists/${id}/subscribers`, { body: { email: anAddress() } });

  it('[2.1-4] counts subscribers, pending ones included', async () => {
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

  it('[2.1-5] counts the broadcasts to a list', async () => {
    expect((await aList(call)).broadcast_count).toBe(0);
  });

  it('[2.1-6] sends a confirmation email only with double_optin', async () => {
    const [asked, unasked] = [anAddress(), anAddress()];
    await aSubscriber(call, (await aList(call, { double_optin: false })).id, { email: unasked });
    await aSubscriber(call, (await aList(call, { double_optin: true })).id, { email: asked });
    await received(call, asked);
    expect(await capturedFor(call, unasked)).toEqual([]);
  });

  it('[2.1-7] does not apply the redirect_url to joins through the API', async () => {
    const redirect_url = 'https://example.com/thanks?from=list';
    const list = await aList(call, { redirect_url });
    expect(list.redirect_url).toBe(redirect_url);
    const answer = await call(`POST /v1/lists/${list.id}/subscribers`, { body: { email: anAddress() } });
    expectOk(answer, { uid: expect.any(String) });
    expect(answer.headers.get('Location')).toBeNull();
  });

  it('[W3-1] double_optin is false by default', async () => {
    expect((await aList(call)).double_optin).toBe(false);
    expect((await aList(call, { double_optin: 'true' })).double_optin).toBe(true);
  });

  it.each([
    ['64 characters', 'x'.repeat(64), 200],
    ['65 characters', 'x'.repeat(65), 400],
    ['64 characters of two units', '🥁'.repeat(64), 200],
    ['65 characters of two units', '🥁'.repeat(65), 400],
    ['64 code points in 32 accented characters', 'e\u0301'.repeat(32), 200],
    ['one character', 'x', 200],
    ['a blank', ' ', 400],
    ['a line break', 'two\nlines', 400],
  ])('[2.1-2, 8-1, W3-2] answers a title of %s', async (_, title, status) => {
    const answer = await create({ title });
    expect(answer.status).toBe(status);
    if (status === 200) expect(answer.body.title).toBe(title);
  });

  it('[2.1-3, 8-2, W3-2] counts a description in code points and keeps its lines', async () => {
    const description = `two\nlines ${'🥁'.repeat(245)}`;
    expect((await aList(call, { description })).description).toBe(description);
    expectRefusal(
      await create({ title: 'x', description: '🥁'.repeat(256) }),
      400,
      'invalid_input',
      /^description must be at most 255/,
    );
  });

  it.each([
    'http://localhost:3000/x',
    'https://example.com',
    'HTTPS://Example.com/ä?q=1#f',
    'http://127.0.0.1/',
    'http://[::1]/',
  ])('[W3-3] keeps the redirect_url %s as given', async (redirect_url) => {
    expect((await aList(call, { redirect_url })).redirect_url).toBe(redirect_url);
  });

  it.each([
    'ftp://example.com',
    'javascript:alert(1)',
    'data:text/html,x',
    '//example.com',
    'mailto:a@b.c',
    'https://a b.c',
    ' https://a.bc',
  ])('[W3-3] refuses the redirect_url %j', async (redirect_url) => {
    expectRefusal(
      await create({ title: 'x', redirect_url }),
      400,
      'invalid_input',
      /^redirect_url must be an http or https address/,
    );
  });

  it('[W3-4] clears description and redirect_url with null, on creation too', async () => {
    expect(await aList(call, { description: null, redirect_url: null })).toMatchObject({
      description: null,
      redirect_url: null,
    });
    const list = await aList(call, { description: 'x', redirect_url: 'https://example.com' });
    const cleared = { ...list, description: null, redirect_url: null };
    expectOk(await call(`PUT /v1/lists/${list.id}`, { body: { description: null, redirect_url: null } }), cleared);
    expectOk(await call(`GET /v1/lists/${list.id}`), cleared);
    expectRefusal(await call(`PUT /v1/lists/${list.id}`, { body: { title: '' } }), 400, 'invalid_input', /^title/);
  });

  it('[W3-5] refuses an empty update', async () => {
    const { id } = await aList(call);
    for (const body of [{}, { colour: 'red' }]) {
      expectRefusal(
        await call(`PUT /v1/lists/${id}`, { body }),
        400,
        'empty_update',
        /title, description, redirect_url, double_optin/,
      );
    }
    expectRefusal(await call(`PUT /v1/lists/${NOBODY}`, { body: { title: 'x' } }), 404, 'unknown_list');
  });

  it('[W3-8] returns an archived list by its id, not in the listing', async () => {
    const list = await aList(call);
    await call(`DELETE /v1/lists/${list.id}`);
    const { body } = await call('GET /v1/lists?limit=30');
    expect(body.data.map(({ id }: { id: string }) => id)).not.toContain(list.id);
    expectOk(await call(`GET /v1/lists/${list.id}`), list);
  });

  it('[3.1-2, W3-9] refuses every join of an archived list', async () => {
    const [open, archived] = [await aList(call), await aList(call)];
    const uid = await aSubscriber(call, open.id);
    await call(`DELETE /v1/lists/${archived.id}`);
    const joins = [
      call(`POST /v1/lists/${archived.id}/subscribers`, { body: { email: anAddress() } }),
      call(`POST /v1/lists/${archived.id}/subscribers`, { body: { number: aNumber() }, as: 'key' }),
      put(call, archived.id, uid, true),
    ];
    for (const join of joins) {
      expectRefusal(await join, 409, 'list_archived', 'The list is archived: new subscribers cannot be added.');
    }
    expect(await countOf(call, archived.id)).toBe(0);
  });

  it('[W3-10] changes statuses and removes members on an archived list', async () => {
    const { id } = await aList(call);
    const uid = await aSubscriber(call, id);
    await call(`DELETE /v1/lists/${id}`);
    expectOk(await put(call, id, uid, false), { subscribed: false });
    expectOk(await put(call, id, uid, true), { subscribed: true });
    expect(await countOf(call, id)).toBe(1);
    expectOk(await call(`DELETE /v1/lists/${id}/subscribers/${uid}`), { status: 'ok' });
    expect([await countOf(call, id), await standing(call, id, uid)]).toEqual([0, 'none']);
  });

  it('[3.1-3] archiving keeps the members and their statuses', async () => {
    const { id } = await aList(call);
    const [stays, left] = [await aSubscriber(call, id), await aSubscriber(call, id)];
    await put(call, id, left, false);
    await call(`DELETE /v1/lists/${id}`);
    expect([await standing(call, id, stays), await standing(call, id, left)]).toEqual(['subscribed', 'unsubscribed']);
    expect(await countOf(call, id)).toBe(1);
  });

  it('[W3-11] archives an archived list again', async () => {
    const { id } = await aList(call);
    for (let time = 0; time < 3; time++) expectOk(await call(`DELETE /v1/lists/${id}`), { status: 'ok' });
    expectRefusal(await call(`DELETE /v1/lists/${NOBODY}`), 404, 'unknown_list');
  });

  it('[W3-12] counts concurrent joins exactly', async () => {
    const { id } = await aList(call);
    const joins = Array.from({ length: 60 }, () => aSubscriber(call, id));
    const uids = await Promise.all(joins);
    expect(await countOf(call, id)).toBe(60);
    const email = anAddress();
    const same = await Promise.all(Array.from({ length: 30 }, () => aSubscriber(call, id, { email })));
    expect(new Set(same).size).toBe(1);
    expect(await countOf(call, id)).toBe(61);
    await Promise.all(uids.flatMap((uid) => [put(call, id, uid, false), put(call, id, uid, false)]));
    expect(await countOf(call, id)).toBe(1);
    await Promise.all(
      uids.map((uid, index) =>
        index % 2 ? put(call, id, uid, true) : call(`DELETE /v1/lists/${id}/subscribers/${uid}`),
      ),
    );
    expect(await countOf(call, id)).toBe(31);
  });

  it('[W3-9, W3-12] accepts no join after archiving, amid concurrent joins', async () => {
    const { id } = await aList(call);
    const joins = Array.from({ length: 40 }, () =>
      call(`POST /v1/lists/${id}/subscribers`, { body: { email: anAddress() } }),
    );
    await call(`DELETE /v1/lists/${id}`);
    const statuses = (await Promise.all(joins)).map(({ status }) => status);
    expect(statuses.filter((status) => ![200, 409].includes(status))).toEqual([]);
    expect(await countOf(call, id)).toBe(statuses.filter((status) => status === 200).length);
    expectRefusal(
      await call(`POST /v1/lists/${id}/subscribers`, { body: { email: anAddress() } }),
      409,
      'list_archived',
    );
  });

  describe('paging', () => {
    let made: Promise<{ call: Call; lists: string[] }> | undefined;
    const ids = ({ body }: { body: { data: ListShown[] } }) => body.data.map(({ id }) => id);
    /** A workspace with thirty-two lists, newest first. */
    const all = () =>
      (made ??= (async () => {
        const { call: own } = await anotherWorkspace(subject.product);
        const lists: ListShown[] = [];
        for (let index = 0; index < 32; index++) lists.push(await aList(own));
        return { call: own, lists: newestFirst(lists) };
      })());
    const page = async (query = '') => (await all()).call(`GET /v1/lists${query}`, { as: 'key' });

    it('[4.1.2-1, 4.1.2-2, 4.1.2-6, 5-3, 8-3] returns ten lists and a cursor with the key alone', async () => {
      const { lists } = await all();
      const answer = await page();
      expectOk(answer, { data: expect.any(Array), next_cursor: expect.any(String), previous_cursor: null });
      expect(ids(answer)).toEqual(lists.slice(0, 10));
      expectOk(await (await all()).call(`GET /v1/lists/${lists[0]}`), answer.body.data[0]);
    });

    it('[4.1.2-3, 8-3] returns up to thirty lists', async () => {
      const { lists } = await all();
      expect(ids(await page('?limit=30'))).toEqual(lists.slice(0, 30));
      expect(ids(await page('?limit=1'))).toEqual(lists.slice(0, 1));
      expectRefusal(await page('?limit=31'), 400, 'invalid_input', 'limit must be a whole number from 1 to 30.');
    });

    it('[4.1.2-4, 4.1.2-5] pages forward with next_cursor and back with previous_cursor', async () => {
      const { lists } = await all();
      const first = await page('?limit=12');
      const second = await page(`?limit=12&next_cursor=${encodeURIComponent(first.body.next_cursor)}`);
      const third = await page(`?limit=12&next_cursor=${encodeURIComponent(second.body.next_cursor)}`);
      expect([...ids(first), ...ids(second), ...ids(third)]).toEqual(lists);
      expect(third.body.next_cursor).toBeNull();
      const back = await page(`?limit=12&previous_cursor=${encodeURIComponent(third.body.previous_cursor)}`);
      expect(back.body).toEqual({
        ...second.body,
        next_cursor: back.body.next_cursor,
        previous_cursor: back.body.previous_cursor,
      });
      const start = await page(`?limit=12&previous_cursor=${encodeURIComponent(back.body.previous_cursor)}`);
      expect(ids(start)).toEqual(ids(first));
      expect(start.body.previous_cursor).toBeNull();
    });
  });
});
