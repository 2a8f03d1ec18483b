import { afterEach, describe, expect, it } from '@jest/globals';
import type { ProviderOptions } from '../adapter/descriptor.js';
import type { Mail } from '../adapter/provider.js';
import { emailProviders, type EmailProviderName } from '../registry.js';
import {
  aMail,
  type FakeBrevoMail,
  type FakeEmailOptions,
  type FakeMailgunMail,
  type FakeMode,
  type FakePostmarkMail,
  type FakeProvider,
  type FakeRefusal,
  type FakeResendMail,
  type FakeSendGridMail,
  type FakeSesMail,
  readMailbox,
  startFakeBrevo,
  startFakeMailgun,
  startFakePostmark,
  startFakeResend,
  startFakeSendGrid,
  startFakeSes,
} from '../testing/index.js';
import { type ArrivedMail, closeAll, fakeAndProvider, readMime } from './testing.js';

afterEach(closeAll);

/** What differs between the HTTP providers. */
interface Row<Message> {
  start(options?: FakeEmailOptions): Promise<FakeProvider<object, Message>>;
  /** A rejection of one mail, as this provider words it. */
  refusal: FakeRefusal;
  /** The setting that authenticates every call. */
  credential: string;
  /** Whether the connection test lists domains. */
  tellsDomains: boolean;
  /** True if it attaches inline images like other files. */
  hidesContentIds?: true;
  read(message: Message): Promise<ArrivedMail>;
}

/** Hides the message type of a fake behind what a reader sees of it. */
function row<Message>(given: Row<Message>): Row<unknown> {
  return given as Row<unknown>;
}

const inLowerCase = (headers: [string, string][]) =>
  Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value]));

const attached = (filename: string, contentType: string, content: string, contentId?: string) => ({
  filename,
  contentType,
  content: Buffer.from(content, 'base64'),
  contentId: contentId ?? null,
});

const rows = {
  ses: row<FakeSesMail>({
    start: startFakeSes,
    refusal: { code: 'MessageRejected', message: 'Transaction failed: Invalid content' },
    credential: 'secretAccessKey',
    tellsDomains: true,
    read: ({ raw, recipients, tags }) =>
      readMime(raw ?? Buffer.alloc(0), { recipients, reference: tags.reference ?? null }),
  }),
  mailgun: row<FakeMailgunMail>({
    start: startFakeMailgun,
    refusal: { code: 400, message: 'to parameter is not a valid address. please check documentation' },
    credential: 'apiKey',
    tellsDomains: true,
    read: ({ raw, recipients, fields }) =>
      readMime(raw ?? Buffer.alloc(0), { recipients, reference: fields['v:reference'] ?? null }),
  }),
  sendgrid: row<FakeSendGridMail>({
    start: startFakeSendGrid,
    refusal: { code: 'content.0.value', message: 'The content value must not be empty' },
    credential: 'apiKey',
    tellsDomains: true,
    read: async ({ recipients, body }) => ({
      from: { name: body.from.name ?? '', email: body.from.email },
      recipients,
      reference: body.custom_args?.reference ?? null,
      subject: body.subject ?? '',
      text: body.content?.find(({ type }) => type === 'text/plain')?.value ?? '',
      html: body.content?.find(({ type }) => type === 'text/html')?.value ?? '',
      headers: inLowerCase(Object.entries(body.headers ?? {})),
      attachments: (body.attachments ?? []).map(({ filename, type = '', content, content_id: contentId }) =>
        attached(filename, type, content, contentId),
      ),
    }),
  }),
  postmark: row<FakePostmarkMail>({
    start: startFakePostmark,
    refusal: { code: 411, message: 'Forbidden attachment type' },
    credential: 'serverToken',
    tellsDomains: false,
    read: async ({ recipients, body }) => ({
      from: readMailbox(body.From),
      recipients,
      reference: body.Metadata?.reference ?? null,
      subject: body.Subject ?? '',
      text: body.TextBody ?? '',
      html: body.HtmlBody ?? '',
      headers: inLowerCase((body.Headers ?? []).map(({ Name, Value }) => [Name, Value])),
      attachments: (body.Attachments ?? []).map(({ Name, ContentType, Content, ContentID }) =>
        attached(Name, ContentType, Content, ContentID?.replace(/^cid:/, '')),
      ),
    }),
  }),
  resend: row<FakeResendMail>({
    start: startFakeResend,
    refusal: { code: 'invalid_attachment', message: 'Attachment must have either a `content` or `path`' },
    credential: 'apiKey',
    tellsDomains: true,
    read: async ({ recipients, body }) => ({
      from: readMailbox(body.from),
      recipients,
      reference: body.tags?.find(({ name }) => name === 'reference')?.value ?? null,
      subject: body.subject ?? '',
      text: body.text ?? '',
      html: body.html ?? '',
      headers: inLowerCase(Object.entries(body.headers ?? {})),
      attachments: (body.attachments ?? []).map(({ filename = '', content_type: type = '', content, content_id: id }) =>
        attached(filename, type, content, id),
      ),
    }),
  }),
  brevo: row<FakeBrevoMail>({
    start: startFakeBrevo,
    refusal: { code: 'invalid_parameter', message: 'attachment name is not valid' },
    credential: 'apiKey',
    tellsDomains: true,
    hidesContentIds: true,
    read: async ({ recipients, body }) => ({
      from: { name: body.sender.name ?? '', email: body.sender.email },
      recipients,
      reference: body.headers?.['X-Mailin-custom'] ?? null,
      subject: body.subject ?? '',
      text: body.textContent ?? '',
      html: body.htmlContent ?? '',
      headers: inLowerCase(Object.entries(body.headers ?? {})),
      // Brevo reads the type from the name.
      attachments: (body.attachment ?? []).map(({ name = '', content = '' }) =>
        attached(name, name.endsWith('.pdf') ? 'application/pdf' : 'image/png', content),
      ),
    }),
  }),
} satisfies Record<Exclude<EmailProviderName, 'smtp'>, Row<unknown>>;

