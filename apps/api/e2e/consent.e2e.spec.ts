import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { startSmtpSink, type SmtpSink } from '@dundun/providers/testing';
import { startDns, until, type TestDns } from '@dundun/testing';
import { dkimVerify } from 'mailauth/lib/dkim/verify.js';
import { Resolver } from 'node:dns/promises';
import PostalMime from 'postal-mime';
import { expectOk, expectRefusal } from './support/answers.js';
import { open, press } from './support/confirm-page.js';
import { aDomain, aList, anAddress, anEmail, aSubscriber, standing, unique } from './support/fixtures.js';
import { accepted } from './support/messages.js';
import { useProduct } from './support/product.js';

const PUBLIC_URL = 'https://go.dundun.example';
const environment: Record<string, string> = { PUBLIC_URL };
const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };
let dns: TestDns;
let sink: SmtpSink;
let resolver: Resolver;

beforeAll(async () => {
  dns = await startDns([{ type: 'A', name: 'go.dundun.example', value: '192.0.2.1' }]);
  sink = await startSmtpSink();
  resolver = new Resolver();
  resolver.setServers([dns.address]);
  Object.assign(environment, { DNS_SERVERS: dns.address, SMTP_URL: sink.url });
});
afterAll(async () => {
  await dns.close();
  await sink.close();
});

/** Returns what a receiver sees of a mail: its parts, its headers, and the result of each signature. */
async function read(raw: Buffer) {
  const mail = await PostalMime.parse(raw);
  const lookup = async (name: string, type: string) => {
    if (type !== 'TXT') throw new Error(`${type} was asked`);
    return resolver.resolveTxt(name);
  };
  const { results } = await dkimVerify(raw, { resolver: lookup });
  const head = raw.subarray(0, raw.indexOf('\r\n\r\n')).toString('latin1');
  const header = (name: string) => mail.headers.find(({ key }) => key === name.toLowerCase())?.value;
  return { mail, head, header, signatures: results, source: raw.toString('latin1') };
}

type Received = Awaited<ReturnType<typeof read>>;

/** Expects every signature to verify, to align with the sender's domain, and to cover both headers. */
function expectSigned({ signatures, head }: Received, domain: string | undefined): void {
  expect(signatures.length).toBeGreaterThanOrEqual(1);
  for (const { status } of signatures)
    expect({ result: status.result, aligned: status.aligned }).toEqual({ result: 'pass', aligned: domain });
  const lines = head.replace(/\r\n[ \t]+/g, ' ').split('\r\n');
  const lists = lines.flatMap((line) => /^DKIM-Signature:.*?\bh=([^;]+);/i.exec(line)?.[1] ?? []);
  expect(lists).toHaveLength(signatures.length);
  for (const list of lists) {
    const signed = list.split(':').map((name) => name.trim().toLowerCase());
    expect(signed).toEqual(expect.arrayContaining(['from', 'list-unsubscribe', 'list-unsubscribe-post']));
  }
}

