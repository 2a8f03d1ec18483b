import { describe, expect, it } from '@jest/globals';
import { expectOk, expectRefusal } from './support/answers.js';
import { aList, anAddress, aNumber, aSubscriber, countOf, NOBODY, put, standing } from './support/fixtures.js';
import { useWorkspace } from './support/product.js';

describe('what the wire contract decides on lists', () => {
  const { call } = useWorkspace();
  const create = (body: object) => call('POST /v1/lists', { body });

  it('[W3-1] double_optin is false unless told', async () => {
    expect((await aList(call)).double_optin).toBe(false);
    expect((await aList(call, { double_optin: 'true' })).double_optin).toBe(true);
  });

  it.each([
    ['64 signs of two units', '🥁'.repeat(64), 200],
    ['65 of them', '🥁'.repeat(65), 400],
    ['64 accents on their own', 'e\u0301'.repeat(32), 200],
    ['one sign', 'x', 200],
    ['a blank', ' ', 200],
    ['a line break', 'two\nlines', 400],
  ])('[W3-2] a title of %s', async (_, title, status) => {
    const answer = await create({ title });
    expect(answer.status).toBe(status);
    if (status === 200) expect(answer.body.title).toBe(title);
  });

  it('[W3-2] a description is counted in code points too and may have lines', async () => {
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
  ])('[W3-3] the redirect_url %s is kept as it is', async (redirect_url) => {
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
  ])('[W3-3] the redirect_url %j is refused', async (redirect_url) => {
    expectRefusal(
      await create({ title: 'x', redirect_url }),
      400,
      'invalid_input',
      /^redirect_url must be an http or https address/,
    );
  });

  it('[W3-4] null clears description and redirect_url, when creating too', async () => {
    expect(await aList(call, { description: null, redirect_url: null })).toMatchObject({
      description: null,
      redirect_url: null,
    });
    const list = await aList(call, { description: 'x', redirect_url: 'https://example.com' });
    const cleared = { ...list, description: null, redirect_url: null };
    expectOk(await call(`PUT /v1/lists/${list.id}`, { body: { description: null, redirect_url: null } }), cleared);
    expectOk(await call(`GET /v1/lists/${list.id}`), cleared);
    expectRefusal(await call(`PUT /v1/lists/${list.id}`, { body: { title: null } }), 400, 'invalid_input', /^title/);
  });

  it('[W3-5] an update of nothing is refused', async () => {
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

  it('[W3-8] an archived list is not in the listing and still read by its id', async () => {
    const list = await aList(call);
    await call(`DELETE /v1/lists/${list.id}`);
    const { body } = await call('GET /v1/lists?limit=30');
    expect(body.data.map(({ id }: { id: string }) => id)).not.toContain(list.id);
    expectOk(await call(`GET /v1/lists/${list.id}`), list);
  });

  it('[W3-9] every join of an archived list is refused', async () => {
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

  it('[W3-10] on an archived list status changes and removals work', async () => {
    const { id } = await aList(call);
    const uid = await aSubscriber(call, id);
    await call(`DELETE /v1/lists/${id}`);
    expectOk(await put(call, id, uid, false), { subscribed: false });
    expectOk(await put(call, id, uid, true), { subscribed: true });
    expect(await countOf(call, id)).toBe(1);
    expectOk(await call(`DELETE /v1/lists/${id}/subscribers/${uid}`), { status: 'ok' });
    expect([await countOf(call, id), await standing(call, id, uid)]).toEqual([0, 'none']);
  });

  it('[W3-11] archiving again is ok', async () => {
    const { id } = await aList(call);
    for (let time = 0; time < 3; time++) expectOk(await call(`DELETE /v1/lists/${id}`), { status: 'ok' });
    expectRefusal(await call(`DELETE /v1/lists/${NOBODY}`), 404, 'unknown_list');
  });

  it('[W3-12] many joins at once are counted exactly', async () => {
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

  it('[W3-12, W3-9] archiving amid joins lets none in afterwards', async () => {
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
});
