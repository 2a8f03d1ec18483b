import { GetAccountCommand, ListEmailIdentitiesCommand, SendEmailCommand, SESv2Client } from '@aws-sdk/client-sesv2';
import { afterEach, describe, expect, it } from '@jest/globals';
import { aMail, type FakeRefusal, type FakeSesOptions, startFakeSes } from '../../testing/index.js';
import { composeMail } from '../compose-mail.js';
import { ses } from './ses.js';
import { atTheEnd, closeAll, fakeAndProvider } from '../testing.js';

afterEach(closeAll);

const started = (options?: FakeSesOptions) => fakeAndProvider({ start: startFakeSes, descriptor: ses }, options);

describe("Amazon's own client", () => {
  const client = async (options: FakeSesOptions = {}, secretAccessKey?: string) => {
    const fake = await startFakeSes(options);
    const { accessKeyId, sessionToken, region, ...rest } = fake.settings;
    const credentials = { accessKeyId, sessionToken, secretAccessKey: secretAccessKey ?? rest.secretAccessKey };
    const sdk = new SESv2Client({ region, endpoint: fake.origin, credentials, maxAttempts: 1 });
    atTheEnd(fake);
    atTheEnd({ close: () => Promise.resolve(sdk.destroy()) });
    return { fake, sdk };
  };

  it.each([undefined, 'a-session/token=='])('works with the fake and the session token %j', async (sessionToken) => {
    const { fake, sdk } = await client({ sessionToken, domains: ['sender.test', 'b.test', 'c.test'] });
    const raw = composeMail(aMail({ text: 'äöü 🥁' }));
    const sent = await sdk.send(
      new SendEmailCommand({
        FromEmailAddress: 'shop@sender.test',
        Destination: { ToAddresses: ['ada@example.test'] },
        Content: { Raw: { Data: raw } },
        EmailTags: [{ Name: 'reference', Value: 'r-1' }],
      }),
    );
    expect(sent.MessageId).toBe(fake.messages[0]?.id);
    expect(fake.messages[0]).toMatchObject({ raw, recipients: ['ada@example.test'], tags: { reference: 'r-1' } });
    expect(await sdk.send(new GetAccountCommand({}))).toMatchObject({ SendingEnabled: true });
    const page = await sdk.send(new ListEmailIdentitiesCommand({ PageSize: 2 }));
    const next = await sdk.send(new ListEmailIdentitiesCommand({ PageSize: 2, NextToken: page.NextToken }));
    expect(next.EmailIdentities?.map(({ IdentityName }) => IdentityName)).toEqual(['c.test', 'pending.test']);
  });

  it('receives the same errors from the fake as from Amazon', async () => {
    const { sdk } = await client({}, 'wrong');
    await expect(sdk.send(new GetAccountCommand({}))).rejects.toMatchObject({ name: 'InvalidSignatureException' });
    const { sdk: refused } = await client({ mode: { code: 'MessageRejected', message: 'Because' } });
    const empty = { Destination: { ToAddresses: ['a@b.test'] }, Content: { Raw: { Data: Buffer.from('x') } } };
    const error = { name: 'MessageRejected', message: 'Because' };
    await expect(refused.send(new SendEmailCommand(empty))).rejects.toMatchObject(error);
  });
});