describe('consent', () => {
  const subject = useProduct({ environment });
  const { call } = subject;
  const ours = (url: string) => url.replace(PUBLIC_URL, subject.product.apiUrl);
  let from: { name: string; email: string };

  async function connected(name?: string) {
    const added = await aDomain(call, name);
    dns.publish(...added.records);
    expect((await call(`POST /console/domains/${added.id}/check`)).body.status).toBe('connected');
    return added;
  }

  beforeAll(async () => {
    const { domain } = await connected();
    // Opt-in mail is sent from the first connected domain.
    await connected('dundun.test');
    from = { name: 'Jürgen 🎈', email: `news@${domain}` };
    await until('the domain is known and its mail is signed', async () => {
      const to = anAddress();
      const { status } = await call('POST /v1/send/email', { body: anEmail({ from, to }) });
      return status === 200 && (await mailTo(to)).signatures.length > 0;
    });
  });
  beforeEach(() => void (sink.messages.length = 0));

  /** Returns the mail that arrived at an address. */
  const mailTo = async (address: string) =>
    read(
      await until(
        `mail to ${address} is there`,
        () => sink.messages.find(({ envelope }) => envelope.to.includes(address))?.raw,
      ),
    );
  const unsubscribeLink = ({ header }: Received) =>
    /^<(https:[^>]+)>$/.exec(header('List-Unsubscribe') ?? '')?.[1] ?? '';
  const oneClick = (url: string) =>
    fetch(ours(url), { method: 'POST', headers: FORM, body: 'List-Unsubscribe=One-Click', redirect: 'manual' });

  it('signs list mail aligned with the domain, covering both headers, with one intact text part', async () => {
    const { id: list } = await aList(call);
    const to = anAddress();
    const text = `Grüße aus Köln 🎉\r\n.\r\n..\r\n${'w'.repeat(3_000)}\r\nFrom here\r\nEnde`;
    const html = '<p>Grüße 🎉</p><a href="{{ unsubscribe_url }}">Abmelden</a>'; // prettier-ignore
    await accepted(
      call,
      'email',
      anEmail({ from, to, list, subject: 'Größe — 🎉 '.repeat(12), text, html, track_clicks: true }),
    );
    const got = await mailTo(to);
    expectSigned(got, from.email.split('@')[1]);
    const link = unsubscribeLink(got);
    expect(link.length).toBeLessThan(80);
    expect(got.header('List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click');
    expect(got.head).toContain(`List-Unsubscribe: <${link}>\r\n`);
    expect(got.source.match(/^content-type: text\/plain/gim)).toHaveLength(1);
    expect(got.source.match(/^content-type: text\/html/gim)).toHaveLength(1);
    expect(got.source).not.toMatch(/[\x80-\xff]|[^\r]\n|\r[^\n]/);
    expect(Math.max(...got.source.split('\r\n').map(({ length }) => length))).toBeLessThanOrEqual(998);
    expect(got.mail.subject?.trim()).toBe('Größe — 🎉 '.repeat(12).trim());
    expect(got.mail.from).toMatchObject({ name: 'Jürgen 🎈', address: from.email });
    expect(got.mail.text?.replaceAll('\r', '').trimEnd()).toBe(text.replaceAll('\r', ''));
    expect(got.mail.html).toContain(`<a href="${link}">Abmelden</a>`);
  });

  it('[W2-37] unsubscribes the reader with one click, at once and for later mail', async () => {
    const { id: list } = await aList(call);
    const to = anAddress();
    const uid = await aSubscriber(call, list, { email: to });
    await accepted(call, 'email', anEmail({ from, to, list }));
    const link = unsubscribeLink(await mailTo(to));
    expect((await open(ours(link))).status).toBe(200);
    expect(await standing(call, list, uid)).toBe('subscribed');
    for (let time = 0; time < 2; time++) {
      const answer = await oneClick(link);
      expect([answer.status, await answer.text(), answer.headers.get('Set-Cookie')]).toEqual([200, '', null]);
    }
    expect(await standing(call, list, uid)).toBe('unsubscribed');
    const later = await accepted(call, 'email', anEmail({ from, to, list }));
    await until('it is suppressed', async () => (await call(`GET /v1/messages/${later}`)).body.status === 'suppressed');
    const { body } = await call(`GET /console/people/${uid}/consents`);
    expect(body.data.map(({ action, method }: Record<string, string>) => [action, method])).toEqual([
      ['unsubscribed', 'one_click'],
      ['subscribed', 'api'],
    ]);
  });

  it('[W3-31] unsubscribes by the button of the page, and subscribes again by the preferences', async () => {
    const { id: list, title } = await aList(call, { description: 'Once a month' });
    const to = anAddress();
    const uid = await aSubscriber(call, list, { email: to });
    await accepted(call, 'email', anEmail({ from, to, list, text: '{{ preferences_url }}' }));
    const got = await mailTo(to);
    const pressed = await press(ours(unsubscribeLink(got)));
    expect(pressed.html).toContain(title);
    expect(await standing(call, list, uid)).toBe('unsubscribed');
    const preferences = await open(ours(got.mail.text?.trim() ?? ''));
    expect(preferences.html).toContain('Once a month');
    const chosen = new URLSearchParams({ [`s-${list}`]: '1', [`l-${list}`]: '1' });
    await fetch(ours(got.mail.text?.trim() ?? ''), { method: 'POST', body: chosen });
    expect(await standing(call, list, uid)).toBe('subscribed');
  });

  it('gives a mail to several recipients a link and no one-click header', async () => {
    const { id: list } = await aList(call);
    const [one, other] = [anAddress(), anAddress()];
    await accepted(call, 'email', anEmail({ from, to: [one, other], list }));
    const got = await mailTo(one);
    expect(got.header('List-Unsubscribe-Post')).toBeUndefined();
    const page = await open(ours(unsubscribeLink(got)));
    expect([page.status, page.html.includes('type="email"'), page.html.includes(other)]).toEqual([200, true, false]);
    await fetch(ours(unsubscribeLink(got)), { method: 'POST', headers: FORM, body: `email=${encodeURIComponent(other)}` }); // prettier-ignore
    const later = await accepted(call, 'email', anEmail({ from, to: [one, other], list }));
    const recipients = await until('it is at its end', async () => {
      const { body } = await call(`GET /v1/messages/${later}`);
      return body.status === 'sent' && body.recipients;
    });
    expect(recipients).toMatchObject([
      { address: one, status: 'sent' },
      { address: other, status: 'suppressed' },
    ]);
  });

  it('gives opt-in mail both headers, and its one click ends the confirmation', async () => {
    const { id: list } = await aList(call, { double_optin: true });
    const email = anAddress();
    const uid = await aSubscriber(call, list, { email });
    const got = await mailTo(email);
    expectSigned(got, 'dundun.test');
    expect(got.header('List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click');
    expect((await oneClick(unsubscribeLink(got))).status).toBe(200);
    expect(await standing(call, list, uid)).toBe('unsubscribed');
  });

  it('adds nothing to mail that belongs to no list', async () => {
    const to = anAddress();
    await accepted(call, 'email', anEmail({ from, to, text: '{{ unsubscribe_url }}' }));
    const got = await mailTo(to);
    expect(got.head).not.toMatch(/^list-unsubscribe:/im);
    expect(got.mail.text?.trim()).toBe('{{ unsubscribe_url }}');
  });

  it.each([
    ['subject', { subject: 'Hello\r\nBcc: evil@example.com' }],
    ['from.name', { from: { name: 'Ada\nBcc: evil@example.com', email: 'ada@dundun.test' } }],
    ['to', { to: 'ada@example.com\r\nBcc: evil@example.com' }],
    ['reply_to', { reply_to: 'ada@example.com\nBcc: evil@example.com' }],
  ])('refuses a line break in %s', async (field, fields) => {
    expectRefusal(
      await call('POST /v1/send/email', { body: anEmail(fields) }),
      400,
      'invalid_input',
      new RegExp(field),
    );
  });

  it('[W3-31] joins a list by its hosted form and redirects to its page', async () => {
    const goal = 'https://shop.example/thanks';
    const { id: list } = await aList(call, { redirect_url: goal });
    const { url } = (await call(`GET /console/lists/${list}/form`)).body as { url: string };
    const email = anAddress();
    const { html } = await open(ours(url));
    const since = /name="since" value="([^"]+)"/.exec(html)?.[1] ?? '';
    const submit = () =>
      fetch(ours(url), { method: 'POST', redirect: 'manual', body: new URLSearchParams({ email, since }) });
    expect((await submit()).status).toBe(200);
    const done = await until('a person could have typed it', async () => (({ status, headers }) => status === 303 && headers.get('Location'))(await submit()), { every: 700 }); // prettier-ignore
    expect(done).toBe(goal);
    const { body } = await call(`GET /console/lists/${list}/members?search=${encodeURIComponent(email)}`);
    expect(body.data).toMatchObject([{ email, status: 'subscribed' }]);
    expectOk(await call(`DELETE /v1/lists/${list}`), { status: 'ok' });
    expect((await open(ours(url))).html).not.toContain('<form');
  });

  it('reveals nothing for forged links', async () => {
    const { id: list } = await aList(call);
    const to = `${unique('p')}@example.com`;
    await accepted(call, 'email', anEmail({ from, to, list }));
    const link = ours(unsubscribeLink(await mailTo(to)));
    for (const url of [`${link}x`, `${link.slice(0, -2)}zz`, link.replace('/u/', '/s/'), link.replace('/u/', '/confirm/')])
      expect([(await open(url)).status, (await open(url)).headers.get('Content-Type')]).toEqual([404, 'text/html; charset=utf-8']); // prettier-ignore
  });
});
