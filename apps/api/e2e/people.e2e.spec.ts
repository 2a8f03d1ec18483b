import { describe, expect, it } from '@jest/globals';
import { until } from '@dundun/testing';
import { expectOk, expectRefusal, TIMESTAMP } from './support/answers.js';
import { aList, anAddress, aNumber, aSubscriber, NOBODY, unique } from './support/fixtures.js';
import { aSession } from './support/members.js';
import { useWorkspace } from './support/product.js';

describe('the people of a workspace in the console', () => {
  const subject = useWorkspace();
  const { call } = subject;
  const people = async (query = '') => {
    const answer = await call(`GET /console/people${query}`);
    expectOk(answer);
    return answer.body as { data: { uid: string }[]; next_cursor: string | null; previous_cursor: string | null };
  };
  const uids = async (query: string) => (await people(query)).data.map(({ uid }) => uid);

  it('can refuse tracking and allow it, with an entry of the ledger for each change', async () => {
    const [uid, email] = [unique('user'), anAddress()];
    await call('POST /v1/users', { body: { id: uid, email } });
    const track = (body: object, as: 'full' | 'key' = 'full') => call(`PUT /v1/users/${uid}/tracking`, { body, as });
    for (let time = 0; time < 2; time++) expect((await track({ refused: true })).body).toMatchObject({ uid, tracking_refused: true }); // prettier-ignore
    expect((await call(`GET /v1/users/${uid}`)).body).toMatchObject({ tracking_refused: true });
    expect((await track({ refused: false })).body).toMatchObject({ tracking_refused: false });
    const { data } = (await call(`GET /console/people/${uid}/consents`)).body;
    const entry = { list: null, method: 'api', address: email, channels: ['email', 'sms'] };
    expect(data).toMatchObject([
      { action: 'tracking_allowed', ...entry },
      { action: 'tracking_refused', ...entry },
    ]);
    const { body: exported } = await call(`GET /console/people/${uid}/export`);
    expect(JSON.stringify(exported)).toContain('tracking_refused_at');
    expectRefusal(await track({ refused: 'perhaps' }), 400, 'invalid_input', /refused/);
    expectRefusal(await track({}), 400, 'invalid_input', /refused/);
    expectRefusal(await track({ refused: true }, 'key'), 403, 'secret_needed');
    expectRefusal(
      await call(`PUT /v1/users/${unique('user')}/tracking`, { body: { refused: true } }),
      404,
      'unknown_person',
    );
  });

  it('refuse tracking in a user call with the secret as well, alone or in a batch', async () => {
    const [uid, other] = [unique('user'), unique('user')];
    const email = anAddress();
    const put = (body: object, as: 'full' | 'key' = 'full') => call(`PUT /v1/users/${uid}`, { body, as });
    expect((await put({ email, tracking_refused: true })).body).toMatchObject({ uid, tracking_refused: true });
    expect((await put({ first_name: 'Ada' })).body).toMatchObject({ tracking_refused: true });
    expectRefusal(await put({ tracking_refused: false }, 'key'), 403, 'secret_needed');
    expectRefusal(await put({ tracking_refused: 'perhaps' }), 400, 'invalid_input', /tracking_refused/);
    expect((await put({ tracking_refused: false })).body).toMatchObject({ tracking_refused: false });
    const { data } = (await call(`GET /console/people/${uid}/consents`)).body;
    const entry = { list: null, method: 'api', address: email };
    expect(data).toMatchObject([
      { action: 'tracking_allowed', ...entry },
      { action: 'tracking_refused', ...entry },
    ]);
    expectOk(await call('POST /v1/batch', { body: { data: [{ type: 'create', id: other, tracking_refused: true }] } }));
    await until('the batch is applied', async () => (await call(`GET /v1/users/${other}`)).body.tracking_refused === true); // prettier-ignore
  });

  it('has a row for each person', async () => {
    const [uid, email, number] = [unique('u'), anAddress(), aNumber()];
    const list = await aList(call);
    const body = { first_name: 'Ada', last_name: 'Lovelace', email, number, lists: [list.id] };
    expectOk(await call(`PUT /v1/users/${uid}`, { body }));
    expectOk(await call(`POST /v1/users/${uid}/events`, { body: { event: 'Seen' } }));
    expect((await people(`?search=${uid}`)).data).toEqual([
      {
        ...{
          uid,
          email,
          number,
          first_name: 'Ada',
          last_name: 'Lovelace',
          is_account: false,
          archived: false,
          lists: 1,
        },
        ...{ status: null, email_status: null, sms_status: null, joined_at: null },
        last_seen_at: expect.stringMatching(TIMESTAMP),
        created_at: expect.stringMatching(TIMESTAMP),
      },
    ]);
    for (const search of ['velac', email, email.toUpperCase(), `+${number}`, `ada ${uid}`])
      expect(await uids(`?search=${encodeURIComponent(search)}`)).toEqual([uid]);
    expect((await people(`?list=${list.id}`)).data).toMatchObject([{ uid, status: 'subscribed', joined_at: expect.stringMatching(TIMESTAMP) }]); // prettier-ignore
    expect(await uids(`?list=${list.id}&status=pending`)).toEqual([]);
  });

  it('says when a person was last seen by what happened, not by what came', async () => {
    const uid = unique('u');
    const track = async (timestamp: string) =>
      expectOk(await call(`POST /v1/users/${uid}/events`, { body: { event: 'Seen', timestamp } }));
    const [longAgo, lately] = ['2024-03-01T10:00:00.000Z', '2025-06-01T10:00:00.000Z'];
    expectOk(await call(`PUT /v1/users/${uid}`, { body: {} }));
    await track(lately);
    await track(longAgo);
    expect((await people(`?search=${uid}`)).data).toMatchObject([{ last_seen_at: lately }]);
  });

  it('follows changes of a name, merges and erasures', async () => {
    const [uid, other, name] = [unique('u'), unique('u'), unique('Zo')];
    expectOk(await call(`PUT /v1/users/${uid}`, { body: { first_name: 'Nobody' } }));
    expectOk(await call(`PUT /v1/users/${uid}`, { body: { first_name: name } }));
    expect(await uids(`?search=${name.slice(1)}`)).toEqual([uid]);
    expectOk(await call(`PUT /v1/users/${other}`, { body: { first_name: name } }));
    expect(await uids(`?search=${name.slice(1)}`)).toEqual([other, uid]);
    expectOk(await call(`DELETE /v1/users/${other}`));
    expect(await uids(`?search=${name.slice(1)}`)).toEqual([uid]);
  });

  it('pages through a search, and through all', async () => {
    const [list, name] = [await aList(call), unique('p')];
    const made: string[] = [];
    for (let index = 0; index < 5; index++)
      made.unshift(await aSubscriber(call, list.id, { email: `${name}-${index}@example.com` }));
    for (const query of [`?search=${name}`, `?list=${list.id}`, '?']) {
      const first = await people(`${query}&limit=2`);
      const second = await people(`${query}&limit=2&next_cursor=${first.next_cursor}`);
      expect([...first.data, ...second.data].map(({ uid }) => uid)).toEqual(made.slice(0, 4));
      const back = await people(`${query}&limit=2&previous_cursor=${second.previous_cursor}`);
      expect(back.data).toEqual(first.data);
    }
  });

  it('refuses unknown lists, a status without a list, and cursors of other searches', async () => {
    expectRefusal(await call(`GET /console/people?list=${NOBODY}`), 404, 'unknown_list');
    expectRefusal(await call('GET /console/people?list=x'), 404, 'unknown_list');
    expectRefusal(await call('GET /console/people?status=pending'), 400, 'invalid_input', /together with list/);
    const list = await aList(call);
    for (let index = 0; index < 2; index++) await aSubscriber(call, list.id, { email: anAddress() });
    const { next_cursor } = await people(`?list=${list.id}&limit=1`);
    expectRefusal(await call(`GET /console/people?next_cursor=${next_cursor}`), 400, 'tampered_cursor');
    for (const search of ['%00', '%F0%9F%A6%84', "'%22%5C%25_", 'a'.repeat(255)])
      expect([200, 400]).toContain((await call(`GET /console/people?search=${search}`)).status);
    expectRefusal(await call(`GET /console/people?search=${'a'.repeat(256)}`), 400, 'invalid_input');
  });

  describe('by conditions', () => {
    const matching = (tree: unknown, more = '') => `?match=${encodeURIComponent(JSON.stringify(tree))}${more}`;
    const plan = (value: string) => ({ attribute: 'plan', type: 'text', is: 'equals', value });

    it('filters by attribute, list and status, event, and date added', async () => {
      const [list, pro, event] = [await aList(call), unique('pro'), unique('Ordered')];
      const [ada, ben, cem] = [unique('ada'), unique('ben'), unique('cem')];
      for (const uid of [ada, ben])
        expectOk(await call(`PUT /v1/users/${uid}`, { body: { meta: { plan: pro }, lists: [list.id] } }));
      expectOk(await call(`PUT /v1/users/${cem}`, { body: { meta: { plan: pro } } }));
      expectOk(await call(`POST /v1/users/${ada}/events`, { body: { event } }));
      expect(await uids(matching(plan(pro)))).toEqual([cem, ben, ada]);
      expect(await uids(matching({ all: [plan(pro), { list: list.id, status: ['subscribed'] }] }))).toEqual([ben, ada]);
      expect(await uids(matching({ all: [plan(pro), { list: list.id, status: ['none'] }] }))).toEqual([cem]);
      expect(await uids(matching({ all: [plan(pro), { event, window: { last: { days: 1 } } }] }))).toEqual([ada]);
      expect(await uids(matching({ all: [plan(pro), { not: { event } }] }))).toEqual([cem, ben]);
      expect(await uids(matching({ all: [plan(pro), { created: { last: { days: 1 } } }] }))).toHaveLength(3);
      expect(await uids(matching({ all: [plan(pro), { created: { before_last: { days: 1 } } }] }))).toEqual([]);
      expect(await uids(matching(plan(pro), `&list=${list.id}&status=subscribed&search=${ben}`))).toEqual([ben]);
      const first = await people(matching(plan(pro), '&limit=2'));
      const second = await people(matching(plan(pro), `&limit=2&next_cursor=${first.next_cursor}`));
      expect(second).toMatchObject({ data: [{ uid: ada }], next_cursor: null });
      expect(await people(matching(plan(pro), `&limit=2&previous_cursor=${second.previous_cursor}`))).toMatchObject({
        data: [{ uid: cem }, { uid: ben }],
        previous_cursor: null,
      });
      const other = await call(`GET /console/people${matching(plan('free'), `&next_cursor=${first.next_cursor}`)}`);
      expectRefusal(other, 400, 'tampered_cursor');
    });

    it('names what is wrong with conditions by its place', async () => {
      const refuses = async (query: string, error: RegExp) =>
        expectRefusal(await call(`GET /console/people${query}`), 400, 'invalid_input', error);
      for (const text of ['{', 'null', '[]', '1', '%22a%22'])
        await refuses(`?match=${text}`, /^match must be a tree of conditions as JSON/);
      await refuses(matching({ all: [plan('pro'), { ...plan('pro'), is: 'like' }] }), /^match\.all\[1\]\.is /);
      await refuses(matching({ list: NOBODY, status: ['subscribed'] }), /^match names the list/);
      await refuses(matching({ segment: NOBODY }), /^match names the segment/);
      await refuses(matching(plan('x'.repeat(7_990))), /^match must/);
      expect([200, 400]).toContain((await call(`GET /console/people${matching(plan('\u0000'))}`)).status);
    });

    it('keeps a member with some lists to their people', async () => {
      const [own, other, pro] = [await aList(call), await aList(call), unique('pro')];
      const [seen, hidden] = [unique('seen'), unique('hidden')];
      expectOk(await call(`PUT /v1/users/${seen}`, { body: { meta: { plan: pro }, lists: [own.id] } }));
      expectOk(await call(`PUT /v1/users/${hidden}`, { body: { meta: { plan: pro }, lists: [other.id] } }));
      const session = await aSession(subject.product, 'viewer', [own.id]);
      const found = await session(`GET /console/people${matching(plan(pro))}`);
      expect(found.body.data).toMatchObject([{ uid: seen }]);
      for (const tree of [
        { list: other.id, status: ['none'] },
        { segment: NOBODY },
        { imported: 'any' },
        { message: 'opened' },
      ])
        expectRefusal(await session(`GET /console/people${matching(tree)}`), 400, 'invalid_input');
      expectOk(await session(`GET /console/people${matching({ list: own.id, status: ['none'] })}`));
    });
  });

  it('exports everything about one person, as JSON and as a page, for admins', async () => {
    const [uid, other] = [`${unique('u')}/ü`, unique('u')];
    const path = `/v1/users/${encodeURIComponent(uid)}`;
    const list = await aList(call);
    expectOk(await call(`PUT ${path}`, { body: { first_name: '<b>Ada</b>', email: anAddress(), lists: [list.id] } }));
    expectOk(await call(`PUT /v1/users/${other}`, { body: { first_name: 'Other' } }));
    expectOk(await call(`POST ${path}/events`, { body: { event: 'Seen' } }));
    const exportOf = (query = '', by = call) => by(`GET /console/people/${encodeURIComponent(uid)}/export${query}`);
    const json = await exportOf();
    expect([json.status, json.headers.get('Content-Disposition')]).toEqual([200, 'attachment; filename="person.json"']);
    const { data, ...about } = JSON.parse(json.text) as { uid: string; data: { table: string; row: object }[] };
    expect(about).toEqual({ uid, exported_at: expect.stringMatching(TIMESTAMP) });
    const tables = new Set(data.map(({ table }) => table));
    for (const table of ['people', 'memberships', 'consents', 'events']) expect(tables).toContain(table);
    expect(json.text).not.toContain(other);
    const page = await exportOf('?format=html');
    expect(page.headers.get('Content-Type')).toBe('text/html; charset=utf-8');
    expect(page.text).toContain('<dd>&lt;b&gt;Ada&lt;/b&gt;</dd>');
    expectRefusal(await exportOf('?format=xml'), 400, 'invalid_input');
    expectRefusal(await call(`GET /console/people/${NOBODY}/export`), 404, 'unknown_person');
    expectRefusal(await exportOf('', await aSession(subject.product, 'marketer')), 403, 'role_needed');
  });
});
