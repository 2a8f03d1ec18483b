import { describe, expect, it } from '@jest/globals';
import { expectOk, expectRefusal } from './support/answers.js';
import { aList, anAddress, anEmail, NOBODY, unique } from './support/fixtures.js';
import { useWorkspace } from './support/product.js';

describe('null, empty and padded values', () => {
  const { call } = useWorkspace();
  const noticeOf = ({ headers }: { headers: Headers }) => headers.get('Dundun-Notice');

  it('[W2-60] count as not given where nothing can be cleared', async () => {
    const uid = unique('u');
    const event = { event: 'Order placed', value: null, properties: null, timestamp: null, event_id: '' };
    expectOk(await call(`POST /v1/users/${uid}/events`, { body: event }), { status: 'ok' });
    const sent = { ...anEmail(), cc: null, reply_to: '', template: null, track_opens: null, send_at: '' };
    expect((await call('POST /v1/send/email', { body: sent })).status).toBe(200);
    const create = (body: object) => call('POST /v1/users', { body: { id: uid, ...body } });
    expect((await create({ first_name: 'Ada', is_account: null, lists: null })).body.first_name).toBe('Ada');
    expect((await create({ first_name: null })).body.first_name).toBe('Ada');
  });

  it('[W2-60] clear where clearing has a meaning', async () => {
    const path = `/v1/users/${unique('u')}`;
    await call(`PUT ${path}`, { body: { first_name: 'Ada', email: ` ${anAddress()} `, tz: 'Africa/Lagos' } });
    const { body } = await call(`PUT ${path}`, { body: { first_name: '', email: null, tz: '' } });
    expect(body).toMatchObject({ first_name: null, email: null });
  });

  it('[W2-61] are refused as titles, event names and epoch seconds', async () => {
    const list = await aList(call);
    const refused = async (operation: string, body: object | undefined, text: RegExp) =>
      expectRefusal(await call(operation, { body }), 400, 'invalid_input', text);
    await refused('POST /v1/lists', { title: '  ' }, /^title .* only spaces/);
    await refused(`PUT /v1/lists/${list.id}`, { title: '' }, /^title must/);
    await refused('POST /v1/users/u/events', { event: ' ' }, /^event .* only spaces/);
    await refused('POST /v1/users/u/events', { event: 'e', timestamp: 1_763_640_000 }, /milliseconds, not in seconds/);
    await refused('PUT /v1/users/u', { created_at: '1763640000' }, /milliseconds, not in seconds/);
  });

  it.each([
    ...['/v1/users?email=', '/v1/users?lists[]=', '/v1/users?limit=', '/v1/jobs?type='],
    ...['/v1/messages?tag=', '/v1/messages?channel=', '/v1/messages?status=', '/v1/tags?days=', '/v1/tags?tag='],
    ...['/console/events?uid=', '/console/events?event=', '/console/inbox?channel=', '/console/inbox?to='],
    ...['/console/suppressions?address=', '/console/suppressions?reason=', '/console/webhooks/:id/deliveries?state='],
    ...['/console/sources/:id/events?state=', '/console/templates/:id/versions?limit='],
    ...['/console/templates/:id/versions?before=', '/console/lists/:id/members?search='],
    ...['/console/lists/:id/members?status=', '/console/people?search=', '/console/people?list='],
  ])('[W2-61] are refused as filters, which would select everything: %s', async (path) => {
    const answer = await call(`GET ${path.replace(':id', NOBODY)}`);
    expectRefusal(answer, 400, 'invalid_input', /leave the key out/);
  });

  it('[W2-62] name unknown query keys, and a wrong item of a list by place and value', async () => {
    expect(noticeOf(await call('GET /v1/users?emial=ada@example.com'))).toBe('ignored unknown query keys: emial');
    expect(noticeOf(await call('GET /v1/account?expand=plan'))).toBe('ignored unknown query keys: expand');
    const wrong = await call('POST /v1/send/email', { body: { ...anEmail(), to: [anAddress(), 'nobody'] } });
    expectRefusal(wrong, 400, 'invalid_input', /\[1\] is "nobody"/);
  });

  it.each([NOBODY, 'x"é', 'n'.repeat(81)])('[W2-62] name the unknown list %j by place and value', async (id) => {
    const [list, uid] = [await aList(call), unique('u')];
    await call('POST /v1/users', { body: { id: uid } });
    const lists = [list.id, list.id, id];
    const shown = JSON.stringify(id.length > 80 ? `${id.slice(0, 80)}…` : id);
    for (const operation of ['PUT /v1/users/', 'POST /v1/users/', 'DELETE /v1/users/']) {
      const path = operation.startsWith('PUT') ? uid : `${uid}/lists`;
      const answer = await call(operation + path, { body: { lists } });
      expectRefusal(answer, 404, 'unknown_list', `There is no such list: lists[2] is ${shown}.`);
    }
    const joined = await call(`POST /v1/users/${uid}/lists`, { body: { lists: lists.slice(0, 2) } });
    expect(joined.body.lists).toEqual([{ id: list.id, subscribed: true }]);
  });

  it('[W3-40] numbers of people are understood as they are written, except with a trunk zero', async () => {
    const uid = unique('u');
    const digits = String(Math.floor(Math.random() * 1e7)).padStart(7, '0');
    const written = await call(`PUT /v1/users/${uid}`, {
      body: { number: `tel:+234 (803) ${digits.slice(0, 3)}.${digits.slice(3)}` },
    });
    expect(written.body.number).toBe(`234803${digits}`);
    const slip = await call(`PUT /v1/users/${uid}`, { body: { number: `+2340803${digits}` } });
    expectRefusal(slip, 400, 'invalid_input', new RegExp(`leave out the 0 .*: 234803${digits}`));
  });
});
