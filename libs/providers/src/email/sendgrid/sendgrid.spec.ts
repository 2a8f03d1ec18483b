import { afterEach, describe, expect, it } from '@jest/globals';
import { Client } from '@sendgrid/client';
import { MailService } from '@sendgrid/mail';
import type { ProviderOptions } from '../../adapter/descriptor.js';
import { aMail, type FakeMode, type FakeSendGridOptions, startFakeSendGrid } from '../../testing/index.js';
import { sendGrid } from './sendgrid.js';
import { closeAll, fakeAndProvider } from '../testing.js';

afterEach(closeAll);

const started = (options?: FakeSendGridOptions, own?: ProviderOptions) =>
  fakeAndProvider({ start: startFakeSendGrid, descriptor: sendGrid }, options, own);
const provider = { kind: 'not_sent', fault: 'provider' };
const passing = { kind: 'not_sent', fault: 'passing' };

describe('a mail over SendGrid', () => {
  it('has the form of the API', async () => {
    const { fake, email } = await started();
    const outcome = await email.send(
      aMail({
        reference: 'r-1',
        messageId: '<r-1@sender.test>',
        from: { name: 'Shop, Inc', email: 'shop@sender.test' },
        to: [{ name: 'Lovelace, "Ada"', email: 'ada@example.test' }],
        cc: [{ name: 'Bob', email: 'bob@example.test' }],
        replyTo: [{ email: 'help@sender.test' }],
        text: 'It is on its way.',
        html: '<p>It is on its way.</p>',
        headers: { 'X-Kitchen': 'hot', 'Reply-To': 'evil@evil.test', 'X-SG-EID': 'x', 'Content-Type': 'text/x' },
        attachments: [{ filename: 'a.ics', contentType: 'text/calendar; method=REQUEST', content: Buffer.from('x') }],
      }),
    );
    expect(outcome).toEqual({ kind: 'accepted', providerId: fake.messages[0]?.id, detail: 'queued' });
    expect(fake.messages.map(({ body }) => body)).toEqual([
      {
        personalizations: [
          {
            to: [{ name: '"Lovelace, \\"Ada\\""', email: 'ada@example.test' }],
            cc: [{ name: 'Bob', email: 'bob@example.test' }],
          },
        ],
        from: { name: 'Shop, Inc', email: 'shop@sender.test' },
        reply_to_list: [{ email: 'help@sender.test' }],
        subject: 'Your order',
        content: [
          { type: 'text/plain', value: 'It is on its way.' },
          { type: 'text/html', value: '<p>It is on its way.</p>' },
        ],
        headers: { 'Message-ID': '<r-1@sender.test>', 'X-Kitchen': 'hot' },
        attachments: [{ filename: 'a.ics', type: 'text/calendar', content: 'eA==', disposition: 'attachment' }],
        custom_args: { reference: 'r-1' },
        tracking_settings: {
          click_tracking: { enable: false, enable_text: false },
          open_tracking: { enable: false },
          subscription_tracking: { enable: false },
        },
      },
    ]);
  });

  it("equals what SendGrid's own client sends", async () => {
    const { fake, email } = await started();
    const content = Buffer.from('%PDF');
    await email.send(
      aMail({
        reference: 'r-1',
        messageId: '<r-1@sender.test>',
        to: [{ name: 'Ada', email: 'ada@example.test' }],
        bcc: [{ email: 'dora@example.test' }],
        html: '<p>x</p>',
        attachments: [{ filename: 'a.pdf', contentType: 'application/pdf', content }],
      }),
    );
    const theirs = new MailService();
    const client = new Client();
    client.setApiKey(fake.settings.apiKey);
    client.setDefaultRequest('baseUrl', fake.origin);
    theirs.setClient(client);
    const [answer] = await theirs.send({
      from: { name: 'Shop', email: 'shop@sender.test' },
      to: { name: 'Ada', email: 'ada@example.test' },
      bcc: 'dora@example.test',
      subject: 'Your order',
      text: 'It is on its way.',
      html: '<p>x</p>',
      headers: { 'Message-ID': '<r-1@sender.test>' },
      customArgs: { reference: 'r-1' },
      attachments: [
        {
          filename: 'a.pdf',
          type: 'application/pdf',
          content: content.toString('base64'),
          disposition: 'attachment',
        },
      ],
      trackingSettings: {
        clickTracking: { enable: false, enableText: false },
        openTracking: { enable: false },
        subscriptionTracking: { enable: false },
      },
    });
    expect(answer.statusCode).toBe(202);
    expect(fake.messages[0]?.body).toEqual(fake.messages[1]?.body);
  });

  it('uses a template of the account with its variables and without content', async () => {
    const { fake, email } = await started({ templates: ['d-1'] });
    const variables = { name: 'Ada', items: [{ price: 3 }] };
    const mail = { subject: '', text: undefined };
    expect(await email.send(aMail({ ...mail, template: { id: 'd-1', variables } }))).toMatchObject({
      kind: 'accepted',
    });
    expect(fake.messages[0]?.body).toMatchObject({
      template_id: 'd-1',
      personalizations: [{ to: [{ email: 'ada@example.test' }], dynamic_template_data: variables }],
    });
    expect(Object.keys(fake.messages[0]?.body ?? {})).not.toEqual(expect.arrayContaining(['content']));
    expect(await email.send(aMail({ ...mail, template: { id: 'd-2', variables } }))).toMatchObject({ kind: 'refused' });
  });

  it('goes to each recipient once, whatever the spelling', async () => {
    const { fake, email } = await started();
    const to = ['ada@example.test', 'Ada@Example.test', 'bob@example.test'].map((each) => ({ email: each }));
    await email.send(aMail({ to, cc: [{ email: 'ADA@example.test' }], recipients: to.map((each) => each.email) }));
    expect(fake.messages[0]?.recipients).toEqual(['ada@example.test', 'bob@example.test']);
  });

  it('shows remaining copies and hides blind copies from each other', async () => {
    const { fake, email } = await started();
    const cc = [{ email: 'carl@example.test' }];
    const bcc = ['dora@example.test', 'emil@example.test'].map((each) => ({ email: each }));
    await email.send(aMail({ cc, bcc, recipients: ['carl@example.test', 'dora@example.test'] }));
    await email.send(aMail({ cc, bcc, recipients: ['dora@example.test', 'emil@example.test'] }));
    expect(fake.messages.map(({ body }) => body.personalizations)).toEqual([
      [{ to: cc, bcc: [bcc[0]] }],
      [{ to: [bcc[0]] }, { to: [bcc[1]] }],
    ]);
  });

  it('contains a space if it has no content, and the subject as text for html without any', async () => {
    const { fake, email } = await started();
    await email.send(aMail({ text: '' }));
    await email.send(aMail({ text: undefined, html: '<img src="x">' }));
    expect(fake.messages.map(({ body }) => body.content)).toEqual([
      [{ type: 'text/plain', value: ' ' }],
      [
        { type: 'text/plain', value: 'Your order' },
        { type: 'text/html', value: '<img src="x">' },
      ],
    ]);
  });
});

