import { afterEach, describe, expect, it } from '@jest/globals';
import { Resend as TheirResend } from 'resend';
import type { ProviderOptions } from '../../adapter/descriptor.js';
import { aMail, type FakeMode, type FakeResendOptions, startFakeResend } from '../../testing/index.js';
import { resend } from './resend.js';
import { closeAll, fakeAndProvider } from '../testing.js';

afterEach(closeAll);

const started = (options?: FakeResendOptions, own?: ProviderOptions) =>
  fakeAndProvider({ start: startFakeResend, descriptor: resend }, options, own);
const refused = { kind: 'refused' };
const provider = { kind: 'not_sent', fault: 'provider' };
const passing = { kind: 'not_sent', fault: 'passing' };
const unknown = { kind: 'unknown' };

describe('a mail over Resend', () => {
  it('has the form of the API', async () => {
    const { fake, email } = await started();
    const outcome = await email.send(
      aMail({
        reference: 'r-1',
        to: [{ name: 'Lovelace, "Ada"', email: 'ada@example.test' }],
        cc: [{ email: 'bob@example.test' }],
        bcc: [{ email: 'dora@example.test' }],
        replyTo: [{ email: 'help@sender.test' }],
        html: '<p>x</p>',
        headers: { 'X-Kitchen': 'hot', 'Message-ID': '<evil@evil.test>' },
        attachments: [{ filename: 'logo.png', contentType: 'image/png', content: Buffer.from('x'), contentId: 'logo' }],
      }),
    );
    expect(outcome).toEqual({ kind: 'accepted', providerId: fake.messages[0]?.id, detail: 'queued' });
    expect(fake.messages).toEqual([
      {
        id: expect.any(String),
        recipients: ['ada@example.test', 'bob@example.test', 'dora@example.test'],
        idempotencyKey: expect.stringMatching(/^r-1\/[0-9a-f]{64}$/),
        body: {
          from: '"Shop" <shop@sender.test>',
          to: ['"Lovelace, \\"Ada\\"" <ada@example.test>'],
          cc: ['bob@example.test'],
          bcc: ['dora@example.test'],
          reply_to: ['help@sender.test'],
          subject: 'Your order',
          text: 'It is on its way.',
          html: '<p>x</p>',
          headers: { 'X-Kitchen': 'hot' },
          attachments: [{ filename: 'logo.png', content_type: 'image/png', content: 'eA==', content_id: 'logo' }],
          tags: [
            { name: 'reference', value: 'r-1' },
            { name: 'recipients', value: '3' },
          ],
        },
      },
    ]);
  });

  it("equals what Resend's own client sends", async () => {
    const { fake, email } = await started({ templates: ['order'] });
    const theirs = new TheirResend(fake.settings.apiKey, { baseUrl: fake.origin });
    const content = Buffer.from('%PDF');
    const tags = [
      { name: 'reference', value: 'r-1' },
      { name: 'recipients', value: '1' },
    ];
    const common = { from: '"Shop" <shop@sender.test>', to: ['ada@example.test'], subject: 'Your order', tags };
    const template = { id: 'order', variables: { name: 'Ada', price: 3 } };
    await email.send(
      aMail({
        reference: 'r-1',
        replyTo: [{ email: 'help@sender.test' }],
        headers: { 'X-Kitchen': 'hot' },
        attachments: [{ filename: 'a.pdf', contentType: 'application/pdf', content, contentId: 'a' }],
      }),
    );
    await theirs.emails.send(
      {
        ...common,
        text: 'It is on its way.',
        replyTo: ['help@sender.test'],
        headers: { 'X-Kitchen': 'hot' },
        attachments: [{ filename: 'a.pdf', contentType: 'application/pdf', content, contentId: 'a' }],
      },
      { idempotencyKey: 'theirs' },
    );
    await email.send(aMail({ reference: 'r-2', template }));
    await theirs.emails.send({ ...common, tags: [{ name: 'reference', value: 'r-2' }, ...tags.slice(1)], template });
    const bodies = fake.messages.map(({ body }) => body);
    expect(bodies[0]).toEqual(bodies[1]);
    expect(bodies[2]).toEqual(bodies[3]);
  });

  it('passes only strings and numbers to a template', async () => {
    const { fake, email } = await started({ templates: ['order'] });
    const variables = { name: 'Ada', price: 3, paid: true, items: [{ a: 1 }], nothing: null, missing: undefined };
    await email.send(aMail({ text: undefined, subject: '', template: { id: 'order', variables } }));
    expect(fake.messages[0]?.body).toMatchObject({
      template: { id: 'order', variables: { name: 'Ada', price: 3, paid: 'true', items: '[{"a":1}]' } },
    });
    expect(fake.messages[0]?.body.template?.variables).not.toHaveProperty('nothing');
    expect(fake.messages[0]?.body).not.toHaveProperty('subject');
    expect(await email.send(aMail({ template: { id: 'other', variables } }))).toMatchObject(refused);
  });

  it('omits a reference that a tag cannot hold', async () => {
    const { fake, email } = await started();
    expect(await email.send(aMail({ reference: 'größe 1' }))).toMatchObject({ kind: 'accepted' });
    expect(fake.messages[0]?.body.tags).toEqual([{ name: 'recipients', value: '1' }]);
    expect(fake.messages[0]?.idempotencyKey).toMatch(/^[0-9a-f]{64}\/[0-9a-f]{64}$/);
  });

  it('sends remaining blind copies one per call', async () => {
    const { fake, email } = await started();
    const bcc = ['dora@example.test', 'emil@example.test', 'fred@'].map((each) => ({ email: each }));
    const mail = aMail({ bcc });
    const outcome = await email.send({ ...mail, recipients: ['dora@example.test', 'emil@example.test'] });
    expect(outcome).toMatchObject({ kind: 'accepted', providerId: fake.messages[0]?.id });
    expect(outcome.recipients?.map((each) => [each.address, each.outcome])).toEqual([
      ['dora@example.test', 'accepted'],
      ['emil@example.test', 'not_sent'],
    ]);
    await email.send({ ...mail, recipients: ['emil@example.test'] });
    expect(fake.messages.map(({ body: { to, bcc: blind } }) => [to, blind])).toEqual([
      [['dora@example.test'], undefined],
      [['emil@example.test'], undefined],
    ]);
    const wrong = await email.send({ ...mail, recipients: ['fred@', 'emil@example.test'] });
    expect(wrong).toMatchObject({ ...passing, recipients: [{ outcome: 'refused' }, { outcome: 'not_sent' }] });
  });
});