describe('a mail over Amazon SES', () => {
  it('is our own message, byte for byte', async () => {
    const { fake, create } = await started({ configurationSets: ['Events'] });
    const mail = aMail({ reference: 'r-1', bcc: [{ email: 'dora@example.test' }], headers: { 'X-A': 'b' } });
    const outcome = await create({ ...fake.settings, configurationSet: 'Events' }).send(mail);
    expect(outcome).toEqual({ kind: 'accepted', providerId: fake.messages[0]?.id, detail: 'queued' });
    const message = fake.messages[0]?.raw?.toString() ?? '';
    // Every composition has a new boundary; a plain text has none.
    expect(message).toBe(composeMail(mail).toString());
    expect(fake.messages[0]).toMatchObject({
      from: 'shop@sender.test',
      recipients: ['ada@example.test', 'dora@example.test'],
      tags: { reference: 'r-1' },
      configurationSet: 'Events',
    });
  });

  it.each(['mit Umlaut ä', 'a b', 'a,b', 'x'.repeat(257), ''])(
    'omits the reference %j, which a tag cannot hold',
    async (reference) => {
      const { fake, email } = await started();
      expect(await email.send(aMail({ reference }))).toMatchObject({ kind: 'accepted' });
      expect(fake.messages[0]?.tags).toEqual({});
    },
  );

  it('is signed with a session token', async () => {
    const { fake, email, create } = await started({ sessionToken: 'a-session/token==' });
    expect(await email.send(aMail())).toMatchObject({ kind: 'accepted' });
    expect(await email.verify()).toMatchObject({ ok: true });
    const wrong = create({ ...fake.settings, sessionToken: 'other' });
    expect(await wrong.send(aMail())).toMatchObject({ fault: 'provider', code: 'UnrecognizedClientException' });
  });

  it('can use a template', async () => {
    const { fake, email } = await started({ templates: ['welcome'] });
    const outcome = await email.send(
      aMail({
        from: { name: 'Größe', email: 'shop@sender.test' },
        to: [{ name: 'Lovelace, Ada', email: 'ada@example.test' }],
        cc: [{ name: '=?utf-8?Q?x?=', email: 'cy@example.test' }],
        bcc: [{ email: 'bob@bücher.example' }],
        replyTo: [{ email: 'help@sender.test' }],
        headers: { 'X-A': 'ä\r\nBcc: evil@evil.test', Subject: 'x' },
        attachments: [{ filename: 'a.txt', contentType: 'text/plain', content: Buffer.from('ä') }],
        html: undefined,
        text: undefined,
        template: { id: 'welcome', variables: { name: 'Ada 🥁' } },
      }),
    );
    expect(outcome).toMatchObject({ kind: 'accepted' });
    expect(JSON.parse(fake.requests[0]?.body ?? '')).toMatchObject({
      FromEmailAddress: '=?UTF-8?B?R3LDtsOfZQ==?= <shop@sender.test>',
      ReplyToAddresses: ['help@sender.test'],
      Destination: {
        ToAddresses: ['"Lovelace, Ada" <ada@example.test>'],
        CcAddresses: ['=?UTF-8?Q?=3D=3Futf-8=3FQ=3Fx=3F=3D?= <cy@example.test>'],
        BccAddresses: ['bob@xn--bcher-kva.example'],
      },
      Content: {
        Template: {
          TemplateName: 'welcome',
          TemplateData: '{"name":"Ada 🥁"}',
          Headers: [{ Name: 'X-A', Value: expect.stringMatching(/^=\?UTF-8\?B\?[\w+/=]+\?=$/) }],
          Attachments: [{ FileName: 'a.txt', RawContent: 'w6Q=', ContentDisposition: 'ATTACHMENT' }],
        },
      },
    });
  });
});