const provider = { kind: 'not_sent', fault: 'provider' };
const passing = { kind: 'not_sent', fault: 'passing' };
const throttled = { ...passing, throttled: true };

describe.each(Object.keys(rows) as (keyof typeof rows)[])('%s, like every HTTP email provider,', (name) => {
  const { start, refusal, credential, tellsDomains, hidesContentIds, read }: Row<unknown> = rows[name];
  const descriptor = emailProviders[name];
  const started = (options?: FakeEmailOptions, own?: ProviderOptions) =>
    fakeAndProvider({ start, descriptor }, options, own);
  /** Sends one mail and reads it as it arrived. */
  const arrived = async (over: Partial<Mail>) => {
    const { fake, email } = await started();
    const mail = aMail(over);
    const outcome = await email.send(mail);
    expect(outcome).toMatchObject({ kind: 'accepted', providerId: expect.stringMatching(/./) });
    expect(fake.messages).toHaveLength(1);
    return read(fake.messages[0]);
  };

  it('transmits every field of a mail to the recipients that still need it', async () => {
    const mail = await arrived({
      reference: '0199a3c4-5b6d-7e8f-9a0b-1c2d3e4f5a6b',
      from: { name: 'Jürgen, Größe & "Söhne" 🥁', email: 'shop@sender.test' },
      to: [{ name: 'Lovelace, Ada', email: 'ada@example.test' }, { email: 'bob@bücher.example' }],
      cc: [{ email: 'carl@example.test' }],
      bcc: [{ email: 'dora@example.test' }],
      recipients: ['ada@example.test', 'bob@bücher.example', 'dora@example.test'],
      replyTo: [{ email: 'help@sender.test' }],
      subject: 'Grüße aus Köln 🥁 – eine recht lange Betreffzeile, die irgendwo umbrochen werden muss, ẹ káàárọ̀ ✅',
      text: 'Zeile eins: äöüß 🥁 & mehr=1+1 100%\n.\nمرحبا 你好',
      html: '<p>Zeile eins: äöüß 🥁 &amp; mehr</p>',
      headers: { 'X-Kitchen': 'hot', 'List-Unsubscribe': '<https://sender.test/u/1>' },
    });
    expect(mail).toMatchObject({
      from: { name: 'Jürgen, Größe & "Söhne" 🥁', email: 'shop@sender.test' },
      reference: '0199a3c4-5b6d-7e8f-9a0b-1c2d3e4f5a6b',
      subject: 'Grüße aus Köln 🥁 – eine recht lange Betreffzeile, die irgendwo umbrochen werden muss, ẹ káàárọ̀ ✅',
      text: 'Zeile eins: äöüß 🥁 & mehr=1+1 100%\n.\nمرحبا 你好',
      html: '<p>Zeile eins: äöüß 🥁 &amp; mehr</p>',
      headers: { 'x-kitchen': 'hot', 'list-unsubscribe': '<https://sender.test/u/1>' },
      attachments: [],
    });
    expect(mail.recipients.toSorted()).toEqual(['ada@example.test', 'bob@xn--bcher-kva.example', 'dora@example.test']);
  });

  it.each([
    ['a long line', 'x'.repeat(5_000)],
    ['a long line of emoji', '🥁'.repeat(800)],
    ['many lines', 'ẹ káàárọ̀\n'.repeat(20_000).trim()],
  ])('keeps %s', async (_name, text) => {
    expect((await arrived({ text })).text).toBe(text);
  });

  it('transmits attachments byte for byte, and inline ones with their id', async () => {
    const content = Buffer.from(Array.from({ length: 1_000 }, (_, i) => i % 256));
    const { attachments } = await arrived({
      html: '<img src="cid:logo-1">',
      attachments: [
        { filename: 'Größe 🥁.pdf', contentType: 'application/pdf', content },
        { filename: 'logo.png', contentType: 'image/png', content: content.subarray(1), contentId: 'logo-1' },
      ],
    });
    const found = (type: string) => attachments.find(({ contentType }) => contentType === type);
    expect(attachments).toHaveLength(2);
    expect(found('application/pdf')).toMatchObject({ filename: 'Größe 🥁.pdf', content });
    expect(found('image/png')).toMatchObject({
      content: content.subarray(1),
      contentId: hidesContentIds ? null : 'logo-1',
    });
  });

  it.each<[string, (value: string) => Partial<Mail>]>([
    ['the subject', (value) => ({ subject: value })],
    ['the name of the sender', (value) => ({ from: { name: value, email: 'shop@sender.test' } })],
    ['the name of a recipient', (value) => ({ to: [{ name: value, email: 'ada@example.test' }] })],
    ['a header', (value) => ({ headers: { 'X-Custom': value, 'List-Unsubscribe': value } })],
    ['the reply address', (value) => ({ replyTo: [{ email: `help@sender.test${value}` }] })],
    ['the Message-ID', (value) => ({ messageId: `<a@b${value}>` })],
    ['the reference', (value) => ({ reference: `r-1${value}` })],
    ['a file name', (filename) => ({ attachments: [{ filename, contentType: 'text/x', content: Buffer.from('x') }] })],
    [
      'a file type',
      (type) => ({ attachments: [{ filename: 'a', contentType: `text/${type}`, content: Buffer.from('x') }] }),
    ],
  ])('does not inject a header through line breaks in %s', async (_name, put) => {
    for (const end of ['\r\n', '\n', '\r', '\r\n\r\n', '\u0000\r\n']) {
      const { fake, email } = await started();
      const outcome = await email.send(aMail(put(`x${end}Bcc: evil@evil.test${end}X-Evil: 1`)));
      expect(outcome.kind).toMatch(/^(accepted|refused)$/);
      if (outcome.kind !== 'accepted') continue;
      const { headers, recipients, text } = await read(fake.messages[0]);
      expect(recipients).toEqual(['ada@example.test']);
      expect(Object.keys(headers)).not.toEqual(expect.arrayContaining([expect.stringMatching(/^(bcc|x-evil)$/i)]));
      expect(text).toBe('It is on its way.');
    }
  });

  it('makes no call for an invalid mail', async () => {
    const { fake, email } = await started();
    expect(await email.send(aMail({ recipients: [] }))).toMatchObject({ kind: 'refused' });
    expect(await email.send(aMail({ headers: { 'X-A: b\r\nBcc': 'c' } }))).toMatchObject({ kind: 'refused' });
    expect(fake.requests).toEqual([]);
  });

  it('reports a definite rejection as refused', async () => {
    const { fake, email } = await started({ mode: refusal });
    const outcome = await email.send(aMail());
    expect(outcome).toMatchObject({ kind: 'refused', detail: expect.stringContaining(String(refusal.message)) });
    expect(fake.messages).toEqual([]);
  });

  it('refuses an invalid address', async () => {
    const { fake, email } = await started();
    expect(await email.send(aMail({ to: [{ email: 'nobody' }] }))).toMatchObject({ kind: 'refused' });
    expect(fake.messages).toEqual([]);
  });

  it('makes one call per mail for many concurrent mails', async () => {
    const { fake, email } = await started({}, { maxConnections: 2 });
    const all = await Promise.all(Array.from({ length: 30 }, () => email.send(aMail())));
    expect(new Set(all.map(({ kind }) => kind))).toEqual(new Set(['accepted']));
    expect(new Set(all.map((each) => each.kind === 'accepted' && each.providerId)).size).toBe(30);
    expect([fake.requests.length, fake.messages.length]).toEqual([30, 30]);
  });

  it.each<[FakeMode, object]>([
    ['throttle', throttled],
    [{ httpStatus: 301 }, provider],
    [{ httpStatus: 400 }, passing],
    [{ httpStatus: 401 }, provider],
    [{ httpStatus: 403 }, provider],
    [{ httpStatus: 404 }, passing],
    [{ httpStatus: 409 }, passing],
    [{ httpStatus: 429 }, throttled],
    [{ httpStatus: 503 }, passing],
  ])('reports %j as not_sent', async (mode, expected) => {
    const { fake, email } = await started({ mode });
    const outcome = await email.send(aMail());
    expect(outcome).toMatchObject({ ...expected, code: expect.any(String), detail: expect.stringMatching(/\w/) });
    expect(fake.messages).toEqual([]);
  });

  it.each<FakeMode>([
    'cut',
    'garbage',
    { httpStatus: 200 },
    { httpStatus: 201 },
    { httpStatus: 500 },
    { httpStatus: 502 },
    { httpStatus: 504 },
  ])('reports %j as unknown', async (mode) => {
    const { email } = await started({ mode });
    expect(await email.send(aMail())).toMatchObject({ kind: 'unknown', detail: expect.stringMatching(/\w/) });
  });

  it('reports a missing answer as unknown after the timeout, and sends the next mail', async () => {
    const { fake, email } = await started({ mode: 'timeout' }, { timeoutMs: 2_000, maxConnections: 1 });
    expect(await email.send(aMail())).toMatchObject({
      kind: 'unknown',
      detail: 'No answer within 2000 ms (ETIMEDOUT)',
    });
    fake.mode = 'ok';
    expect(await email.send(aMail())).toMatchObject({ kind: 'accepted' });
  });

  it('reports a mail that waited for a connection until the timeout as not_sent, and never sends it', async () => {
    let connections = 0;
    let open = () => {};
    const opened = new Promise<void>((resolve) => (open = resolve));
    // A second connection would take the waiting mail at the moment the first one times out.
    const resolve = async () => {
      connections += 1;
      if (connections > 1) await opened;
      return '127.0.0.1';
    };
    const { fake, email } = await started({ mode: 'timeout' }, { maxConnections: 1, timeoutMs: 2_000, resolve });
    const first = email.send(aMail());
    await fake.waitFor(1);
    expect(await email.send(aMail())).toMatchObject({ ...passing, code: 'ETIMEDOUT' });
    expect(await first).toMatchObject({ kind: 'unknown' });
    fake.mode = 'ok';
    open();
    expect(await email.send(aMail())).toMatchObject({ kind: 'accepted' });
    expect(fake.messages).toHaveLength(2);
  });

  it('asks whether the mail is still wanted once it has a connection, and sends nothing if it is not', async () => {
    const steps: string[] = [];
    const resolve = () => (steps.push('connect'), Promise.resolve('127.0.0.1'));
    const { fake, email } = await started({}, { resolve });
    const asked = (isWanted: boolean) => () => (steps.push('ask'), Promise.resolve(isWanted));
    expect(await email.send(aMail(), undefined, asked(false))).toMatchObject(passing);
    expect([steps, fake.requests.length, fake.messages.length]).toEqual([['connect', 'ask'], 0, 0]);
    expect(await email.send(aMail(), undefined, asked(true))).toMatchObject({ kind: 'accepted' });
    expect([steps.filter((step) => step === 'ask').length, steps.at(-1)]).toEqual([2, 'ask']);
    expect(fake.messages).toHaveLength(1);
  });

  it('reports an abort after the handover as unknown', async () => {
    const { fake, email } = await started({ mode: 'timeout' });
    const abort = new AbortController();
    const sending = email.send(aMail(), abort.signal);
    await fake.waitFor(1);
    abort.abort();
    expect(await sending).toMatchObject({ kind: 'unknown', detail: 'Aborted by the caller (EABORT)' });
  });

  it('reports a closed port as not_sent, and fails verification', async () => {
    const { fake, email } = await started();
    await fake.close();
    expect(await email.send(aMail())).toMatchObject({ ...passing, code: 'ECONNREFUSED' });
    expect(await email.verify()).toEqual({ ok: false, detail: expect.stringContaining('ECONNREFUSED') });
  });

  it('verifies and lists the domains where the provider supports it', async () => {
    const { email } = await started({ domains: ['sender.test', 'Other.test', 'third.test'] });
    const verified = await email.verify();
    expect(verified).toMatchObject({ ok: true });
    const domains = tellsDomains ? ['other.test', 'sender.test', 'third.test'] : undefined;
    expect(verified.ok && verified.domains?.toSorted()).toEqual(domains);
  });

  it('blames the provider for wrong credentials, and fails verification', async () => {
    const { fake, create } = await started();
    const wrong = create({ ...fake.settings, [credential]: 'wrong' });
    expect(await wrong.send(aMail())).toMatchObject(provider);
    expect(await wrong.verify()).toEqual({ ok: false, detail: expect.stringMatching(/\w/) });
    expect(fake.requests).toEqual([]);
  });

  it('refuses incomplete settings, and opens no connection to check them', async () => {
    const { settings, create } = descriptor;
    const { fake } = await started();
    for (const given of [undefined, null, 'x', {}, { ...fake.settings, [credential]: '' }]) {
      expect(settings.safeParse(given).success).toBe(false);
      expect(() => create(given)).toThrow();
    }
  });
});