describe('a repeated call', () => {
  it('returns the first mail after a lost answer, and sends no second one', async () => {
    const { fake, email } = await started({ mode: 'cut' });
    const mail = aMail();
    expect(await email.send(mail)).toMatchObject(unknown);
    fake.mode = 'ok';
    expect(await email.send({ ...mail })).toMatchObject({ kind: 'accepted', providerId: fake.messages[0]?.id });
    expect([fake.requests.length, fake.messages.length]).toEqual([2, 1]);
  });

  it('counts as another call with fewer recipients or another mail', async () => {
    const { fake, email } = await started();
    const to = ['ada@example.test', 'bob@example.test'].map((each) => ({ email: each }));
    const mail = aMail({ to });
    for (const recipients of [mail.recipients, ['ada@example.test'], ['bob@example.test']])
      await email.send({ ...mail, recipients });
    await email.send(aMail({ to }));
    expect(new Set(fake.messages.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(4);
  });

  it('has the same key whatever the order of recipients', async () => {
    const { fake, email } = await started();
    const to = ['ada@example.test', 'bob@example.test'].map((each) => ({ email: each }));
    const mail = aMail({ to });
    await email.send(mail);
    await email.send({ ...mail, recipients: mail.recipients.toReversed() });
    expect(fake.messages).toHaveLength(1);
  });

  it('stays unknown when the earlier call had another body, so that no second mail is sent', async () => {
    const { fake, email } = await started();
    const mail = aMail();
    await email.send(mail);
    const outcome = await email.send({ ...mail, subject: 'Another' });
    expect(outcome).toEqual({ kind: 'unknown', detail: expect.stringContaining('invalid_idempotent_request') });
    expect(fake.messages).toHaveLength(1);
  });
});

describe('a mail that Resend rejects', () => {
  it.each<[FakeMode, object]>([
    [{ httpStatus: 413 }, refused],
    [{ code: 'missing_api_key', httpStatus: 401 }, provider],
    [{ code: 'restricted_api_key', httpStatus: 401 }, provider],
    [{ code: 'invalid_api_key', httpStatus: 403 }, provider],
    [{ code: 'validation_error', httpStatus: 401, message: 'API key is invalid' }, provider],
    [{ code: 'validation_error', httpStatus: 403, message: 'You can only send testing emails' }, provider],
    [{ code: 'validation_error', message: 'Invalid `from` field.' }, provider],
    [{ code: 'validation_error', httpStatus: 400, message: 'The sender.test domain is not verified.' }, provider],
    [{ code: 'invalid_from_address' }, provider],
    [{ code: 'daily_quota_exceeded', httpStatus: 429 }, provider],
    [{ code: 'monthly_quota_exceeded', httpStatus: 429 }, provider],
    [
      { code: 'rate_limit_exceeded', httpStatus: 429 },
      { ...passing, throttled: true },
    ],
    [{ code: 'validation_error', message: 'Invalid `to` field.' }, refused],
    [{ code: 'validation_error', httpStatus: 400, message: 'The email address has an invalid domain' }, refused],
    [{ code: 'invalid_attachment' }, refused],
    [{ code: 'missing_required_field' }, refused],
    [{ code: 'security_error', httpStatus: 451 }, refused],
    [{ code: 'not_found', httpStatus: 404, message: 'Template not found' }, refused],
    [{ code: 'not_found', httpStatus: 404, message: 'The requested endpoint does not exist.' }, passing],
    [{ code: 'method_not_allowed', httpStatus: 405 }, passing],
    [{ code: 'concurrent_idempotent_requests', httpStatus: 409 }, unknown],
    [{ code: 'invalid_idempotent_request', httpStatus: 409 }, unknown],
    [{ code: 'application_error', httpStatus: 500 }, unknown],
    [{ code: 'x', httpStatus: 200 }, unknown],
  ])('%j', async (mode, expected) => {
    const { email } = await started({ mode });
    expect(await email.send(aMail())).toMatchObject({ ...expected, detail: expect.stringMatching(/\w/) });
  });

  it('blames the provider for an unknown sender', async () => {
    const { fake, email } = await started();
    expect(await email.send(aMail({ from: { name: '', email: 'a@other.test' } }))).toMatchObject(provider);
    expect(fake.messages).toEqual([]);
  });

  it('keeps the retry delay of a throttled call', async () => {
    const { email } = await started({ mode: 'throttle' });
    expect(await email.send(aMail())).toMatchObject({ ...passing, retryAfterMs: 30_000, code: 'rate_limit_exceeded' });
  });
});

describe('connection test', () => {
  it('accepts a key that may only send', async () => {
    const { email } = await started({ sendingOnly: true });
    expect(await email.verify()).toEqual({ ok: true, unchecked: expect.stringContaining('may only send') });
  });

  it('reads every page of domains and lists those that may send', async () => {
    const domains = Array.from({ length: 120 }, (_, i) => `d${i}.test`);
    const { email } = await started({ domains });
    expect(await email.verify()).toEqual({ ok: true, domains });
  });
});

describe('settings', () => {
  it.each([
    { apiKey: 're_x\r\nX-Evil: 1' },
    { apiKey: 're_x', webhookSecret: '' },
    { apiKey: 're_x', webhookSecret: 'whsec_' },
    { apiKey: 're_x', webhookSecret: 'ZmFrZQ==' },
  ])('refuses %j', (given) => {
    expect(resend.settings.safeParse(given).success).toBe(false);
  });
});
