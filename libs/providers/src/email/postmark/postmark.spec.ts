import { afterEach, describe, expect, it } from '@jest/globals';
import { Models, ServerClient } from 'postmark';
import type { ProviderOptions } from '../../adapter/descriptor.js';
import { aMail, type FakeMode, type FakePostmarkOptions, startFakePostmark } from '../../testing/index.js';
import { postmark } from './postmark.js';
import { closeAll, fakeAndProvider } from '../testing.js';

afterEach(closeAll);

const started = (options?: FakePostmarkOptions, own?: ProviderOptions) =>
  fakeAndProvider({ start: startFakePostmark, descriptor: postmark }, options, own);
const refused = { kind: 'refused' };
const provider = { kind: 'not_sent', fault: 'provider' };
const passing = { kind: 'not_sent', fault: 'passing' };

describe('a mail over Postmark', () => {
  it('has the form of the API and keeps its Message-ID', async () => {
    const { fake, email } = await started();
    const outcome = await email.send(
      aMail({
        reference: 'r-1',
        messageId: '<r-1@sender.test>',
        to: [{ name: 'Lovelace, "Ada"', email: 'ada@example.test' }, { email: 'bob@example.test' }],
        bcc: [{ email: 'dora@example.test' }],
        replyTo: [{ email: 'help@sender.test' }],
        headers: { 'X-Kitchen': 'hot', 'Message-ID': '<evil@evil.test>' },
        attachments: [{ filename: 'logo.png', contentType: 'image/png', content: Buffer.from('x'), contentId: 'logo' }],
      }),
    );
    expect(outcome).toEqual({ kind: 'accepted', providerId: fake.messages[0]?.id, detail: 'OK' });
    expect(fake.messages.map(({ path, body }) => ({ path, body }))).toEqual([
      {
        path: '/email',
        body: {
          From: '"Shop" <shop@sender.test>',
          To: '"Lovelace, \\"Ada\\"" <ada@example.test>, bob@example.test',
          Bcc: 'dora@example.test',
          ReplyTo: 'help@sender.test',
          Subject: 'Your order',
          TextBody: 'It is on its way.',
          Headers: [
            { Name: 'Message-ID', Value: '<r-1@sender.test>' },
            { Name: 'X-PM-KeepID', Value: 'true' },
            { Name: 'X-Kitchen', Value: 'hot' },
          ],
          Attachments: [{ Name: 'logo.png', ContentType: 'image/png', Content: 'eA==', ContentID: 'cid:logo' }],
          Metadata: { reference: 'r-1' },
          TrackOpens: false,
          TrackLinks: 'None',
          MessageStream: 'outbound',
        },
      },
    ]);
  });

  it("equals what Postmark's own client sends", async () => {
    const { fake, email } = await started({ templates: ['order'] });
    const theirs = new ServerClient(fake.settings.serverToken, {
      useHttps: false,
      requestHost: `127.0.0.1:${fake.port}`,
    });
    const Headers = [
      { Name: 'Message-ID', Value: '<r-1@sender.test>' },
      { Name: 'X-PM-KeepID', Value: 'true' },
    ];
    const common = {
      From: '"Shop" <shop@sender.test>',
      To: 'ada@example.test',
      Headers,
      Metadata: { reference: 'r-1' },
      TrackOpens: false,
      TrackLinks: Models.LinkTrackingOptions.None,
      MessageStream: 'outbound',
    };
    const mail = { reference: 'r-1', messageId: '<r-1@sender.test>' };
    await email.send(aMail({ ...mail, html: '<p>x</p>' }));
    await theirs.sendEmail({ ...common, Subject: 'Your order', TextBody: 'It is on its way.', HtmlBody: '<p>x</p>' });
    await email.send(aMail({ ...mail, template: { id: 'order', variables: { a: 1 } } }));
    await theirs.sendEmailWithTemplate({ ...common, TemplateAlias: 'order', TemplateModel: { a: 1 } });
    const sent = fake.messages.map(({ path, body }) => ({ path: path.replace(/\/$/, ''), body }));
    expect(sent).toHaveLength(4);
    expect(sent[0]).toEqual(sent[1]);
    expect(sent[2]).toEqual(sent[3]);
  });

  it('uses a template by alias or number', async () => {
    const { fake, email } = await started({ templates: ['order', 1234] });
    for (const id of ['order', '1234'])
      await email.send(aMail({ text: undefined, template: { id, variables: { n: 1 } } }));
    expect(
      fake.messages.map(({ body }) => [body.TemplateAlias, body.TemplateId, body.TemplateModel, body.Subject]),
    ).toEqual([
      ['order', undefined, { n: 1 }, undefined],
      [undefined, 1234, { n: 1 }, undefined],
    ]);
    expect(await email.send(aMail({ template: { id: 'other', variables: {} } }))).toMatchObject({
      ...refused,
      code: '1101',
    });
  });

  it('uses the message stream of the settings', async () => {
    const { fake, email, create } = await started({ streams: ['outbound', 'receipts'] });
    expect(await email.send(aMail())).toMatchObject({ kind: 'accepted' });
    await create({ ...fake.settings, messageStream: 'receipts' }).send(aMail());
    expect(fake.messages.map(({ body }) => body.MessageStream)).toEqual(['outbound', 'receipts']);
    const lost = create({ ...fake.settings, messageStream: 'lost' });
    expect(await lost.send(aMail())).toMatchObject({ ...provider, code: '1235' });
  });

  it('may have only blind copies', async () => {
    const { fake, email } = await started();
    const bcc = ['dora@example.test', 'emil@example.test'].map((each) => ({ email: each }));
    await email.send(aMail({ bcc, recipients: bcc.map((each) => each.email) }));
    expect(fake.messages.map(({ body: { To, Bcc } }) => ({ To, Bcc }))).toEqual([
      { Bcc: 'dora@example.test, emil@example.test' },
    ]);
  });

  it('omits a reference that metadata cannot hold', async () => {
    const { fake, email } = await started();
    expect(await email.send(aMail({ reference: 'r'.repeat(81) }))).toMatchObject({ kind: 'accepted' });
    expect(fake.messages[0]?.body.Metadata).toBeUndefined();
  });
});