describe('a mail that Amazon SES rejects', () => {
  const refused = { kind: 'refused' };
  const provider = { kind: 'not_sent', fault: 'provider' };
  const passing = { kind: 'not_sent', fault: 'passing' };
  const throttled = { ...passing, throttled: true };

  it.each<[FakeRefusal, object]>([
    [{ code: 'MessageRejected', message: 'Invalid content' }, refused],
    [{ code: 'MessageRejected', message: 'Email address is not verified. x@y.test' }, provider],
    [{ code: 'MessageRejected', message: 'Sending suspended for this account.' }, provider],
    [{ code: 'BadRequestException', message: "Missing final '@domain'" }, refused],
    [{ code: 'BadRequestException', message: 'Message length is more than 41943040 bytes long' }, refused],
    [{ code: 'BadRequestException', message: 'Configuration set <x> is invalid' }, provider],
    [{ code: 'AccountSuspendedException' }, provider],
    [{ code: 'SendingPausedException' }, provider],
    [{ code: 'MailFromDomainNotVerifiedException' }, provider],
    [{ code: 'NotFoundException', message: 'Configuration set <x> does not exist.', httpStatus: 404 }, provider],
    [{ code: 'NotFoundException', message: 'Template x does not exist', httpStatus: 404 }, refused],
    [{ code: 'AccessDeniedException', httpStatus: 403 }, provider],
    [{ code: 'ExpiredTokenException', httpStatus: 403 }, provider],
    [{ code: 'IncompleteSignature' }, provider],
    [{ code: 'TooManyRequestsException', httpStatus: 429 }, throttled],
    [{ code: 'LimitExceededException' }, passing],
    [{ code: 'LimitExceededException', message: 'Daily message quota exceeded' }, passing],
    [{ code: 'ThrottlingException', message: 'Daily message quota exceeded.' }, passing],
    [{ code: 'ThrottlingException', message: 'Maximum sending rate exceeded.' }, throttled],
    [{ code: 'SomethingNew', message: 'Maximum sending rate exceeded.' }, throttled],
    [{ code: 'ServiceUnavailable', httpStatus: 503 }, passing],
    [{ code: 'SomethingNew' }, passing],
  ])('%j', async (mode, expected) => {
    const { email } = await started({ mode });
    const text = `${mode.code}: ${mode.message ?? 'Refused by the fake'}`;
    const code = mode.code === 'SomethingNew' && expected === passing ? '400' : mode.code;
    const outcome = await email.send(aMail());
    expect(outcome).toMatchObject({ ...expected, code, detail: text });
    expect('throttled' in outcome).toBe('throttled' in expected);
  });

  it('stays unknown after an internal error of SES, which may have accepted it', async () => {
    const { email } = await started({ mode: { code: 'InternalServiceErrorException', httpStatus: 500 } });
    expect(await email.send(aMail())).toMatchObject({ kind: 'unknown' });
  });

  it('keeps the retry delay of a throttled call', async () => {
    const { email } = await started({ mode: 'throttle' });
    expect(await email.send(aMail())).toMatchObject({
      ...throttled,
      code: 'TooManyRequestsException',
      retryAfterMs: 30_000,
    });
  });

  it('blames the provider for an unverified sender', async () => {
    const { email } = await started({ domains: ['other.test'] });
    expect(await email.send(aMail())).toMatchObject({ ...provider, code: 'MessageRejected' });
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
});

describe('connection test', () => {
  it.each([
    [['ses:GetAccount', 'ses:ListEmailIdentities'], 'ses:GetAccount'],
    [['ses:ListEmailIdentities'], 'ses:ListEmailIdentities'],
  ])('accepts a key without %j and says what it could not check', async (denied, named) => {
    const { email } = await started({ denied });
    expect(await email.verify()).toEqual({ ok: true, unchecked: expect.stringContaining(named) });
    expect(await email.send(aMail())).toMatchObject({ kind: 'accepted' });
  });

  it('fails for a wrong secret', async () => {
    const { fake, create } = await started({ denied: ['ses:GetAccount'] });
    const wrong = create({ ...fake.settings, secretAccessKey: 'wrong' });
    expect(await wrong.verify()).toMatchObject({ ok: false });
  });

  it.each([{ SendingEnabled: false }, { EnforcementStatus: 'SHUTDOWN' }])(
    'fails for an account with %j',
    async (account) => {
      const { email } = await started({ account });
      expect(await email.verify()).toEqual({ ok: false, detail: expect.stringContaining('Sending is off') });
    },
  );
});

describe('settings', () => {
  const good = { accessKeyId: 'AKIA1234', secretAccessKey: 's', region: 'eu-west-1' };
  it('are valid with all fields and with the required fields only', () => {
    const topicArn = 'arn:aws-us-gov:sns:us-gov-west-1:123456789012:my-topic.fifo';
    expect(ses.settings.parse(good)).toEqual(good);
    expect(ses.settings.safeParse({ ...good, region: 'us-gov-west-1', topicArn }).success).toBe(true);
  });
  it.each([
    { accessKeyId: '' },
    { accessKeyId: 'a/b/c/d' },
    { secretAccessKey: ' ' },
    { region: 'evil.test/' },
    { region: 'eu-west-1.evil.test#' },
    { sessionToken: 'a\r\nb' },
    { configurationSet: 'a b' },
    { topicArn: 'arn:aws:sqs:eu-west-1:123456789012:queue' },
  ])('refuse %j', (over) => {
    expect(ses.settings.safeParse({ ...good, ...over }).success).toBe(false);
  });
});
