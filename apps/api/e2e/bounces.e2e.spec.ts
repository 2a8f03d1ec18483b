import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { startSmtpSink, type SmtpSink } from '@dundun/providers/testing';
import {
  aBounceMail,
  aComplaintMail,
  anAutoReply,
  deliverMail,
  freePort,
  startDns,
  until,
  type BounceFacts,
  type TestDns,
} from '@dundun/testing';
import { expectOk, expectRefusal } from './support/answers.js';
import { aDomain, aList, anAddress, anEmail, NOBODY } from './support/fixtures.js';
import { accepted, ended, type MessageShown } from './support/messages.js';
import { useProduct } from './support/product.js';
import { anotherWorkspace } from './support/workspaces.js';

const environment: Record<string, string> = { PUBLIC_URL: 'https://send.dundun.example' };
let dns: TestDns;
let sink: SmtpSink;
let port: number;

beforeAll(async () => {
  dns = await startDns([{ type: 'A', name: 'send.dundun.example', value: '192.0.2.1' }]);
  sink = await startSmtpSink();
  port = await freePort();
  Object.assign(environment, { DNS_SERVERS: dns.address, SMTP_URL: sink.url, INBOUND_SMTP_PORT: String(port) });
});
afterAll(async () => {
  await sink.close();
  await dns.close();
});