describe('a mail that Postmark rejects', () => {
  const to = ['ada@example.test', 'Bob@example.test'].map((each) => ({ email: each }));

  it('is refused only for the inactive recipients', async () => {
    const { fake, email } = await started({ inactive: ['bob@example.test'] });
    expect(await email.send(aMail({ to }))).toEqual({
      kind: 'accepted',
      providerId: fake.messages[0]?.id,
      detail: expect.stringContaining('will not deliver to these inactive addresses: bob@example.test'),
      recipients: [
        { address: 'ada@example.test', outcome: 'accepted', detail: 'OK' },
        { address: 'Bob@example.test', outcome: 'refused', detail: expect.stringContaining('inactive') },
      ],
    });
  });

  it('is refused as a whole when every recipient is inactive', async () => {
    const { fake, email } = await started({ inactive: ['ada@example.test', 'bob@example.test'] });
    expect(await email.send(aMail({ to }))).toMatchObject({ ...refused, code: '406' });
    expect(fake.messages).toEqual([]);
  });

  it('stays unsent for the other recipients when one address is invalid', async () => {
    const { email } = await started();
    const outcome = await email.send(aMail({ to, cc: [{ email: 'nobody' }] }));
    expect(outcome).toMatchObject({ ...passing, code: '300', detail: expect.stringContaining("'nobody'") });
    expect(outcome.recipients?.map((each) => each.outcome)).toEqual(['not_sent', 'not_sent', 'refused']);
  });

  it.each<[FakeMode, object]>([
    [{ httpStatus: 413 }, refused],
    [{ code: 10, httpStatus: 401 }, provider],
    [{ code: 400 }, provider],
    [{ code: 401 }, provider],
    [{ code: 405 }, provider],
    [{ code: 412 }, provider],
    [{ code: 413 }, provider],
    [{ code: 1235 }, provider],
    [{ code: 429 }, { ...passing, throttled: true }],
    [{ code: 100 }, passing],
    [{ code: 100, httpStatus: 503 }, passing],
    [{ code: 300, message: "Invalid 'From' address: 'x'." }, provider],
    [{ code: 300, message: "Error parsing 'Reply-To': Illegal email address 'ada@example.test'." }, refused],
    [{ code: 300, message: 'Provide either email TextBody or HtmlBody or both.' }, refused],
    [{ code: 402 }, refused],
    [{ code: 403 }, refused],
    [{ code: 406, message: 'Inactive recipient' }, refused],
    [{ code: 411 }, refused],
    [{ code: 1101 }, refused],
    [{ code: 406, httpStatus: 200 }, refused],
    [{ code: 9999, httpStatus: 200 }, refused],
    [{ code: 9999, httpStatus: 404 }, passing],
    [{ code: 0, httpStatus: 200, message: 'OK' }, { kind: 'unknown' }],
    [{ code: 500, httpStatus: 500 }, { kind: 'unknown' }],
  ])('%j', async (mode, expected) => {
    const { email } = await started({ mode });
    expect(await email.send(aMail())).toMatchObject(expected);
  });

  it('blames the provider for an unknown sender', async () => {
    const { fake, email } = await started();
    expect(await email.send(aMail({ from: { name: '', email: 'a@other.test' } }))).toMatchObject({
      ...provider,
      code: '400',
    });
    expect(fake.messages).toEqual([]);
  });

  it('keeps the retry delay of a throttled call', async () => {
    const { email } = await started({ mode: 'throttle' });
    expect(await email.send(aMail())).toMatchObject({ ...passing, retryAfterMs: 30_000 });
  });
});

describe('settings', () => {
  const settings = { serverToken: 'x' };

  it('default to the transactional message stream', () => {
    expect(postmark.settings.parse(settings)).toEqual({ ...settings, messageStream: 'outbound' });
  });

  it.each([
    { serverToken: 'x\r\nX-Evil: 1' },
    { ...settings, messageStream: '' },
    { ...settings, webhookUser: 'hooks' },
    { ...settings, webhookPassword: 'x' },
    { ...settings, webhookUser: 'a:b', webhookPassword: 'x' },
    { ...settings, webhookUser: 'hooks', webhookPassword: '' },
  ])('refuses %j', (given) => {
    expect(postmark.settings.safeParse(given).success).toBe(false);
  });
});