describe('a mail that SendGrid rejects', () => {
  it('is refused only for the addresses at fault; the others wait for the next call', async () => {
    const { fake, email } = await started();
    const to = [{ email: 'ada@example.test' }, { email: 'nobody' }];
    const mail = aMail({ to, bcc: [{ email: 'dora@' }, { email: 'emil@example.test' }] });
    const outcome = await email.send(mail);
    expect(outcome).toMatchObject({ ...passing, code: '400', detail: expect.stringContaining('valid address') });
    expect(outcome.recipients?.map((each) => [each.address, each.outcome])).toEqual([
      ['ada@example.test', 'not_sent'],
      ['nobody', 'refused'],
      ['dora@', 'refused'],
      ['emil@example.test', 'not_sent'],
    ]);
    expect(fake.messages).toEqual([]);
    const blind = aMail({ ...mail, recipients: ['dora@', 'emil@example.test'] });
    expect((await email.send(blind)).recipients?.map((each) => each.outcome)).toEqual(['refused', 'not_sent']);
  });

  it.each<[FakeMode, object]>([
    [{ httpStatus: 413 }, { kind: 'refused' }],
    [{ code: 'from', httpStatus: 403, message: 'does not match a verified Sender Identity' }, provider],
    [{ code: 'null', httpStatus: 401, message: 'Maximum credits exceeded' }, provider],
    [{ code: 'null', httpStatus: 451, message: 'Unavailable due to data residency' }, provider],
    [{ code: 'null', httpStatus: 413, message: 'Payload too large' }, { kind: 'refused' }],
    [{ code: 'subject', message: 'The subject is required.' }, { kind: 'refused' }],
    [{ code: 'personalizations.7.to.9.email', message: 'Does not contain a valid address.' }, { kind: 'refused' }],
    [{ code: 'null', httpStatus: 404, message: 'Not Found' }, passing],
    [{ code: 'null', httpStatus: 500, message: 'Internal' }, { kind: 'unknown' }],
  ])('%j', async (mode, expected) => {
    const { email } = await started({ mode });
    expect(await email.send(aMail())).toMatchObject({ ...expected, detail: expect.stringMatching(/\w/) });
  });

  it('blames the provider for an unknown sender', async () => {
    const { fake, email } = await started();
    expect(await email.send(aMail({ from: { name: '', email: 'a@other.test' } }))).toMatchObject(provider);
    expect(fake.messages).toEqual([]);
  });

  it('waits until the rate limit ends', async () => {
    const { email } = await started({ mode: 'throttle' });
    const outcome = await email.send(aMail());
    const { retryAfterMs = 0 } = outcome as { retryAfterMs?: number };
    expect(retryAfterMs).toBeGreaterThan(20_000);
    expect(retryAfterMs).toBeLessThanOrEqual(31_000);
  });
});

describe('connection test', () => {
  it('requires a key that may send', async () => {
    const { email } = await started({ scopes: ['stats.read'] });
    expect(await email.verify()).toEqual({ ok: false, detail: 'The API key may not send mail (scope mail.send)' });
  });

  it('accepts a key that may not read domains', async () => {
    const { email } = await started({ scopes: ['mail.send'] });
    expect(await email.verify()).toEqual({ ok: true });
  });

  it('reads every page of domains', async () => {
    const domains = Array.from({ length: 60 }, (_, i) => `d${i}.test`);
    const { email } = await started({ domains });
    expect(await email.verify()).toEqual({ ok: true, domains });
  });
});

describe('settings', () => {
  const settings = { apiKey: 'SG.x' };

  it('default to the global region', () => {
    expect(sendGrid.settings.parse(settings)).toEqual({ ...settings, region: 'global' });
  });

  it.each([
    { apiKey: 'SG.x\r\nX-Evil: 1' },
    { ...settings, region: 'mars' },
    { ...settings, webhookPublicKey: '' },
    { ...settings, webhookPublicKey: 'MFkwEwYHKoZIzj0CAQYI' },
  ])('refuses %j', (given) => {
    expect(sendGrid.settings.safeParse(given).success).toBe(false);
  });
});
