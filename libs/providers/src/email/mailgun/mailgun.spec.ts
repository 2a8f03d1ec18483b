import { afterEach, describe, expect, it } from '@jest/globals';
import MailgunSdk from 'mailgun.js';
import { aMail, type FakeEmailOptions, type FakeRefusal, startFakeMailgun } from '../../testing/index.js';
import { composeMail } from '../compose-mail.js';
import { mailgun } from './mailgun.js';
import { atTheEnd, closeAll, fakeAndProvider } from '../testing.js';

afterEach(closeAll);

const started = (options?: FakeEmailOptions & { templates?: string[]; sendingOnly?: boolean }) =>
  fakeAndProvider({ start: startFakeMailgun, descriptor: mailgun }, options);

describe("Mailgun's own client", () => {
  const client = async (key?: string) => {
    const fake = await startFakeMailgun({ templates: ['welcome'] });
    atTheEnd(fake);
    const sdk = new MailgunSdk(FormData).client({
      username: 'api',
      key: key ?? fake.settings.apiKey,
      url: fake.origin,
    });
    return { fake, sdk };
  };

  it('works with the fake', async () => {
    const { fake, sdk } = await client();
    const message = composeMail(aMail({ messageId: '<id-1@sender.test>', text: 'äöü 🥁' }));
    const sent = await sdk.messages.create('sender.test', { to: ['ada@example.test'], message, 'v:reference': 'r-1' });
    expect(sent).toMatchObject({ id: '<id-1@sender.test>', message: 'Queued. Thank you.' });
    expect(fake.messages[0]).toMatchObject({ raw: message, recipients: ['ada@example.test'] });
    expect(fake.messages[0]?.fields['v:reference']).toBe('r-1');
    const template = { from: 'shop@sender.test', to: ['a@b.test', 'c@d.test'], subject: 'Hi', template: 'welcome' };
    await sdk.messages.create('sender.test', template);
    expect(fake.messages[1]).toMatchObject({
      raw: null,
      recipients: ['a@b.test', 'c@d.test'],
      fields: { subject: 'Hi' },
    });
    const domains = await sdk.domains.list({ limit: 1 });
    expect(domains).toMatchObject([{ name: 'sender.test', state: 'active' }]);
  });

  it('receives the same errors from the fake as from Mailgun', async () => {
    const { sdk } = await client('wrong');
    const message = { to: 'ada@example.test', message: 'x' };
    await expect(sdk.messages.create('sender.test', message)).rejects.toMatchObject({ status: 401 });
    const { sdk: right } = await client();
    await expect(right.messages.create('other.test', message)).rejects.toMatchObject({ status: 404 });
  });
});

describe('a mail over Mailgun', () => {
  it('is our own message, byte for byte, under its own id', async () => {
    const { fake, email } = await started();
    const mail = aMail({ messageId: '<id-1@sender.test>', reference: 'r-1', bcc: [{ email: 'dora@bücher.example' }] });
    expect(await email.send(mail)).toEqual({
      kind: 'accepted',
      providerId: 'id-1@sender.test',
      detail: '200 Queued. Thank you.',
    });
    expect(fake.messages[0]).toMatchObject({
      raw: composeMail(mail),
      recipients: ['ada@example.test', 'dora@xn--bcher-kva.example'],
      fields: { 'v:reference': 'r-1', 'o:tracking': 'no' },
    });
  });

  it('can use a template', async () => {
    const { fake, email } = await started({ templates: ['welcome'] });
    const content = Buffer.from([0, 255, 13, 10]);
    const outcome = await email.send(
      aMail({
        messageId: '<id-1@sender.test>',
        from: { name: 'Größe "S"', email: 'shop@sender.test' },
        to: [{ name: 'Lovelace, Ada', email: 'ada@example.test' }],
        cc: [{ email: 'carl@example.test' }],
        bcc: [{ email: 'dora@example.test' }],
        replyTo: [{ email: 'help@sender.test' }],
        subject: 'Hello\r\nBcc: evil@evil.test',
        headers: { 'X-A': 'b\r\nBcc: evil@evil.test', Bcc: 'evil@evil.test' },
        attachments: [
          { filename: 'a"\r\nb.bin', contentType: 'text/x\r\nx: y', content },
          { filename: 'l.png', contentType: 'image/png', content, contentId: 'logo' },
        ],
        text: undefined,
        template: { id: 'welcome', variables: { name: 'Ada 🥁' } },
      }),
    );
    expect(outcome).toMatchObject({ kind: 'accepted' });
    expect(fake.messages[0]).toMatchObject({
      raw: null,
      recipients: ['ada@example.test', 'carl@example.test', 'dora@example.test'],
      fields: {
        from: '"Größe \\"S\\"" <shop@sender.test>',
        to: '"Lovelace, Ada" <ada@example.test>',
        subject: 'Hello Bcc: evil@evil.test',
        template: 'welcome',
        'o:tracking': 'no',
        't:variables': '{"name":"Ada 🥁"}',
        'h:Message-Id': '<id-1@sender.test>',
        'h:Reply-To': 'help@sender.test',
        'h:X-A': 'b Bcc: evil@evil.test',
      },
      files: [
        { field: 'attachment', filename: expect.stringMatching(/^a.*b\.bin$/s), content },
        { field: 'inline', filename: 'logo', content },
      ],
    });
    expect(Object.keys(fake.messages[0]?.fields ?? {})).not.toContain('h:Bcc');
  });

  it('with a template does not reveal blind copies to each other', async () => {
    const { fake, email } = await started({ templates: ['welcome'] });
    const bcc = [{ email: 'a@b.test' }, { email: 'c@d.test' }];
    await email.send(aMail({ bcc, recipients: ['a@b.test', 'c@d.test'], template: { id: 'welcome', variables: {} } }));
    expect(fake.messages[0]).toMatchObject({
      recipients: ['a@b.test', 'c@d.test'],
      fields: { 'recipient-variables': '{"a@b.test":{},"c@d.test":{}}' },
    });
  });
});

