import { describe, expect, it } from '@jest/globals';
import { anAssistant } from './testing.js';

const SMS = { from: 'DUNDUN', to: '2348012345678', body: 'Hello', source: 'termii' };
const EMAIL = { from: { name: 'Ada', email: 'ada@dundun.test' }, to: ['grace@example.com'], subject: 'Hello' };
const PREVIEW = { subject: 'Hello', html: '<p>Hello, Grace</p>', text: 'Hello, Grace', missing: [] as string[] };
const ACCEPTED = { id: 'message-1' };
const HOUR = 3_600_000;

const all = (answers: Record<string, unknown> = {}) =>
  anAssistant(['read', 'draft', 'send'], {
    'GET /console/suppressions': { data: [], next_cursor: null },
    'POST /v1/send/sms': ACCEPTED,
    'POST /v1/send/email': ACCEPTED,
    'POST /console/templates/t/preview': PREVIEW,
    'POST /console/templates/t/test': ACCEPTED,
    ...answers,
  });

describe('sending', () => {
  it.each([
    ['send_sms', SMS, 'POST /v1/send/sms'],
    ['send_email', { ...EMAIL, text: 'Hello' }, 'POST /v1/send/email'],
    ['send_email', { ...EMAIL, template: 't', template_variables: { name: 'Grace' } }, 'POST /v1/send/email'],
    ['send_test_email', { template: 't', to: 'ada@example.com' }, 'POST /console/templates/t/test'],
  ])('with %s shows a dry run, then sends once however often it is confirmed', async (name, input, route) => {
    const { call, seen } = await all();
    const shown = await call(name, input);
    expect(shown.text).toMatch(/^DRY RUN, nothing was sent/);
    expect(seen.filter((one) => one.route === route)).toEqual([]);
    const confirmed = { ...input, confirm: true, dry_run: shown.data.dry_run };
    expect((await call(name, confirmed)).data).toMatchObject(ACCEPTED);
    await call(name, confirmed);
    const [first, again, ...more] = seen.filter((one) => one.route === route);
    expect(more).toEqual([]);
    expect(first).toEqual(again);
    expect(first?.idempotencyKey).toMatch(/^mcp-[!-~]{30,200}$/);
    expect(first?.body).not.toHaveProperty('confirm');
    expect(first?.body).not.toHaveProperty('dry_run');
  });

  it('shows the message and its recipients', async () => {
    const suppressed = { data: [{ address: 'c@example.com', reason: 'bounce' }] };
    const { call, seen, answers } = await all();
    const email = {
      ...EMAIL,
      cc: ['Carol <c@example.com>'],
      bcc: ['d@example.com'],
      template: 't',
      template_variables: {},
    };
    const { data } = await call('send_email', email);
    expect(data).toEqual({
      dry_run: expect.any(String),
      would_go_to: ['grace@example.com', 'Carol <c@example.com>', 'd@example.com'],
      suppressed_of_these: [],
      would_send: email,
      rendered: { subject: 'Hello', html: PREVIEW.html, text: PREVIEW.text },
    });
    const asked = seen.filter(({ route }) => route === 'GET /console/suppressions').map(({ query }) => query?.address);
    expect(asked).toEqual(['grace@example.com', 'c@example.com', 'd@example.com']);
    answers['GET /console/suppressions'] = suppressed;
    const { data: another } = await call('send_sms', SMS);
    expect(another.suppressed_of_these).toEqual(['c@example.com']);
    const long = 'x'.repeat(40_000);
    expect((await call('send_email', { ...EMAIL, html: long })).data.would_send.html).toBe(long);
  });

  it('sends twice when two dry runs are confirmed', async () => {
    const { call, seen, later } = await all();
    for (let count = 0; count < 2; count += 1) {
      const { data } = await call('send_sms', SMS);
      await call('send_sms', { ...SMS, confirm: true, dry_run: data.dry_run });
      later(1);
    }
    const sent = seen.filter(({ route }) => route === 'POST /v1/send/sms');
    expect(new Set(sent.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(2);
  });

  it('requires the proof of its own dry run', async () => {
    const { call, seen, later } = await all();
    const { dry_run } = (await call('send_sms', SMS)).data;
    const of = (input: object, proof?: string) => call('send_sms', { ...input, confirm: true, dry_run: proof });
    const refusals = [
      await of(SMS),
      await of({ ...SMS, to: '2348012345679' }, dry_run),
      await of({ ...SMS, body: 'Hello!' }, dry_run),
      await of(SMS, `${dry_run.slice(0, -1)}${dry_run.endsWith('A') ? 'B' : 'A'}`),
      await of(SMS, `${(Date.now() + 1).toString(36)}-${dry_run.split('-')[1]}`),
      await of(SMS, 'yes'),
    ];
    later(HOUR + 1);
    refusals.push(await of(SMS, dry_run));
    for (const refusal of refusals)
      expect(refusal).toMatchObject({ isError: true, text: expect.stringMatching(/^This call sent nothing/) });
    expect(seen.map(({ route }) => route)).not.toContain('POST /v1/send/sms');
  });

  it('accepts a confirmation with fields in another order', async () => {
    const { call } = await all();
    const email = { ...EMAIL, template: 't', template_variables: { a: 1, b: { c: [2], d: 3 } } };
    const { dry_run } = (await call('send_email', email)).data;
    const turned = { template_variables: { b: { d: 3, c: [2] }, a: 1 }, template: 't', ...EMAIL };
    expect((await call('send_email', { confirm: true, dry_run, ...turned })).data).toMatchObject(ACCEPTED);
  });

  it('refuses the confirmation when the template has changed', async () => {
    const { call, seen, answers } = await all();
    const email = { ...EMAIL, template: 't', template_variables: {} };
    const { dry_run } = (await call('send_email', email)).data;
    answers['POST /console/templates/t/preview'] = { ...PREVIEW, text: 'Buy now' };
    expect(await call('send_email', { ...email, confirm: true, dry_run })).toMatchObject({ isError: true });
    expect(seen.map(({ route }) => route)).not.toContain('POST /v1/send/email');
  });

  it('refuses a message too large to show whole', async () => {
    const { call } = await all({ 'POST /console/templates/t/preview': { ...PREVIEW, html: 'x'.repeat(100_000) } });
    const { isError, text } = await call('send_email', { ...EMAIL, template: 't' });
    expect([isError, text]).toEqual([true, expect.stringMatching(/too large to show/)]);
  });

  it('reports missing template variables', async () => {
    const { call } = await all({ 'POST /console/templates/t/preview': { ...PREVIEW, missing: ['name', 'plan'] } });
    const { isError, text } = await call('send_email', { ...EMAIL, template: 't' });
    expect([isError, text]).toEqual([true, expect.stringMatching(/needs name, plan/)]);
  });

  it.each([
    ['send_email', EMAIL],
    ['send_email', { ...EMAIL, text: 'x', to: [] }],
    ['send_email', { ...EMAIL, text: 'x', to: Array(6).fill('a@example.com'), cc: Array(5).fill('b@example.com') }],
    ['send_email', { ...EMAIL, text: 'x', send_at: 'soon' }],
    ['send_email', { ...EMAIL, text: 'x', confirm: 'yes' }],
    ['send_email', { ...EMAIL, text: 'x', attachments: [] }],
    ['send_sms', { ...SMS, to: '+2348012345678' }],
    ['send_sms', { ...SMS, source: 'pigeon' }],
    ['send_test_email', { template: '..', to: 'ada@example.com' }],
  ])('with %s refuses %j', async (name, input) => {
    const { call, seen } = await all();
    expect(await call(name, input)).toMatchObject({ isError: true });
    expect(seen).toEqual([]);
  });
});
