import { describe, expect, it } from '@jest/globals';
import { until } from '@dundun/testing';
import { expectOk, expectRefusal, TIMESTAMP, UUID } from './support/answers.js';
import { aList, anAddress, NOBODY, unique } from './support/fixtures.js';
import { useWorkspace } from './support/product.js';
import { anotherWorkspace } from './support/workspaces.js';

const PRO = { attribute: 'plan', type: 'text', is: 'equals', value: 'pro' };
const PATIENTLY = { ms: 40_000 };

describe('segments', () => {
  const subject = useWorkspace();
  const { call } = subject;
  const create = (body: object) => call('POST /v1/segments', { body: { name: unique('Segment'), ...body } });
  const aSegment = async (body: object) => (await create(body)).body as { id: string };
  const aUser = async (meta: object = {}, more: object = {}) => {
    const uid = unique('user');
    expectOk(await call('POST /v1/users', { body: { id: uid, meta, ...more } }));
    return uid;
  };
  const uidsOf = async (id: string) => {
    const { body } = await call(`GET /v1/segments/${id}/people?limit=30`);
    return body.data.map(({ uid }: { uid: string }) => uid) as string[];
  };
  const ready = (id: string) =>
    until('the segment is ready', async () => (await call(`GET /v1/segments/${id}`)).body.state === 'ready', PATIENTLY);
  const holds = (id: string, uid: string, isMember = true) =>
    until(
      `${uid} is ${isMember ? '' : 'not '}in it`,
      async () => (await uidsOf(id)).includes(uid) === isMember,
      PATIENTLY,
    );

  it('are created, listed, read, changed and archived with the secret', async () => {
    const name = unique('Pro');
    const answer = await create({ name, match: { not: PRO } });
    const shown = {
      ...{
        name,
        labels: [],
        kind: 'live',
        match: { not: PRO },
        announces: false,
        version: 1,
        state: 'building',
        failure: null,
      },
      sentence: 'People whose “plan” is not “pro”.',
      progress: { done: 0, of: expect.any(Number) },
      ...{ id: expect.stringMatching(UUID), member_count: 0, evaluated_at: null },
      ...{ created_at: expect.stringMatching(TIMESTAMP), updated_at: expect.stringMatching(TIMESTAMP) },
    };
    expectOk(answer, shown);
    const { id } = answer.body;
    await ready(id);
    const listed = await call('GET /v1/segments?limit=30');
    expect(listed.body.data).toContainEqual((await call(`GET /v1/segments/${id}`)).body);
    const changed = await call(`PUT /v1/segments/${id}`, { body: { name: 'New', match: PRO } });
    expect(changed.body).toMatchObject({ name: 'New', version: 2, sentence: 'People whose “plan” is “pro”.' });
    expect((await call(`PUT /v1/segments/${id}`, { body: { match: PRO } })).body.version).toBe(2);
    const outer = await aSegment({ match: { segment: id } });
    expectRefusal(await call(`DELETE /v1/segments/${id}`), 409, 'segment_in_use', /used by the segment/);
    expectOk(await call(`DELETE /v1/segments/${outer.id}`), { status: 'ok' });
    expectOk(await call(`DELETE /v1/segments/${id}`), { status: 'ok' });
    expectRefusal(await call(`GET /v1/segments/${id}`), 404, 'unknown_segment');
    expectRefusal(await call('GET /v1/segments', { as: 'key' }), 403, 'secret_needed');
  });

  it('are restored within a day of archiving, with the members they had', async () => {
    const uid = await aUser({ colour: 'green' });
    const manual = await aSegment({ kind: 'manual' });
    const match = { attribute: 'colour', type: 'text', is: 'equals', value: 'green' };
    const green = await aSegment({ match });
    expectOk(await call(`POST /v1/segments/${manual.id}/people`, { body: { add: [uid] } }));
    await holds(green.id, uid);
    const restore = (id: string) => call(`POST /console/segments/${id}/restore`);
    for (const { id } of [manual, green]) {
      expectOk(await call(`DELETE /v1/segments/${id}`), { status: 'ok' });
      expect((await restore(id)).body).toMatchObject({ id, member_count: expect.any(Number) });
      expectOk(await restore(id));
    }
    expect(await uidsOf(manual.id)).toEqual([uid]);
    await ready(green.id);
    await holds(green.id, uid);
    await call(`PUT /v1/users/${uid}`, { body: { meta: { colour: 'red' } } });
    await holds(green.id, uid, false);
    const outer = await aSegment({ match: { segment: green.id } });
    for (const { id } of [outer, green]) expectOk(await call(`DELETE /v1/segments/${id}`), { status: 'ok' });
    expectRefusal(await restore(outer.id), 409, 'segment_lacks', /names the segment .*, which does not exist/);
    for (const { id } of [green, outer]) expectOk(await restore(id));
    for (const id of [NOBODY, 'x']) expectRefusal(await restore(id), 404, 'unknown_segment');
    for (const { id } of [outer, green, manual]) await call(`DELETE /v1/segments/${id}`);
  });

  it('follow attributes and events, and are shown on the user', async () => {
    const uid = await aUser({ plan: 'pro' });
    const pro = await aSegment({ match: PRO });
    const paid = await aSegment({ match: { event: 'Paid', times: { at_least: 2 }, window: { last: { days: 30 } } } });
    await holds(pro.id, uid);
    for (const { id } of [pro, paid]) await ready(id);
    expectOk(await call(`POST /v1/users/${uid}/events`, { body: { event: 'Paid' } }));
    expectOk(await call(`POST /v1/users/${uid}/events`, { body: { event: 'Paid', properties: { total: 5 } } }));
    await holds(paid.id, uid);
    const segments = (await call(`GET /v1/users/${uid}`)).body.segments as { id: string }[];
    expect(segments).toEqual([pro, paid].map(({ id }) => ({ id, suppressed: false })));
    expectOk(await call(`PUT /v1/users/${uid}`, { body: { meta: { plan: 'free' } } }));
    await holds(pro.id, uid, false);
    const { data } = (await call(`GET /v1/segments/${pro.id}/changes`)).body;
    expect(data.slice(0, 1)).toEqual([{ uid, entered: false, cause: 'change', at: expect.stringMatching(TIMESTAMP) }]);
    const explained = await call(`GET /v1/segments/${paid.id}/explain/${uid}`);
    expect(explained.body).toMatchObject({
      ...{ member: true, cause: 'change', matches: true, since: expect.stringMatching(TIMESTAMP) },
      conditions: [{ holds: true, value: 2, sentence: 'People who did “Paid” at least twice in the last 30 days.' }],
    });
    expectRefusal(await call(`GET /v1/segments/${paid.id}/explain/nobody`), 404, 'unknown_person');
  });

  it('keep a condition on an attribute that its last person has lost, and match who gets it again', async () => {
    const attribute = unique('attribute');
    const uid = await aUser({ [attribute]: 'x' });
    const { id } = await aSegment({ match: { attribute, type: 'text', is: 'is_set' } });
    await holds(id, uid);
    expectOk(await call(`DELETE /v1/users/${uid}/attributes/${attribute}`));
    await holds(id, uid, false);
    expect((await call(`GET /v1/segments/${id}`)).body).toMatchObject({ state: 'ready', failure: null, member_count: 0 }); // prettier-ignore
    expectOk(await call(`PUT /v1/segments/${id}`, { body: { match: { attribute, type: 'text', is: 'equals', value: 'x' } } })); // prettier-ignore
    expectOk(await call(`PUT /v1/users/${uid}`, { body: { meta: { [attribute]: 'x' } } }));
    await holds(id, uid);
  });

  it('are previewed and compared without storing anything', async () => {
    const plan = unique('plan');
    const match = { ...PRO, value: plan };
    const email = anAddress();
    const [one, other] = [await aUser({ plan }, { email, first_name: 'Ada' }), await aUser({ plan: `${plan} 2` })];
    const preview = await call('POST /v1/segments/preview', { body: { match } });
    expectOk(preview, {
      ...{ people: 1, low: 1, high: 1, is_exact: true, sampled: expect.any(Number), email: 1, sms: 0 },
      ...{ examples: [{ uid: one, name: 'Ada', email }], sentence: `People whose “plan” is “${plan}”.` },
    });
    const { id } = await aSegment({ match });
    await holds(id, one);
    const diff = await call(`POST /v1/segments/${id}/diff`, { body: { match: { ...match, value: `${plan} 2` } } });
    expectOk(diff, {
      stay: 0,
      enter: 1,
      leave: 1,
      is_exact: true,
      entering: [{ uid: other, name: null, email: null }],
      leaving: [{ uid: one, name: 'Ada', email }],
    });
    expect(await uidsOf(id)).toEqual([one]);
    const event = unique('event');
    expectOk(await call(`POST /v1/users/${one}/events`, { body: { event, value: 7 } }));
    const where = [{ type: 'number', is: 'above', value: 6 }];
    const raw = await call('POST /v1/segments/preview', { body: { match: { event, where } } });
    expect(raw.body).toMatchObject({ people: 1, examples: [{ uid: one }] });
    const counted = await call('POST /v1/segments/count', { body: { match } });
    expectOk(counted, { people: 1, email: 1, sms: 0, counted: expect.any(Number), next_after: null });
    const refused = await call('POST /v1/segments/count', { body: { match, after: 'nobody' } });
    expectRefusal(refused, 400, 'invalid_input', /^after must be the next_after/);
  });

  it('that are manual can begin with the people of another', async () => {
    const uid = await aUser();
    const { id } = await aSegment({ kind: 'manual' });
    expectOk(await call(`POST /v1/segments/${id}/people`, { body: { add: [uid] } }));
    const copy = await call('POST /v1/segments', { body: { name: 'Copy', kind: 'manual', people_of: id } });
    expectOk(copy);
    expect(copy.body).toMatchObject({ kind: 'manual', match: null, state: 'building' });
    await ready(copy.body.id);
    expect(await uidsOf(copy.body.id)).toEqual([uid]);
    const live = await aSegment({ match: PRO });
    const body = { name: 'Copy', kind: 'manual', people_of: live.id };
    expectRefusal(await call('POST /v1/segments', { body }), 400, 'invalid_input', /^people_of must be the id of a manual segment/); // prettier-ignore
  });

  it('have labels, growth, uses and an export for the console', async () => {
    const uid = await aUser({}, { first_name: '=1+1' });
    const { id } = await aSegment({ kind: 'manual', labels: ['vip ', 'beta', 'vip'] });
    const outer = await aSegment({ match: { segment: id }, name: 'Outer' });
    expectOk(await call(`POST /v1/segments/${id}/people`, { body: { add: [uid] } }));
    expect((await call(`GET /v1/segments/${id}`)).body.labels).toEqual(['beta', 'vip']);
    expect((await call(`PUT /v1/segments/${id}`, { body: { labels: [] } })).body).toMatchObject({
      labels: [],
      version: 1,
    });
    const campaign = (await call('POST /console/campaigns', { body: { name: 'Sale', segments: [id] } })).body.id;
    const overview = await call(`GET /console/segments/${id}/overview`);
    expectOk(overview, {
      used_in: [
        { kind: 'segment', id: outer.id, name: 'Outer' },
        { kind: 'campaign', id: campaign, name: 'Sale' },
      ],
      days: [{ day: expect.stringMatching(/^\d{4}-\d\d-\d\d$/), members: 1, entered: 1, left: 0 }],
    });
    // Neither may lose it while it would be sent to nobody, or to everybody.
    const refused = await call(`DELETE /v1/segments/${id}`);
    expectRefusal(refused, 409, 'segment_in_use', 'The segment is used by the segment "Outer", the campaign "Sale": change those first.'); // prettier-ignore
    expectOk(await call(`DELETE /v1/segments/${outer.id}`));
    expectRefusal(await call(`DELETE /v1/segments/${id}`), 409, 'segment_in_use', /by the campaign "Sale"/);
    const csv = await call(`GET /console/segments/${id}/export`);
    expect(String(csv.text)).toContain(`${uid},,,`);
  });

  it('are completed with what people and events have', async () => {
    const [attribute, event] = [unique('attribute'), unique('event')];
    const uid = await aUser({ [attribute]: '2026-11-20' });
    expectOk(await call(`POST /v1/users/${uid}/events`, { body: { event, properties: { total: 7 } } }));
    const suggest = async (query: Record<string, string>) => {
      const { body } = await call(`GET /console/segment-suggestions?${new URLSearchParams(query).toString()}`);
      return body.data as object[];
    };
    expect(await suggest({ what: 'attributes', search: attribute })).toEqual([
      { value: attribute, type: 'date', count: 1 },
    ]);
    // A name that is registered, though nobody in the sample has it.
    const rare = unique('rare');
    const owner = await aUser({ [rare]: 7 });
    expectOk(await call(`PUT /v1/users/${owner}`, { body: { meta: { [rare]: null } } }));
    expect(await suggest({ what: 'attributes', search: rare })).toEqual([{ value: rare, type: 'number', count: 0 }]);
    expect(await suggest({ what: 'values', name: attribute })).toEqual([
      { value: '2026-11-20', type: 'date', count: 1 },
    ]);
    expect(await suggest({ what: 'events', search: event })).toEqual([{ value: event, type: 'text', count: 1 }]);
    expect(await suggest({ what: 'properties', event })).toEqual([{ value: 'total', type: 'number', count: 1 }]);
    expect(await suggest({ what: 'property_values', event, name: 'total' })).toEqual([
      { value: '7', type: 'number', count: 1 },
    ]);
    expect(await suggest({ what: 'property_values', event })).toEqual([]);
  });

  it('are kept by hand, or evaluated on request', async () => {
    const [one, other] = [await aUser({ plan: 'pro' }), await aUser()];
    const manual = await aSegment({ kind: 'manual' });
    const put = (body: object) => call(`POST /v1/segments/${manual.id}/people`, { body });
    expectOk(await put({ add: [one, other, 'nobody'] }), { added: 2, removed: 0, unknown: ['nobody'] });
    expectOk(await put({ add: [one], remove: [other] }), { added: 0, removed: 1, unknown: [] });
    expect(await uidsOf(manual.id)).toEqual([one]);
    expectRefusal(await put({}), 400, 'empty_update');
    const snapshot = await aSegment({ kind: 'snapshot', match: { segment: manual.id } });
    await holds(snapshot.id, one);
    expectOk(await put({ add: [other] }), { added: 1, removed: 0, unknown: [] });
    expect((await call(`POST /v1/segments/${snapshot.id}/refresh`)).body.state).toBe('building');
    await holds(snapshot.id, other);
    expectRefusal(await call(`POST /v1/segments/${manual.id}/refresh`), 409, 'segment_kind');
    expectRefusal(await call(`POST /v1/segments/${snapshot.id}/people`, { body: { add: [one] } }), 409, 'segment_kind');
  });

  it.each<[string, unknown, RegExp]>([
    ['no conditions', undefined, /^match must be/],
    ['an unknown list', { list: NOBODY }, /match names the list .*, which does not exist/],
    [
      'an unknown campaign',
      { all: [PRO, { message: 'opened', of: { campaign: NOBODY } }] },
      /match.all\[1\] names the campaign .*, which does not exist/,
    ],
    ['an unknown segment', { segment: NOBODY }, /match names the segment/],
    [
      '51 conditions',
      { any: [{ all: Array(26).fill(PRO) }, { all: Array(25).fill(PRO) }] },
      /at most 50 conditions; it has 51/,
    ],
    [
      'a window of twenty years',
      { event: 'a', window: { last: { days: 7_300 } } },
      /match.window.last.days must be .* 3650/,
    ],
    ['a type conflict', { all: [{ ...PRO, type: 'number' }] }, /match.all\[0\].value must be a number/],
    ['SQL', { sql: "1=1'; DROP TABLE people" }, /match must be an object with one of the keys/],
    ['text', 'plan = pro', /match must be an object/],
  ])('refuse %s with a sentence at the field', async (_, match, sentence) => {
    expectRefusal(await create({ match }), 400, 'invalid_input', sentence);
  });

  it('refuse a cycle, by the names of the segments on its way', async () => {
    const inner = await aSegment({ name: 'Inner', match: PRO });
    const outer = await aSegment({ name: 'Outer', match: { segment: inner.id } });
    const answer = await call(`PUT /v1/segments/${inner.id}`, { body: { match: { not: { segment: outer.id } } } });
    expectRefusal(answer, 400, 'invalid_input', 'match.not makes the segment depend on itself, by "Outer" → "Inner".');
    expect((await call(`GET /v1/segments/${inner.id}`)).body.version).toBe(1);
  });

  it('refuse a tree of a megabyte, and treat SQL in names and values as text', async () => {
    const huge = { all: [{ ...PRO, value: 'x'.repeat(1_000_000) }] };
    expectRefusal(await create({ match: huge }), 413, 'body_too_large');
    const evil = `'; DROP TABLE people; -- {{ user.uid }}`;
    const { id } = await aSegment({
      name: evil,
      match: { any: [{ ...PRO, attribute: evil, value: evil }, { event: evil }] },
    });
    const uid = await aUser({ [evil]: evil });
    await holds(id, uid);
  });

  it('belong to one workspace', async () => {
    const neighbour = await anotherWorkspace(subject.product);
    const list = await aList(call);
    const { id } = await aSegment({ match: { list: list.id } });
    expectRefusal(await neighbour.call(`GET /v1/segments/${id}`), 404, 'unknown_segment');
    expectRefusal(await neighbour.call(`GET /v1/segments/${id}/people`), 404, 'unknown_segment');
    expectRefusal(await neighbour.call(`DELETE /v1/segments/${id}`), 404, 'unknown_segment');
    const body = { name: 'Stolen', match: { segment: id } };
    expectRefusal(await neighbour.call('POST /v1/segments', { body }), 400, 'invalid_input', /does not exist/);
    const listed = { name: 'Stolen', match: { list: list.id } };
    expectRefusal(await neighbour.call('POST /v1/segments', { body: listed }), 400, 'invalid_input', /does not exist/);
  });

  // A row without a body would make Jest pass `done` in its place.
  it.each<[string, (id: string) => string, object | undefined]>([
    ['changed', (id) => `PUT /v1/segments/${id}`, { name: 'Stolen' }],
    ['refreshed', (id) => `POST /v1/segments/${id}/refresh`, undefined],
    ['compared', (id) => `POST /v1/segments/${id}/diff`, { match: PRO }],
    ['explained', (id) => `GET /v1/segments/${id}/explain/u-1`, undefined],
    ['asked for its changes', (id) => `GET /v1/segments/${id}/changes`, undefined],
    ['filled', (id) => `POST /v1/segments/${id}/people`, { add: ['u-1'] }],
    ['looked at', (id) => `GET /console/segments/${id}/overview`, undefined],
    ['exported', (id) => `GET /console/segments/${id}/export`, undefined],
  ])('cannot be %s from another workspace', async (_, route, body) => {
    const neighbour = await anotherWorkspace(subject.product);
    const { id } = await aSegment({ kind: 'manual' });
    const { body: before } = await call(`GET /v1/segments/${id}`);
    expectRefusal(await neighbour.call(route(id), { body }), 404, 'unknown_segment');
    expect((await call(`GET /v1/segments/${id}`)).body).toEqual(before);
  });
});
