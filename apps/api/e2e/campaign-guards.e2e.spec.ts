/**
 * Needs a product with a relay that refuses mail, and a name server.
 *
 * @slow starts a product of its own, and sends 160 mails at 30 a second
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startSmtpSink, type SmtpSink } from '@dundun/providers/testing';
import { startDns, until, type TestDns } from '@dundun/testing';
import { expectOk, expectRefusal } from './support/answers.js';
import { aDomain, aList, anAddress, unique, type DomainShown } from './support/fixtures.js';
import { rows } from './support/database.js';
import { aSession } from './support/members.js';
import { useProduct } from './support/product.js';

const PATIENTLY = { ms: 60_000 };
const CONTENT = { subject: 'Sale', text: 'Everything must go' };
const environment: Record<string, string> = { PUBLIC_URL: 'https://send.dundun.example' };
let dns: TestDns;
let sink: SmtpSink;

beforeAll(async () => {
  dns = await startDns([{ type: 'A', name: 'send.dundun.example', value: '192.0.2.1' }]);
  sink = await startSmtpSink();
  Object.assign(environment, { DNS_SERVERS: dns.address, SMTP_URL: sink.url });
});
afterAll(async () => {
  await sink.close();
  await dns.close();
});

describe('campaigns that must not go out', () => {
  const subject = useProduct({ environment });
  const { call } = subject;
  let domain: DomainShown;
  let profile: string;

  beforeAll(async () => {
    const added = await aDomain(call);
    dns.publish(...added.records);
    domain = added;
    expectOk(await call(`POST /console/domains/${added.id}/check`));
    profile = await until('the domain can be sent from', async () => {
      const body = { name: unique('Shop'), from_name: 'Shop', from_email: `ada@${added.domain}` };
      const made = await call('POST /console/profiles', { body });
      return made.status === 200 && String(made.body.id);
    });
  });

  const create = async (body: object) =>
    (await call('POST /console/campaigns', { body: { name: unique('Campaign'), profile, ...body } })).body.id as string;
  const post = (id: string, action: string, body?: object) => call(`POST /console/campaigns/${id}/${action}`, { body });
  const read = async (id: string) => (await call(`GET /console/campaigns/${id}`)).body;
  const codes = async (id: string) =>
    (await post(id, 'check')).body.problems.map(({ code }: { code: string }) => code) as string[];
  const isIn = (id: string, state: string) =>
    until(`the campaign is ${state}`, async () => (await read(id)).state === state, PATIENTLY);
  const aReader = (list: string, fields: object = {}) =>
    call(`POST /v1/lists/${list}/subscribers`, { body: { email: anAddress(), ...fields } });
  const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();
  /** Brings the time of a scheduled campaign about. */
  const comeTime = (id: string) =>
    rows(subject.product, 'UPDATE campaigns SET start_at = now(), due_at = now() WHERE id = $1', [id]);
  const haltsAs = async (id: string, code: string) => {
    await comeTime(id);
    await isIn(id, 'halted');
    expect((await read(id)).halt).toMatchObject({ code, message: expect.any(String), at: expect.any(String) });
    expect((await read(id)).people.matched).toBe(0);
  };

  it('says by a code what is missing, and looks for values that people lack', async () => {
    const list = (await aList(call)).id;
    const id = await create({
      lists: [list],
      subject: 'Hello',
      text: 'Hello {{ first_name }} of {{ city | default: "?" }}',
    });
    expect(await codes(id)).toEqual(['nobody']);
    expectOk(await aReader(list, { first_name: 'Ada' }));
    expectOk(await aReader(list));
    expect(await codes(id)).toEqual(['variable_missing']);
    const { problems } = (await post(id, 'check')).body;
    expect(problems[0].message).toMatch(/^1 of 2 recipients .* \{\{ first_name \}\}.*default/);
    expectRefusal(await post(id, 'start', {}), 409, 'campaign_not_ready', /first_name/);
    expectOk(await call(`PUT /console/campaigns/${id}`, { body: { text: 'Hello {{ first_name | default: "you" }}' } }));
    expect(await codes(id)).toEqual([]);
    expect(await codes(await create({}))).toEqual(['no_audience', 'no_subject', 'content_invalid', 'nobody']);
  });

  it('refuses a start in the past, the second of two starts, and a member who may not send', async () => {
    const list = (await aList(call)).id;
    expectOk(await aReader(list));
    const id = await create({ lists: [list], ...CONTENT });
    const viewer = await aSession(subject.product, 'viewer');
    expectRefusal(await viewer(`POST /console/campaigns/${id}/start`, { body: {} }), 403, 'role_needed');
    const at = new Date(Date.now() - 3_600_000).toISOString();
    expectRefusal(await post(id, 'start', { at }), 400, 'invalid_input', /past/);
    const answers = await Promise.all(Array.from({ length: 5 }, () => post(id, 'start', { at: inAnHour() })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
    const again = await create({ lists: [list], ...CONTENT });
    const { warnings } = (await post(again, 'check')).body;
    expect(warnings).toContainEqual({ code: 'sent_before', message: expect.stringContaining('same audience and subject') }); // prettier-ignore
    // The mail shows no way out, and gets a footer.
    expect(warnings.map(({ code }: { code: string }) => code)).toEqual(['sent_before', 'no_way_out']);
  });

  it('starts no marketing mail while the workspace does not say who it is, and says so in each mail', async () => {
    const list = (await aList(call)).id;
    const to = anAddress();
    expectOk(await aReader(list, { email: to }));
    const id = await create({ lists: [list], subject: unique('Sale'), html: '<p>Everything must go</p>' });
    const identity = async (sender_name: string | null, postal_address: string | null) =>
      expectOk(await call('PUT /console/workspace', { body: { sender_name, postal_address } }));
    await identity(null, null);
    expect((await post(id, 'check')).body.problems).toEqual([
      { code: 'no_identity', message: expect.stringMatching(/no sender name and no postal address.*settings/) },
    ]);
    for (const body of [{}, { at: inAnHour() }])
      expectRefusal(await post(id, 'start', body), 409, 'campaign_not_ready', /no sender name and no postal address/);
    const launched = { name: unique('Sale'), profile, lists: [list], ...CONTENT, start: {} };
    expectRefusal(await call('POST /console/campaigns', { body: launched }), 409, 'campaign_not_ready', /postal/);
    await identity('Ada & Sons', null);
    expectRefusal(await post(id, 'start', {}), 409, 'campaign_not_ready', /no postal address/);
    await identity('Ada & Sons', '1 Broad Street\nLagos');
    expectOk(await post(id, 'start', { at: new Date(Date.now() - 1_000).toISOString() }));
    await isIn(id, 'sent');
    const { data } = (await call(`GET /console/campaigns/${id}/recipients`)).body;
    const { content } = (await call(`GET /v1/messages/${data[0].message}`)).body;
    expect(content.html).toMatch(/Everything must go.*Ada &amp; Sons.*Broad Street.*\/p\/u\/.*\/p\/preferences\//s);
  });

  it('halts at its time if a list was archived or a segment was edited meanwhile, and goes on when told to', async () => {
    const [list, other] = [(await aList(call)).id, (await aList(call)).id];
    expectOk(await aReader(list, { first_name: 'Ada' }));
    const archived = await create({ lists: [list, other], ...CONTENT });
    expectOk(await post(archived, 'start', { at: inAnHour() }));
    expectOk(await call(`DELETE /v1/lists/${other}`));
    await haltsAs(archived, 'list_archived');
    expect(await codes(await create({ lists: [other], ...CONTENT }))).toContain('list_archived');

    const match = { field: 'first_name', is: 'equals', value: 'Ada' };
    const made = await call('POST /v1/segments', { body: { name: unique('Segment'), match } });
    expectOk(made);
    const edited = await create({ segments: [made.body.id], list, ...CONTENT });
    await until('the segment has its people', async () => !(await codes(edited)).includes('nobody'), PATIENTLY);
    expectOk(await post(edited, 'start', { at: inAnHour(), confirm_count: 1 }));
    const wider = { field: 'first_name', is: 'is_set' };
    expectOk(await call(`PUT /v1/segments/${made.body.id}`, { body: { match: wider } }));
    await haltsAs(edited, 'segment_changed');

    expectOk(await post(archived, 'resume'));
    await isIn(archived, 'sent');
    expect((await read(archived)).people).toMatchObject({ queued: 1, planned: 0 });
    expectOk(await post(edited, 'undo'));
    expect(await read(edited)).toMatchObject({ state: 'draft', halt: null });
  });

  it('halts when the provider refuses a fifth, and sends the rest once it takes mail again', async () => {
    const list = (await aList(call)).id;
    const emails = Array.from({ length: 160 }, anAddress);
    const put = (email: string) => call(`POST /v1/lists/${list}/subscribers`, { body: { email } });
    for (let from = 0; from < emails.length; from += 20) await Promise.all(emails.slice(from, from + 20).map(put));
    const arrived = () => sink.messages.filter(({ envelope }) => emails.includes(String(envelope.to[0])));
    const { email: owner } = subject.product;
    let count = 0;
    sink.script({
      stage: 'rcpt',
      act: { reply: '550 5.7.1 Blocked' },
      when: ({ address = '' }) => emails.includes(address) && count++ % 3 === 0,
    });
    const id = await create({ lists: [list], ...CONTENT, per_minute: 1_800 });
    expectOk(await post(id, 'start', { at: new Date().toISOString() }));
    await isIn(id, 'halted');
    const halted = await read(id);
    expect(halted.halt).toMatchObject({
      code: 'refusals',
      message: expect.stringMatching(/refused \d+ of \d+ messages/),
    });
    expect(halted.people.planned).toBeGreaterThan(0);
    const isTold = () => sink.messages.some(({ envelope }) => envelope.to.includes(owner));
    await until('the owner is told by mail', isTold, PATIENTLY);
    sink.script();
    expectOk(await post(id, 'resume'));
    await isIn(id, 'sent');
    const { people, messages, halt } = await read(id);
    expect(halt).toBeNull();
    expect(people).toMatchObject({ matched: 160, planned: 0, queued: 160 });
    expect(messages).toEqual({ waiting: 0, sent: arrived().length, failed: expect.any(Number) });
    expect(messages.sent + messages.failed).toBe(160);
    expect(new Set(arrived().map(({ envelope }) => envelope.to[0])).size).toBe(messages.sent);
  });

  it('halts at its time if the domain lost its DKIM record meanwhile, until it is back', async () => {
    const list = (await aList(call)).id;
    expectOk(await aReader(list));
    const id = await create({ lists: [list], ...CONTENT });
    expectOk(await post(id, 'start', { at: inAnHour() }));
    const dkim = domain.records.filter(({ purpose }) => purpose === 'dkim');
    dns.withdraw(...dkim.map(({ name }) => name));
    expectOk(await call(`POST /console/domains/${domain.id}/check`));
    expect(await codes(await create({ lists: [list], ...CONTENT }))).toContain('domain_failing');
    await haltsAs(id, 'domain_failing');
    expectRefusal(await post(id, 'resume'), 409, 'campaign_not_ready', /DNS records/);
    dns.publish(...dkim);
    expectOk(await call(`POST /console/domains/${domain.id}/check`));
    expectOk(await post(id, 'resume'));
    await isIn(id, 'sent');
  });
});
