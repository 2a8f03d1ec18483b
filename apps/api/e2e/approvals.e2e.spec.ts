/**
 * @slow starts a product of its own, because the setting is the workspace's
 */
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { caller, startProduct, until, type Call, type Product } from '@dundun/testing';
import { expectOk, expectRefusal } from './support/answers.js';
import { aSession } from './support/members.js';

jest.setTimeout(180_000);

const HALF_A_DAY = 43_200_000;
const later = () => new Date(Date.now() + HALF_A_DAY).toISOString();

describe('approval', () => {
  let product: Product;
  let secret: Call;
  let [viewer, marketer, admin, owner]: Call[] = [];
  let list: string;

  beforeAll(async () => {
    product = await startProduct({ environment: { EMBEDDED: 'true' } });
    secret = caller(product);
    [viewer, marketer, admin, owner] = await Promise.all(
      ['viewer', 'marketer', 'admin', 'owner'].map((role) => aSession(product, role)),
    );
    list = (await secret('POST /v1/lists', { body: { title: 'News' } })).body.id as string;
    expectOk(await secret(`POST /v1/lists/${list}/subscribers`, { body: { email: 'grace@example.com' } }));
    expectOk(await (admin as Call)('PUT /console/workspace', { body: { require_approval: true } }));
  });
  afterAll(() => product?.close());

  const as = (call: Call | undefined) => call as Call;
  const draft = async () => {
    const body = { name: 'News', lists: [list], subject: 'Hello', text: 'Hello.' };
    return `/console/campaigns/${(await as(marketer)('POST /console/campaigns', { body })).body.id}`;
  };
  const start = (call: Call | undefined, path: string) => as(call)(`POST ${path}/start`, { body: { at: later() } });
  const mailTo = async (subject: string) => {
    const { data } = (await secret('GET /console/inbox')).body as { data: { subject: string }[] };
    return data.filter((each) => each.subject === subject).length;
  };

  it('of a campaign is asked for by a marketer and given by an admin, who are told by mail', async () => {
    const path = await draft();
    for (const each of [marketer, admin, owner, secret])
      expectRefusal(await start(each, path), 409, 'approval_needed', /Nobody has approved it: ask for approval/);
    expectRefusal(await as(viewer)(`POST ${path}/approval`), 403, 'role_needed');
    const asked = await as(marketer)(`POST ${path}/approval`);
    expectOk(asked);
    expect(asked.body).toMatchObject({ state: 'asked', recipients: 1, asked_by: { name: 'Member' }, decided_by: null });
    await until('admins have the mail', async () => (await mailTo('Please approve: News')) >= 2);
    const body = { version: asked.body.version };
    expectRefusal(await as(marketer)(`POST ${path}/approve`, { body }), 403, 'role_needed');
    expectRefusal(await start(marketer, path), 409, 'approval_needed', /waits for approval/);
    const [one, other] = await Promise.all([admin, owner].map((each) => as(each)(`POST ${path}/approve`, { body })));
    expect([one?.status, other?.status].sort()).toEqual([200, 409]);
    await until('the asker has the mail', async () => (await mailTo('Approved: News')) === 1);
    expect((await secret(`GET ${path}`)).body.approval).toMatchObject({ state: 'approved', version: body.version });
    expectOk(await start(marketer, path));
  });

  it('is void after an edit, of a template too', async () => {
    const template = { name: 'letter', subject: 'Hello', text: 'Hello.' };
    const made = await secret('POST /console/templates', { body: template });
    expectOk(made);
    const path = await draft();
    expectOk(await as(marketer)(`PUT ${path}`, { body: { template: 'letter', subject: null, text: null } }));
    const approve = async () => {
      const { version } = (await as(marketer)(`POST ${path}/approval`)).body;
      expectOk(await as(admin)(`POST ${path}/approve`, { body: { version } }));
    };
    await approve();
    expectOk(await as(marketer)(`PUT ${path}`, { body: { name: 'Other news' } }));
    expectRefusal(await start(marketer, path), 409, 'approval_needed', /Nobody has approved it/);
    await approve();
    expectOk(await secret(`PUT /console/templates/${made.body.id}`, { body: { ...template, text: 'Goodbye.' } }));
    expectRefusal(await start(marketer, path), 409, 'approval_needed', /changed since it was approved/);
    expect((await as(marketer)(`POST ${path}/check`)).body).toMatchObject({ problems: [], approval_void: true });
    await approve();
    expect((await as(marketer)(`POST ${path}/check`)).body).toMatchObject({ approval_void: false });
    expectOk(await start(marketer, path));
  });

  it('is not given by who asked, and is declined with a reason', async () => {
    const path = await draft();
    const { version } = (await as(admin)(`POST ${path}/approval`)).body;
    expectRefusal(await as(admin)(`POST ${path}/approve`, { body: { version } }), 409, 'own_approval');
    const declined = await as(owner)(`POST ${path}/decline`, { body: { version, reason: 'Too long.' } });
    expect(declined.body).toMatchObject({ state: 'declined', reason: 'Too long.' });
    expectRefusal(await as(owner)(`POST ${path}/approve`, { body: { version } }), 409, 'approval_not_asked');
    expectRefusal(await start(owner, path), 409, 'approval_needed', /has declined it/);
  });

  it('is a machine’s of the owner with the secret: asked for by one call, and given to what somebody else asked for', async () => {
    const body = { name: 'At once', lists: [list], subject: 'Hello', text: 'Hello.', start: { at: later() } };
    expectRefusal(await secret('POST /console/campaigns', { body }), 409, 'approval_needed');
    expect((await secret('GET /console/campaigns?q=At%20once')).body.data).toEqual([]);
    const path = await draft();
    const { version } = (await secret(`POST ${path}/approval`)).body;
    expectRefusal(await secret(`POST ${path}/approve`, { body: { version } }), 409, 'own_approval');
    expectOk(await as(owner)(`POST ${path}/approve`, { body: { version } }));
    expectOk(await start(secret, path));
  });

  it('of an automation is needed to publish, and void after an edit', async () => {
    const made = await as(marketer)('POST /console/automations', { body: { name: 'Welcome' } });
    const path = `/console/automations/${made.body.id}`;
    const publish = () => as(marketer)(`POST ${path}/publish`, { body: {} });
    expectRefusal(await publish(), 409, 'approval_needed');
    const ask = async () => (await as(marketer)(`POST ${path}/approval`)).body.version as string;
    expectOk(await as(owner)(`POST ${path}/approve`, { body: { version: await ask() } }));
    expectOk(await as(marketer)(`PUT ${path}`, { body: { name: 'Welcome back' } }));
    expectRefusal(await publish(), 409, 'approval_needed');
    expectOk(await as(owner)(`POST ${path}/approve`, { body: { version: await ask() } }));
    expectOk(await publish());
    expect((await secret(`GET ${path}`)).body.approval).toMatchObject({ state: 'approved', recipients: null });
  });

  it('of an automation is void after an edit of a segment that one of its segments names', async () => {
    const segment = async (match: object) => {
      const { body } = await secret('POST /v1/segments', { body: { name: 'Readers', match } });
      return body.id as string;
    };
    const match = (city: string) => ({ attribute: 'city', type: 'text', is: 'equals', value: city });
    const inner = await segment(match('Lagos'));
    const outer = await segment({ segment: inner });
    const out = { id: 'out', kind: 'exit' };
    const branch = { id: 'ask', kind: 'branch', branches: [{ match: { segment: outer }, next: 'out' }], else: 'out' };
    const graph = { trigger: { kind: 'api' }, first: 'ask', steps: [branch, out] };
    const made = await as(marketer)('POST /console/automations', { body: { name: 'Readers', graph } });
    expectOk(made);
    const path = `/console/automations/${made.body.id}`;
    const isVoid = async () =>
      (await as(marketer)(`POST ${path}/validate`, { body: {} })).body.approval_void as boolean;
    const { version } = (await as(marketer)(`POST ${path}/approval`)).body;
    expectOk(await as(owner)(`POST ${path}/approve`, { body: { version } }));
    expect(await isVoid()).toBe(false);
    expectOk(await secret(`PUT /v1/segments/${inner}`, { body: { match: match('Accra') } }));
    expect(await isVoid()).toBe(true);
    expectRefusal(await as(marketer)(`POST ${path}/publish`, { body: {} }), 409, 'approval_needed', /changed since/);
  });

  it('is in the audit log, and not needed once the setting is off', async () => {
    const { data } = (await secret('GET /console/audit?thing=campaign')).body as { data: { operation: string }[] };
    const operations = new Set(data.map(({ operation }) => operation));
    for (const each of ['askCampaignApproval', 'approveCampaign', 'declineCampaign'])
      expect(operations).toContain(each);
    expectOk(await as(admin)('PUT /console/workspace', { body: { require_approval: false } }));
    const path = await draft();
    expectRefusal(await as(marketer)(`POST ${path}/approval`), 409, 'approval_not_required');
    expectOk(await start(marketer, path));
  });
});