describe('bounces', () => {
  const subject = useProduct({ environment });
  const { call } = subject;
  const RFC822 = { 'Content-Type': 'message/rfc822' };
  let domain: string;
  /** What the receiving server does after accepting a mail. */
  let bounces: BounceFacts | null;
  let returned: Promise<string>[];

  beforeAll(async () => {
    const added = await aDomain(call);
    dns.publish(...added.records);
    domain = added.domain;
    expectOk(await call(`POST /console/domains/${added.id}/check`));
    sink.onMessage = ({ envelope: { from, to } }) => {
      if (bounces) returned.push(deliverMail(port, from, aBounceMail({ recipient: String(to[0]), ...bounces })));
    };
  });
  beforeEach(() => {
    bounces = null;
    returned = [];
    sink.messages.length = 0;
  });

  const email = (to: string | string[], from = `ada@${domain}`) => anEmail({ from: { name: 'Ada', email: from }, to });
  /** Waits until every process knows the domain: they learn of it within a second. */
  const send = (to: string | string[]) =>
    until('the api knows the domain', async () => {
      const { status, body } = await call('POST /v1/send/email', { body: email(to) });
      return status === 200 && (body.id as string);
    });
  const becomes = (id: string, status: string) =>
    until(`message ${id} is ${status}`, async () => {
      const { body } = await call(`GET /v1/messages/${id}`);
      return body.status === status && (body as MessageShown);
    });
  const leftWith = async (id: string) => {
    await ended(call, id);
    return sink.messages.find(({ messageId }) => messageId.includes(id))?.envelope.from ?? '';
  };
  const post = (raw: string, headers: Record<string, string> = RFC822) => call('POST /hooks/bounces', { raw, headers });

  it('return to the envelope sender and appear in the message timeline', async () => {
    await until('mail leaves with a return path', async () =>
      (await leftWith(await send(anAddress()))).includes('@bounce.'),
    );
    const to = anAddress();
    const id = await send(to);
    // Wait for the record of the hand-over, because the timeline below is chronological.
    const returnPath = await leftWith(id);
    expect(returnPath).toMatch(new RegExp(`^b-1-[\\da-z]{25}-[\\da-z]{25}@bounce\\.${domain}$`));
    expect(await deliverMail(port, returnPath, aBounceMail({ recipient: to, status: '5.1.1' }))).toMatch(/^250 /);
    const message = await becomes(id, 'bounced');
    expect(message.recipients).toEqual([{ address: to, status: 'bounced', detail: '550 5.1.1 no such user' }]);
    expect(message.timeline.map(({ type, provider }) => [type, provider])).toEqual([
      ['accepted', null],
      ['attempt', 'smtp'],
      ['handed_over', 'smtp'],
      ['bounced', 'smtp'],
    ]);
    expect((await call(`GET /v1/messages/${id}/explain`)).body).toEqual({
      status: 'bounced',
      reason: 'bounced',
      text: 'It bounced: 550 5.1.1 no such user.',
      advice: expect.stringContaining('suppressed'),
    });
    const again = await ended(call, await send(to));
    expect(again.status).toBe('suppressed');
  });

  it('are recorded for every message that was sent, each at its own message', async () => {
    bounces = {};
    const all = Array.from({ length: 40 }, () => anAddress());
    const ids = await Promise.all(all.map((to) => send(to)));
    const shown = await Promise.all(ids.map((id) => becomes(id, 'bounced')));
    expect(shown.map(({ recipients }) => recipients.map(({ address }) => address))).toEqual(all.map((to) => [to]));
    for (const { timeline } of shown) expect(timeline.filter(({ type }) => type === 'bounced')).toHaveLength(1);
    expect(await Promise.all(returned)).toEqual(all.map(() => expect.stringMatching(/^250 /)));
  });

  it('of a full mailbox do not suppress the next message', async () => {
    bounces = { status: '5.2.2', said: '552 5.2.2 mailbox full' };
    const to = anAddress();
    await becomes(await send(to), 'bounced');
    bounces = null;
    expect(await ended(call, await send(to))).toMatchObject({ status: 'sent' });
  });

  it('of mail to several recipients affect only the named recipient', async () => {
    const [one, other] = [anAddress(), anAddress()];
    const id = await send([one, other]);
    await ended(call, id);
    const from = await leftWith(id);
    expect(await deliverMail(port, from, aBounceMail({ recipient: other }))).toMatch(/^250 /);
    const shown = await until('the second recipient has bounced', async () => {
      const { body } = await call(`GET /v1/messages/${id}`);
      return (body as MessageShown).recipients[1]?.status === 'bounced' && (body as MessageShown);
    });
    expect(shown.recipients.map(({ status }) => status)).toEqual(['sent', 'bounced']);
  });

  it('do not use a return path that no check has confirmed', async () => {
    const from = `ada@dundun.test`;
    const id = await accepted(call, 'email', email(anAddress(), from));
    expect(await leftWith(id)).toBe(from);
  });

  it('are accepted once from the operator’s mail server, as a mail or as JSON', async () => {
    const to = anAddress();
    const id = await accepted(call, 'email', email(to, 'ada@dundun.test'));
    await ended(call, id);
    const raw = aBounceMail({ recipient: to, messageId: `<${id}@dundun.test>` });
    const bodies: [string, Record<string, string>][] = [
      [raw, RFC822],
      [raw, { 'Content-Type': 'application/octet-stream' }],
      [JSON.stringify({ raw }), { 'Content-Type': 'application/json' }],
      [JSON.stringify({ raw: Buffer.from(raw).toString('base64') }), { 'Content-Type': 'application/json' }],
    ];
    for (const [body, headers] of bodies) expectOk(await post(body, headers), { status: 'ok', matched: 1 });
    const keyed = { ...RFC822, 'Idempotency-Key': id };
    expect((await post(raw, keyed)).headers.get('Idempotency-Replayed')).toBeNull();
    expect((await post(raw, keyed)).headers.get('Idempotency-Replayed')).toBe('true');
    expectRefusal(await post(`${raw} `, keyed), 422, 'idempotency_key_reused');
    const shown = await becomes(id, 'bounced');
    expect(shown.timeline.filter(({ type }) => type === 'bounced')).toHaveLength(1);
  });

  it('include complaints', async () => {
    const id = await accepted(call, 'email', email(anAddress(), 'ada@dundun.test'));
    await ended(call, id);
    expectOk(await post(aComplaintMail(`<${id}@dundun.test>`)), { status: 'ok', matched: 1 });
    await becomes(id, 'complained');
  });

  it('that complain stop marketing, and everything once the workspace chose that', async () => {
    const to = anAddress();
    const { id: list } = await aList(call);
    const id = await accepted(call, 'email', email(to, 'ada@dundun.test'));
    await ended(call, id);
    expectOk(await post(aComplaintMail(`<${id}@dundun.test>`)), { status: 'ok', matched: 1 });
    await becomes(id, 'complained');
    const isSuppressed = async (fields: object = {}) => {
      const sent = await accepted(call, 'email', { ...email(to, 'ada@dundun.test'), ...fields });
      return (await ended(call, sent)).status === 'suppressed';
    };
    const stops = async () => (await call(`GET /console/suppressions?address=${to}`)).body.data[0].stops;
    const choose = (complaints_stop_all: boolean) => call('PUT /console/workspace', { body: { complaints_stop_all } });
    expect([await isSuppressed({ list }), await isSuppressed(), await stops()]).toEqual([true, false, 'marketing']);
    expect((await choose(true)).body).toMatchObject({ complaints_stop_all: true });
    expect([await isSuppressed({ list }), await isSuppressed(), await stops()]).toEqual([true, true, 'everything']);
    expect((await choose(false)).body).toMatchObject({ complaints_stop_all: false });
  });

  it('match nothing for unknown messages and other mail', async () => {
    for (const raw of [aBounceMail(), aBounceMail({ messageId: `<${NOBODY}@dundun.test>` }), anAutoReply(), 'x'])
      expectOk(await post(raw), { status: 'ok', matched: 0 });
  });

  it('do not affect other workspaces', async () => {
    const to = anAddress();
    const id = await accepted(call, 'email', email(to, 'ada@dundun.test'));
    await ended(call, id);
    const theirs = await anotherWorkspace(subject.product);
    const raw = aBounceMail({ recipient: to, messageId: `<${id}@dundun.test>` });
    expectOk(await theirs.call('POST /hooks/bounces', { raw, headers: RFC822 }), { status: 'ok', matched: 0 });
    expect((await call(`GET /v1/messages/${id}`)).body.status).toBe('sent');
  });

  it('require the secret and a body of at most 1 MB', async () => {
    const raw = aBounceMail();
    expectRefusal(await call('POST /hooks/bounces', { raw, headers: RFC822, as: 'none' }), 401, 'wrong_credentials');
    expectRefusal(await call('POST /hooks/bounces', { raw, headers: RFC822, as: 'key' }), 403, 'secret_needed');
    expectRefusal(await call('POST /hooks/bounces'), 400, 'unreadable_hook', /body is empty/);
    for (const body of ['{', '[]', 'null', '{"raw":1}', '{"raw":""}', '{"mail":"x"}'])
      expectRefusal(await post(body, { 'Content-Type': 'application/json' }), 400, 'unreadable_hook', /raw/);
    expectRefusal(await post('x'.repeat(1_048_577)), 413, 'body_too_large');
  });
});
