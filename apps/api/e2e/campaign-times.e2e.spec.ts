import { describe, expect, it } from '@jest/globals';
import { until } from '@dundun/testing';
import { expectOk, expectRefusal } from './support/answers.js';
import { aList, anAddress, anEmail, unique } from './support/fixtures.js';
import { useWorkspace } from './support/product.js';

const DAY = 86_400_000;
/** The time of day of a local start, some days from now. */
const inDays = (days: number) => `${new Date(Date.now() + days * DAY).toISOString().slice(0, 10)}T09:00`;
const CONTENT = { subject: 'News', html: '<p>Hello</p>' };
const WINDOW = { weekdays: ['monday', 'friday'], from: '09:00', to: '17:00', clock: 'workspace' };

describe('the times of campaigns', () => {
  const { call } = useWorkspace();
  const create = async (body: object) => {
    const list = (await aList(call)).id;
    for (const [uid, tz] of [
      [unique('ada'), 'Africa/Lagos'],
      [unique('grace'), 'America/New_York'],
    ])
      expectOk(await call(`PUT /v1/users/${uid}`, { body: { email: anAddress(), tz, lists: [list] } }));
    const created = await call('POST /console/campaigns', {
      body: { name: unique('Campaign'), lists: [list], ...CONTENT, ...body },
    });
    return created.body.id as string;
  };
  const post = (id: string, action: string, body?: object) => call(`POST /console/campaigns/${id}/${action}`, { body });
  const problems = async (id: string) =>
    (await post(id, 'check')).body.problems.map(({ code }: { code: string }) => code);

  it('are the clocks of people: the check counts them by zone, and the start waits for the first clock', async () => {
    const local_start = { at: inDays(3), past: 'tomorrow' };
    const id = await create({ local_start });
    const { zones, recipients } = (await post(id, 'check')).body;
    const day = local_start.at.slice(0, 10);
    expect(recipients).toBe(2);
    expect(zones).toEqual([
      { zone: 'Africa/Lagos', people: 1, at: `${day}T08:00:00.000Z`, is_past: false },
      { zone: 'America/New_York', people: 1, at: expect.stringContaining(day), is_past: false },
    ]);
    expectRefusal(await post(id, 'start', { at: new Date().toISOString() }), 400, 'invalid_input', /local_start/);
    const { body } = await post(id, 'start', { confirm_count: 2 });
    const first = new Date(Date.parse(`${day}T09:00:00Z`) - 14 * 3_600_000).toISOString();
    expect(body).toMatchObject({ state: 'scheduled', start_at: first, local_start });
    expect((await post(id, 'undo')).body).toMatchObject({ state: 'draft', start_at: null, local_start });
  });

  it('that are past leave people out if the draft says so, and are refused if they are past everywhere', async () => {
    const id = await create({ local_start: { at: inDays(-3), past: 'skip' } });
    const check = (await post(id, 'check')).body;
    expect(check).toMatchObject({ matched: 2, recipients: 0, excluded: { time_past: 2 } });
    expect(check.zones).toEqual(expect.arrayContaining([{ zone: 'Africa/Lagos', people: 1, at: null, is_past: true }]));
    expect(await problems(id)).toEqual(['time_past', 'nobody']);
    expectRefusal(await post(id, 'start', {}), 409, 'campaign_not_ready', /time zone/);
  });

  it('are refused if they contradict each other', async () => {
    const id = await create({ local_start: { at: inDays(3), past: 'now' }, variants: [{ subject: 'Other' }] });
    expect(await problems(id)).toEqual(['test_waits']);
    const put = (body: object) => call(`PUT /console/campaigns/${id}`, { body });
    expectOk(await put({ test: { percent: 100 } }));
    expect(await problems(id)).toEqual([]);
    for (const wrong of [
      { local_start: { at: '2026-02-30T09:00', past: 'now' } },
      { local_start: { at: inDays(3), past: 'never' } },
      { window: { ...WINDOW, from: '18:00' } },
      { window: { ...WINDOW, weekdays: [] } },
      { window: { ...WINDOW, weekdays: ['someday'] } },
    ])
      expectRefusal(await put(wrong), 400, 'invalid_input');
    expect((await call(`GET /console/campaigns/${id}`)).body).toMatchObject({ window: null });
  });

  it('are those of the quiet hours of the workspace, whose campaigns wait for their end', async () => {
    const set = (body: object) => call('PUT /console/workspace', { body });
    expect((await call('GET /console/workspace')).body).toMatchObject({
      email_quiet_hours: null,
      sms_quiet_hours: { from: '21:00', to: '08:00' },
    });
    expectRefusal(await set({ email_quiet_hours: { from: '21:00', to: '21:00' } }), 400, 'invalid_input', /differ/);
    expectRefusal(await set({ sms_quiet_hours: { from: '21:60', to: '08:00' } }), 400, 'invalid_input');
    // Around now on clocks in Lagos, which are five hours ahead of New York at least.
    const [from, to] = [0, 2].map((hours) => new Date(Date.now() + hours * 3_600_000).toISOString().slice(11, 16));
    expectOk(await set({ email_quiet_hours: { from, to } }));
    const id = await create({});
    expectOk(await post(id, 'start', { at: new Date(Date.now() - 1_000).toISOString() }));
    const read = async () => (await call(`GET /console/campaigns/${id}`)).body;
    await until('one of two has a message', async () => (await read()).people.queued === 1, { ms: 60_000 });
    const window = { ...WINDOW, weekdays: ['monday'], from: '00:00', to: '00:00' };
    expect((await read()).people).toMatchObject({ matched: 2, planned: 1, queued: 1 });
    expectOk(await set({ email_quiet_hours: null }));
    expectRefusal(await call(`PUT /console/campaigns/${id}`, { body: { window } }), 409, 'campaign_state');
    expectOk(await post(id, 'cancel'));
  });

  it('know the caps of the workspace: a person who has had the messages of the day waits for the next', async () => {
    const set = (body: object) => call('PUT /console/workspace', { body });
    for (const wrong of [0, -1, 1_001, 1.5, '2'])
      expectRefusal(await set({ email_day_cap: wrong }), 400, 'invalid_input', /email_day_cap/);
    expectOk(await set({ email_day_cap: 1, sms_week_cap: 3 }));
    expect((await call('GET /console/workspace')).body).toMatchObject({
      ...{ email_day_cap: 1, email_week_cap: null, sms_day_cap: null, sms_week_cap: 3 },
    });
    const id = await create({});
    const { lists } = (await call(`GET /console/campaigns/${id}`)).body;
    const to = anAddress();
    expectOk(await call(`PUT /v1/users/${unique('linus')}`, { body: { email: to, lists: [lists[0]] } }));
    expectOk(await call('POST /v1/send/email', { body: anEmail({ to, list: lists[0] }) }));
    expectOk(await post(id, 'start', { at: new Date(Date.now() - 1_000).toISOString() }));
    const read = async () => (await call(`GET /console/campaigns/${id}`)).body;
    await until('the others have theirs', async () => (await read()).people.queued === 2, { ms: 60_000 });
    expect((await read()).people).toMatchObject({ matched: 3, planned: 1, queued: 2, skipped: {} });
    expectOk(await post(id, 'cancel'));
    expectOk(await set({ email_day_cap: null, sms_week_cap: null }));
  });
});
