import { afterEach, describe, expect, it } from '@jest/globals';
import { BrevoClient } from '@getbrevo/brevo';
import { aMail, type FakeMode, startFakeBrevo } from '../../testing/index.js';
import { closeAll, fakeAndProvider } from '../testing.js';
import { brevo } from './brevo.js';

afterEach(closeAll);

const started = (options?: Parameters<typeof startFakeBrevo>[0]) =>
  fakeAndProvider({ start: startFakeBrevo, descriptor: brevo }, options);

const refused = { kind: 'refused' };
const provider = { kind: 'not_sent', fault: 'provider' };
const passing = { kind: 'not_sent', fault: 'passing' };

describe('a mail over Brevo', () => {
  it('arrives once, in the form of the API', async () => {
    const { fake, email } = await started();
    const outcome = await email.send(
      aMail({
        reference: 'r-1',
        to: [{ name: 'Ada', email: 'ada@example.test' }],
        cc: [{ email: 'bob@example.test' }],
        bcc: [{ email: 'dora@example.test' }],
        recipients: ['ada@example.test', 'bob@example.test', 'dora@example.test'],
        replyTo: [{ name: 'Help', email: 'help@sender.test' }, { email: 'second@sender.test' }],
        tags: ['order', 'größe'],
        headers: { 'X-Kitchen': 'heiß' },
        html: '<p>x</p>',
        attachments: [{ filename: 'a.pdf', contentType: 'application/pdf', content: Buffer.from('x') }],
      }),
    );
    expect(outcome).toEqual({ kind: 'accepted', providerId: fake.messages[0]?.id.slice(1, -1), detail: 'queued' });
    expect(fake.messages[0]?.body).toEqual({
      sender: { name: 'Shop', email: 'shop@sender.test' },
      to: [{ name: 'Ada', email: 'ada@example.test' }],
      cc: [{ email: 'bob@example.test' }],
      bcc: [{ email: 'dora@example.test' }],
      replyTo: { name: 'Help', email: 'help@sender.test' },
      subject: 'Your order',
      htmlContent: '<p>x</p>',
      textContent: 'It is on its way.',
      headers: { 'X-Kitchen': 'hei?', 'X-Mailin-custom': 'r-1' },
      tags: ['order', 'gr__e'],
      attachment: [{ name: 'a.pdf', content: 'eA==' }],
    });
  });

  it("equals what Brevo's own client sends", async () => {
    const { fake, email } = await started({ templates: [7] });
    const theirs = new BrevoClient({ apiKey: fake.settings.apiKey, baseUrl: `${fake.origin}/v3`, maxRetries: 0 });
    const common = { sender: { name: 'Shop', email: 'shop@sender.test' }, to: [{ email: 'ada@example.test' }], subject: 'Your order' }; // prettier-ignore
    const headers = { 'X-Mailin-custom': 'r-1' };
    await email.send(aMail({ reference: 'r-1', html: '<p>x</p>' }));
    const sent = await theirs.transactionalEmails.sendTransacEmail({ ...common, headers, htmlContent: '<p>x</p>', textContent: 'It is on its way.' }); // prettier-ignore
    expect(sent.messageId).toBe(fake.messages[1]?.id);
    await email.send(aMail({ reference: 'r-1', template: { id: '7', variables: { name: 'Ada' } } }));
    await theirs.transactionalEmails.sendTransacEmail({ ...common, headers, templateId: 7, params: { name: 'Ada' } });
    const bodies = fake.messages.map(({ body }) => body);
    expect(bodies[0]).toEqual(bodies[1]);
    expect(bodies[2]).toEqual(bodies[3]);
    const keys = fake.requests.map((request) => request.headers['api-key']);
    expect(new Set(keys).size).toBe(1);
    const { domains } = await theirs.domains.getDomains();
    expect(domains?.[0]).toMatchObject({ domain_name: 'sender.test' });
    fake.mode = { code: 'not_enough_credits', httpStatus: 402 };
    await expect(theirs.transactionalEmails.sendTransacEmail({ ...common, htmlContent: 'x' })).rejects.toMatchObject({
      statusCode: 402,
    });
  });

  it('has HTML made of a text that comes alone', async () => {
    const { fake, email } = await started();
    await email.send(aMail({ text: 'a < b & c\nd' }));
    expect(fake.messages[0]?.body.htmlContent).toBe('<p style="white-space: pre-wrap">a &#60; b &#38; c\nd</p>');
  });

  it('shortens a name that Brevo would refuse', async () => {
    const { fake, email } = await started();
    expect(await email.send(aMail({ to: [{ name: '🥁'.repeat(50), email: 'ada@example.test' }] }))).toMatchObject({
      kind: 'accepted',
    });
    expect(fake.messages[0]?.body.to[0]?.name).toBe('🥁'.repeat(35));
  });

  it('sends remaining blind copies one per call', async () => {
    const { fake, email } = await started();
    const recipients = ['dora@example.test', 'emil@example.test'];
    const outcome = await email.send(aMail({ bcc: recipients.map((each) => ({ email: each })), recipients }));
    expect(outcome.recipients?.map((each) => each.outcome)).toEqual(['accepted', 'not_sent']);
    expect(fake.messages.map((each) => each.recipients)).toEqual([['dora@example.test']]);
  });
});

describe('a mail that Brevo rejects', () => {
  it.each<[FakeMode, object]>([
    [
      { code: 'unauthorized', httpStatus: 401, message: 'Key not found' },
      { ...provider, code: 'unauthorized' },
    ],
    [{ code: 'permission_denied', httpStatus: 403 }, provider],
    [{ code: 'account_under_validation', httpStatus: 400 }, provider],
    [{ code: 'not_enough_credits', httpStatus: 402 }, provider],
    [{ code: 'invalid_parameter', message: 'Your sender is not verified' }, provider],
    [{ code: 'invalid_parameter', message: 'DMARC policy requires domain authentication' }, provider],
    [
      { code: 'too_many_requests', httpStatus: 429 },
      { ...passing, throttled: true },
    ],
    [
      { code: 'invalid_parameter', message: 'Unsupported file format' },
      { ...refused, code: 'invalid_parameter' },
    ],
    [{ code: 'missing_parameter' }, refused],
    [{ code: 'x', httpStatus: 413 }, refused],
    [{ code: 'x', httpStatus: 500 }, { kind: 'unknown' }],
    [{ code: 'x', httpStatus: 201 }, { kind: 'unknown' }],
  ])('%j', async (mode, expected) => {
    const { email } = await started({ mode });
    expect(await email.send(aMail())).toMatchObject({ ...expected, detail: expect.stringMatching(/\w/) });
  });

  it('names the recipient at fault', async () => {
    const { fake, email } = await started();
    fake.mode = { code: 'invalid_parameter', message: 'email is not valid in to: bob@example.test' };
    const to = ['ada@example.test', 'bob@example.test'].map((each) => ({ email: each }));
    const outcome = await email.send(aMail({ to, recipients: to.map((each) => each.email) }));
    expect(outcome.recipients?.map((each) => each.outcome)).toEqual(['not_sent', 'refused']);
  });
});

it.each([{ apiKey: '' }, { apiKey: 'a\r\nb' }, { webhookToken: 'a b' }])('refuses the setting %j', (given) => {
  expect(brevo.settings.safeParse({ apiKey: 'x', ...given }).success).toBe(false);
});
