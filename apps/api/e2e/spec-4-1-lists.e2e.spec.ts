import { describe, expect, it } from '@jest/globals';
import type { Call } from '@dundun/testing';
import { expectOk, expectRefusal, TIMESTAMP } from './support/answers.js';
import { aList, anAddress, aSubscriber, newestFirst, standing, type ListShown } from './support/fixtures.js';
import { useWorkspace } from './support/product.js';
import { anotherWorkspace } from './support/workspaces.js';

describe('operations on lists', () => {
  const subject = useWorkspace();
  const { call } = subject;
  const create = (body: unknown) => call('POST /v1/lists', { body });
  const update = (id: string, body: unknown) => call(`PUT /v1/lists/${id}`, { body, as: 'key' });

  describe('creating', () => {
    it('[4.1.1-1, 4.1.1-6] answers the list, with key and secret', async () => {
      const body = {
        title: 'News',
        description: 'What is new',
        redirect_url: 'https://example.com/thanks',
        double_optin: true,
      };
      const answer = await create(body);
      const rest = { subscriber_count: 0, broadcast_count: 0, created_at: expect.stringMatching(TIMESTAMP) };
      expectOk(answer, { id: expect.any(String), ...body, ...rest });
      expectRefusal(await call('POST /v1/lists', { body, as: 'key' }), 403, 'secret_needed', /secret/);
    });

    it.each([
      ['no title', {}, '.'],
      ['an empty title', { title: '' }, '.'],
      ['a title of 65 characters', { title: 'x'.repeat(65) }, '.'],
      ['null', { title: null }, '.'],
      ['a number', { title: 5 }, '; it is not text.'],
      ['a list', { title: ['x'] }, '; it is not text.'],
    ])('[4.1.1-2] takes a title of 1 to 64 characters, not %s', async (_, body, end) => {
      const rule = 'title must be 1 to 64 characters without line breaks';
      expectRefusal(await create(body), 400, 'invalid_input', rule + end);
    });

    it('[4.1.1-3, 4.1.1-7] leaves description and redirect_url null when they are left out', async () => {
      const list = await aList(call, { title: 'Bare' });
      expect(list).toMatchObject({ title: 'Bare', description: null, redirect_url: null });
    });

    it.each(['not a url', '/relative', 'example.com', '', 'javascript:alert(1)', 'ftp://example.com/x', 'https://'])(
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

    it.each([1, 0, 'yes', null, {}])('[4.1.1-5] refuses double_optin %j', async (double_optin) => {
      const answer = await create({ title: 'x', double_optin });
      expectRefusal(answer, 400, 'invalid_input', 'double_optin must be true or false.');
    });
  });

  it('[4.1.3-1, 5-3] reading one takes the key alone', async () => {
    const list = await aList(call);
    expectOk(await call(`GET /v1/lists/${list.id}`, { as: 'key' }), list);
  });

  describe('updating', () => {
    it('[4.1.4-1, 4.1.4-4, 5-3] takes the key alone and answers the updated list', async () => {
      const list = await aList(call, { title: 'Before', description: 'Stays' });
      const answer = await update(list.id, { title: 'After' });
      expectOk(answer, { ...list, title: 'After' });
      expectOk(await call(`GET /v1/lists/${list.id}`), answer.body);
    });

    it.each<Partial<ListShown>>([
      { title: 'New title' },
      { description: 'New description' },
      { redirect_url: 'http://localhost:8080/after' },
      { double_optin: true },
      { title: 'Both', double_optin: true },
      { title: 'All', description: 'of', redirect_url: 'https://example.com/them', double_optin: true },
    ])('[4.1.4-2] changes %j and nothing else', async (change) => {
      const list = await aList(call, { description: 'Old', redirect_url: 'https://example.com/old' });
      expectOk(await update(list.id, change), { ...list, ...change });
    });

    it('[4.1.4-3] refuses a redirect_url that is no URL and changes nothing', async () => {
      const list = await aList(call);
      const answer = await update(list.id, { title: 'Changed', redirect_url: 'nowhere' });
      expectRefusal(answer, 400, 'invalid_input', 'redirect_url must be an http or https address or null.');
      expectOk(await call(`GET /v1/lists/${list.id}`), list);
    });

    it('[4.1.4-2] holds the limits of creating', async () => {
      const { id } = await aList(call);
      const answer = await update(id, { title: '', description: 'x'.repeat(256) });
      expectRefusal(answer, 400, 'invalid_input', /^(?=.*title must be 1 to 64)(?=.*description must be at most 255)/);
    });
  });

  it('[4.1.5-1, 4.1.5-2] archiving takes key and secret and answers ok', async () => {
    const { id } = await aList(call);
    expectRefusal(await call(`DELETE /v1/lists/${id}`, { as: 'key' }), 403, 'secret_needed', /secret/);
    expectOk(await aSubscriberAnswer(id));
    expectOk(await call(`DELETE /v1/lists/${id}`), { status: 'ok' });
    expectRefusal(await aSubscriberAnswer(id), 409, 'list_archived');
  });

  const aSubscriberAnswer = (id: string) => call(`POST /v1/lists/${id}/subscribers`, { body: { email: anAddress() } });

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

    it('[4.1.2-1, 4.1.2-2, 4.1.2-6, 5-3, 8-3] gives ten and a cursor, to the key alone', async () => {
      const { lists } = await all();
      const answer = await page();
      expectOk(answer, { data: expect.any(Array), next_cursor: expect.any(String), previous_cursor: null });
      expect(ids(answer)).toEqual(lists.slice(0, 10));
      expectOk(await (await all()).call(`GET /v1/lists/${lists[0]}`), answer.body.data[0]);
    });

    it('[4.1.2-3, 8-3] gives up to thirty', async () => {
      const { lists } = await all();
      expect(ids(await page('?limit=30'))).toEqual(lists.slice(0, 30));
      expect(ids(await page('?limit=1'))).toEqual(lists.slice(0, 1));
      expectRefusal(await page('?limit=31'), 400, 'invalid_input', 'limit must be a whole number from 1 to 30.');
    });

    it('[4.1.2-4, 4.1.2-5] goes on with next_cursor and back with previous_cursor', async () => {
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
