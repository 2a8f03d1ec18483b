import { beforeAll, describe, expect, it } from '@jest/globals';
import { until, type Call } from '@dundun/testing';
import { expectOk, expectRefusal } from './support/answers.js';
import { aList, anAddress, aSubscriber, put, unique } from './support/fixtures.js';
import { aSession } from './support/members.js';
import { useWorkspace } from './support/product.js';

const PATIENTLY = { ms: 60_000 };
const REASON = 'New terms of service';

describe('transactional campaigns', () => {
  const subject = useWorkspace();
  const { call } = subject;
  let owner: Call;
  let marketer: Call;
  let list: string;

  beforeAll(async () => {
    owner = await aSession(subject.product, 'owner');
    marketer = await aSession(subject.product, 'marketer');
    list = (await aList(call)).id;
    await aSubscriber(call, list, { email: anAddress() });
    const gone = await aSubscriber(call, list, { email: anAddress() });
    expectOk(await put(call, list, gone, false));
    const suppressed = anAddress();
    await aSubscriber(call, list, { email: suppressed });
    expectOk(await call('POST /console/suppressions', { body: { addresses: [suppressed] } }));
  });

  const body = (fields: object = {}) => ({
    ...{ name: unique('Terms'), lists: [list], subject: 'New terms', html: '<p>We have new terms</p>' },
    ...fields,
  });
  const create = async (as: Call, fields: object = {}) => as('POST /console/campaigns', { body: body(fields) });
  const read = async (id: string) => (await call(`GET /console/campaigns/${id}`)).body;

  it('are an owner’s who is signed in: nobody else sets the reason, or starts one', async () => {
    for (const other of [marketer, call]) {
      expectRefusal(await create(other, { transactional_reason: REASON }), 403, 'role_needed', /owner/);
      expectRefusal(await create(other, { transactional_reason: REASON, start: {} }), 403, 'role_needed', /owner/);
    }
    const { id } = (await create(marketer)).body;
    const path = `/console/campaigns/${id}`;
    const set = (as: Call, transactional_reason: string | null) =>
      as(`PUT ${path}`, { body: { transactional_reason } });
    expectRefusal(await set(marketer, REASON), 403, 'role_needed');
    expect((await read(id)).transactional_reason).toBeNull();
    expectOk(await set(owner, REASON));
    expectOk(await marketer(`PUT ${path}`, { body: { subject: 'Our new terms' } }));
    expect(await read(id)).toMatchObject({ transactional_reason: REASON, subject: 'Our new terms' });
    for (const other of [marketer, call])
      expectRefusal(await other(`POST ${path}/start`, { body: {} }), 403, 'role_needed', /owner/);
    const copy = (await marketer(`POST ${path}/duplicate`)).body;
    expect(copy.transactional_reason).toBeNull();
    expectOk(await set(marketer, null));
    expect((await read(id)).transactional_reason).toBeNull();
  });

  it('need a reason, and are mail', async () => {
    for (const transactional_reason of ['', '  ', 'x'.repeat(501), 7])
      expectRefusal(await create(owner, { transactional_reason }), 400, 'invalid_input', /transactional_reason/);
    const sms = { channel: 'sms', subject: undefined, html: undefined, text: 'Terms', transactional_reason: REASON };
    expectRefusal(await create(owner, sms), 400, 'invalid_input', /transactional_reason is for mail/);
  });

  it('reach people who unsubscribed, without a link to do so, and are kept with their reason', async () => {
    const { id } = (await create(owner, { transactional_reason: REASON })).body;
    const path = `/console/campaigns/${id}`;
    const check = (await owner(`POST ${path}/check`)).body;
    expect(check).toMatchObject({ matched: 3, recipients: 2, without_consent: 1, problems: [] });
    expect(check.warnings).toContainEqual({ code: 'without_consent', message: expect.stringContaining(REASON) });
    expectOk(await owner(`POST ${path}/start`, { body: { at: new Date(Date.now() - 1_000).toISOString() } }));
    await until('it is sent', async () => (await read(id)).state === 'sent', PATIENTLY);
    expect(await read(id)).toMatchObject({
      ...{
        transactional_reason: REASON,
        people: { queued: 2, excluded: { suppressed: 1 } },
        messages: { captured: 2 },
      },
    });
    const { data } = (await call(`GET ${path}/recipients`)).body;
    const lists = (data as { list: string | null }[]).map((each) => each.list);
    expect(new Set(lists)).toEqual(new Set([list, null]));
    for (const { message } of data) {
      const { content, list: of } = (await call(`GET /v1/messages/${message}`)).body;
      expect(of).toBeNull();
      expect(content.html).toContain('We have new terms');
      expect(content.html).not.toContain('/p/u/');
      expect(JSON.stringify(content)).not.toContain('List-Unsubscribe');
    }
    const log = (await call('GET /console/audit?thing=campaign')).body;
    expect(JSON.stringify(log)).toContain(REASON);
  });
});
