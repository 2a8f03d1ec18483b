/** @slow starts a product of its own */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tmpdir } from 'node:os';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { selfSigned, startSmtpSink, type SmtpSink } from '@dundun/providers/testing';
import { freePort, until } from '@dundun/testing';
import { createTransport, type SendMailOptions } from 'nodemailer';
import { rows } from './support/database.js';
import { unique } from './support/fixtures.js';
import { ended } from './support/messages.js';
import { useProduct } from './support/product.js';
import { itWith } from './support/programs.js';

const run = promisify(execFile);
const environment: Record<string, string> = {};
const certificate = selfSigned('127.0.0.1');
let directory: string;
let sink: SmtpSink;
let port: number;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'dundun-submission-'));
  sink = await startSmtpSink();
  port = await freePort();
  for (const [name, text] of Object.entries(certificate)) writeFileSync(join(directory, `${name}.pem`), text);
  Object.assign(environment, {
    SMTP_URL: sink.url,
    SUBMISSION_PORT: String(port),
    SUBMISSION_TLS_CERT: join(directory, 'cert.pem'),
    SUBMISSION_TLS_KEY: join(directory, 'key.pem'),
  });
});
afterAll(async () => {
  await sink.close();
  rmSync(directory, { recursive: true });
});

describe('submission by SMTP', () => {
  const subject = useProduct({ environment });
  const { call } = subject;
  const aMail = (): SendMailOptions & { to: string } => ({
    from: { name: 'Ada', address: 'ada@dundun.test' },
    to: `${unique('to')}@example.com`,
    subject: 'Welcome',
    html: '<p>Welcome, Grace</p>',
    text: 'Welcome, Grace',
  });
  const submit = async (mail: SendMailOptions, login: { user?: string; pass?: string } = {}) => {
    const { apiKey, apiSecret } = subject.product;
    const transport = createTransport({
      host: '127.0.0.1',
      port,
      requireTLS: true,
      tls: { ca: certificate.cert },
      auth: { user: apiKey, pass: apiSecret, ...login },
    });
    const { response } = await transport.sendMail(mail);
    return /Accepted as (\S+)$/.exec(response)?.[1] ?? response;
  };
  const arrived = (to: string, count = 1) =>
    until(`${count} mails to ${to} arrived`, () => {
      const found = sink.messages.filter(({ envelope }) => envelope.to.includes(to));
      return found.length >= count && found;
    });

  it('carries mail of nodemailer to its recipients, with copies, files and headers', async () => {
    const mail = aMail();
    const [cc, bcc] = [`${unique('cc')}@example.com`, `${unique('bcc')}@example.com`];
    const id = await submit({
      ...mail,
      cc,
      bcc,
      replyTo: 'help@dundun.test',
      attachments: [{ filename: 'a.txt', content: 'An attachment' }],
    });
    const shown = await ended(call, id);
    expect(shown).toMatchObject({ status: 'sent', from: 'Ada <ada@dundun.test>', to: [mail.to], cc: [cc], bcc: [bcc] });
    const [arrival] = await arrived(mail.to);
    const raw = arrival?.raw.toString() ?? '';
    expect(raw).toMatch(/^From: "?Ada"? <ada@dundun\.test>/m);
    expect(raw).toContain('Welcome, Grace');
    expect(raw).toContain(Buffer.from('An attachment').toString('base64'));
    expect(raw).not.toContain(bcc);
  });

  it('renders a template with X-Dundun headers', async () => {
    const name = unique('template');
    const made = await call('POST /console/templates', {
      body: { name, subject: 'For {{ name }}', html: '<p>Order {{ order }}</p>' },
    });
    expect(made.status).toBe(200);
    const mail = aMail();
    const headers = { 'X-Dundun-Template': name, 'X-Dundun-Variables': '{"name":"Grace","order":"7"}' };
    const id = await submit({ from: mail.from, to: mail.to, subject: 'For Grace', headers });
    await ended(call, id);
    const [arrival] = await arrived(mail.to);
    expect(arrival?.raw.toString()).toContain('Order 7');
  });

  it('sends a mail once however often it is submitted, and to each envelope separately', async () => {
    const mail = { ...aMail(), messageId: `<${unique('id')}@dundun.test>` };
    const other = `${unique('other')}@example.com`;
    const ids = await Promise.all([submit(mail), submit(mail), submit(mail)]);
    expect(new Set(ids).size).toBe(1);
    expect(await submit({ ...mail, subject: 'Changed on the way' })).toBe(ids[0]);
    const elsewhere = await submit({ ...mail, envelope: { from: 'ada@dundun.test', to: other } });
    expect(elsewhere).not.toBe(ids[0]);
    await ended(call, elsewhere);
    await ended(call, ids[0] ?? '');
    expect(await arrived(mail.to)).toHaveLength(1);
    expect(await arrived(other)).toHaveLength(1);
  });

  it('loses no mail and stores none twice when the api is killed between storing and answering', async () => {
    const mails = Array.from({ length: 60 }, () => ({ ...aMail(), messageId: `<${unique('id')}@dundun.test>` }));
    const stored = (to: string[]) =>
      rows<{ address: string; id: string }>(
        subject.product,
        `SELECT recipients->0->>'address' AS address, id FROM messages WHERE recipients->0->>'address' = ANY($1)`,
        [to],
      );
    const addresses = mails.map(({ to }) => to);
    const given = Promise.allSettled(mails.map((mail) => submit(mail)));
    await until('some are stored', async () => (await stored(addresses)).length > 0, { every: 1 });
    await subject.product.api.kill();
    const answers = await given;
    await subject.product.startApi();
    // A client keeps what was not acknowledged, and submits it again under the same Message-ID.
    const ids = await Promise.all(
      answers.map(async (answer, at) =>
        answer.status === 'fulfilled'
          ? answer.value
          : until('it is taken', () => submit(mails[at] as SendMailOptions).catch(() => undefined)),
      ),
    );
    const found = await stored(addresses);
    expect(found.map(({ address }) => address).sort()).toEqual(addresses.sort());
    expect(found.map(({ id }) => id).sort()).toEqual(ids.sort());
    await Promise.all(ids.map((id) => ended(call, id)));
    for (const to of addresses) expect(await arrived(to)).toHaveLength(1);
  });

  it.each<[string, SendMailOptions, { user?: string; pass?: string }, RegExp]>([
    ['the key without its secret', {}, { pass: ' ' }, /^535 5\.7\.8 /],
    ['a wrong key', {}, { user: 'nobody' }, /^535 5\.7\.8 /],
    ['a sender of another domain', { from: 'ada@evil.example' }, {}, /^550 5\.7\.1 ada@evil\.example is not under/],
    ['a mail without content', { html: undefined, text: undefined }, {}, /^550 5\.6\.0 .*html must be given/],
    ['an unknown template', { headers: { 'X-Dundun-Template': 'none-of-this-name' } }, {}, /^550 5\.6\.0 /],
    ['an unknown list', { headers: { 'X-Dundun-List': '0193486f-5a1c-7c9e-9a37-6f0f4f6f2b11' } }, {}, /^550 5\.6\.0 /],
  ])('refuses %s and stores nothing', async (_, change, login, response) => {
    const mail = aMail();
    await expect(submit({ ...mail, ...change }, login)).rejects.toMatchObject({
      response: expect.stringMatching(response),
    });
    const later = aMail();
    await ended(call, await submit(later));
    expect(sink.messages.filter(({ envelope }) => envelope.to.includes(mail.to))).toEqual([]);
  });

  itWith('swaks')('takes mail of swaks', async () => {
    const { to } = aMail();
    const { apiKey, apiSecret } = subject.product;
    const { stdout } = await run('swaks', [
      ...['--server', '127.0.0.1', '--port', String(port), '--tls', '--auth', 'LOGIN'],
      ...['--auth-user', apiKey, '--auth-password', apiSecret, '--from', 'ada@dundun.test', '--to', to],
      ...['--header', 'Subject: From swaks', '--body', 'Hello from swaks'],
    ]);
    expect(stdout).toMatch(/<~\s+250 2\.0\.0 Accepted as /);
    expect((await arrived(to))[0]?.raw.toString()).toContain('Hello from swaks');
  });

  itWith('python3')('takes mail of Python’s smtplib', async () => {
    const { to } = aMail();
    const { apiKey, apiSecret } = subject.product;
    const script = `
import smtplib, ssl, sys
from email.message import EmailMessage
port, cert, user, secret, to = sys.argv[1:]
mail = EmailMessage()
mail['From'], mail['To'], mail['Subject'] = 'Ada <ada@dundun.test>', to, 'From Python'
mail.set_content('Hello from smtplib')
with smtplib.SMTP('127.0.0.1', int(port)) as server:
    server.starttls(context=ssl.create_default_context(cafile=cert))
    server.login(user, secret)
    server.send_message(mail)
`;
    const cert = join(directory, 'cert.pem');
    await run('python3', ['-c', script, String(port), cert, apiKey, apiSecret, to]);
    expect((await arrived(to))[0]?.raw.toString()).toContain('Hello from smtplib');
  });
});