describe('a mail that Mailgun rejects', () => {
  const refused = { kind: 'refused' };
  const provider = { kind: 'not_sent', fault: 'provider' };
  const passing = { kind: 'not_sent', fault: 'passing' };

  it.each<[number, string, object]>([
    [400, "'to' parameter is not a valid address. please check documentation", refused],
    [400, 'message size exceeds the maximum', refused],
    [413, 'Request Entity Too Large', refused],
    [400, 'Sandbox subdomains are for test purposes only. Please add the address to authorized recipients.', provider],
    [400, 'Domain sender.test is not allowed to send: Please activate your Mailgun account.', provider],
    [400, 'The account is disabled', provider],
    [402, 'Payment required', provider],
    [403, 'Domain sender.test is not allowed to send: The domain is unverified', provider],
    [404, 'Domain not found: sender.test', provider],
    [400, 'Recipient limit exceeded. Try again after 10 minutes', passing],
    [429, 'Too many requests', passing],
    [503, 'Try later', passing],
    [418, 'What?', passing],
    [500, 'Internal', { kind: 'unknown' }],
  ])('%i %s', async (httpStatus, message, expected) => {
    const { email } = await started({ mode: { code: httpStatus, message, httpStatus } as FakeRefusal });
    expect(await email.send(aMail())).toMatchObject({ ...expected, detail: `${httpStatus} ${message}` });
  });

  it('keeps the retry delay of a throttled call', async () => {
    const { email } = await started({ mode: 'throttle' });
    expect(await email.send(aMail())).toMatchObject({ ...passing, retryAfterMs: 30_000 });
  });

  it('is refused only for the recipient that the error names', async () => {
    const { email } = await started();
    const outcome = await email.send(aMail({ to: [{ email: 'ada@example.test' }, { email: 'nobody' }] }));
    expect(outcome).toMatchObject({
      ...passing,
      recipients: [
        { address: 'ada@example.test', outcome: 'not_sent' },
        { address: 'nobody', outcome: 'refused' },
      ],
    });
  });

  it('is refused when it names an unknown template', async () => {
    const { email } = await started();
    expect(await email.send(aMail({ template: { id: 'none', variables: {} } }))).toMatchObject(refused);
  });
});

describe('connection test', () => {
  it('accepts a domain sending key without sending, and says what it could not check', async () => {
    const { fake, email, create } = await started({ sendingOnly: true });
    expect(await email.verify()).toEqual({ ok: true, unchecked: expect.stringContaining('may only send') });
    expect(fake.messages).toEqual([]);
    expect(await email.send(aMail())).toMatchObject({ kind: 'accepted' });
    expect(await create({ ...fake.settings, apiKey: 'wrong' }).verify()).toMatchObject({ ok: false });
  });

  it('fails with a sending key for an account that may not send', async () => {
    const { fake, email } = await started({ sendingOnly: true });
    fake.mode = { code: 'x', message: 'Domain sender.test is not allowed to send: please activate your account' };
    expect(await email.verify()).toMatchObject({ ok: false, detail: expect.stringContaining('activate') });
  });

  it('reads every page', async () => {
    const domains = Array.from({ length: 120 }, (_, i) => `d${i}.test`);
    const { email } = await started({ domains });
    expect(await email.verify()).toEqual({ ok: true, domains });
  });

  it.each([
    ['other.test', 'The account has no domain other.test in this region'],
    ['pending.test', 'The domain pending.test is unverified'],
  ])('fails for the domain %s', async (domain, detail) => {
    const { fake, create } = await started();
    expect(await create({ ...fake.settings, domain }).verify()).toEqual({ ok: false, detail });
  });
});

describe('settings', () => {
  const good = { apiKey: 'key-1', domain: 'Mail.Example.com' };
  it('are valid with the required fields only', () => {
    expect(mailgun.settings.parse(good)).toEqual({ apiKey: 'key-1', domain: 'mail.example.com', region: 'us' });
  });
  it.each([
    { apiKey: '' },
    { apiKey: 'a\r\nb' },
    { domain: 'example' },
    { domain: 'example.com/x' },
    { domain: '../v3' },
    { domain: 'a%2fb.com' },
    { region: 'moon' },
    { webhookSigningKey: '' },
  ])('refuse %j', (over) => {
    expect(mailgun.settings.safeParse({ ...good, ...over }).success).toBe(false);
  });
});
