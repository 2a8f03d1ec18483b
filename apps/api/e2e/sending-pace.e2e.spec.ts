/**
 * Needs a product with a relay, a name server and an inbound port of its own.
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { dmarcMail, dmarcXml, startSmtpSink, type SmtpSink } from '@dundun/providers/testing';
import { deliverMail, freePort, startDns, until, type TestDns } from '@dundun/testing';
import { expectOk, expectRefusal } from './support/answers.js';
import { aDomain, aList, anAddress, anEmail, NOBODY, unique } from './support/fixtures.js';
import { ended } from './support/messages.js';
import { useProduct } from './support/product.js';
import { anotherWorkspace } from './support/workspaces.js';

const environment: Record<string, string> = { PUBLIC_URL: 'https://send.dundun.example' };
const REPLY = '421 4.7.28 Our system has detected an unusual rate of mail';
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

describe('the pace of sending', () => {
  const subject = useProduct({ environment });
  const { call } = subject;
  let domain: { id: string; domain: string };

  beforeAll(async () => {
    const added = await aDomain(call);
    dns.publish(...added.records);
    domain = added;
    expectOk(await call(`POST /console/domains/${added.id}/check`));
  });

  /** Waits until the api knows the domain. */
  const send = (to: string, more: object = {}) =>
    until('the api knows the domain', async () => {
      const body = { ...anEmail({ from: { name: 'Ada', email: `ada@${domain.domain}` }, to }), ...more };
      const answer = await call('POST /v1/send/email', { body });
      return answer.status === 200 && String(answer.body.id);
    });
  const explained = (id: string, reason: string) =>
    until(`message ${id} is explained as ${reason}`, async () => {
      const { body } = await call(`GET /v1/messages/${id}/explain`);
      return body.reason === reason && body;
    });

  it('slows mail to a mailbox provider that asks for less, names it, and nothing else', async () => {
    sink.script({ stage: 'rcpt', act: { reply: REPLY }, when: ({ address = '' }) => address.endsWith('@gmail.com') });
    const slow = await Promise.all(Array.from({ length: 10 }, () => send(`${unique('reader')}@gmail.com`)));
    const said = await Promise.any(slow.map((id) => explained(id, 'mailbox_limit')));
    expect(said).toMatchObject({ status: 'queued', text: expect.stringContaining('waits for mail to google') });
    expect(said.text).toContain(REPLY);
    const other = await send(anAddress());
    expect((await ended(call, other)).status).toBe('sent');
    const metrics = await call('GET /metrics', { as: 'none' });
    expect(String(metrics.text)).toMatch(/dundun_mailbox_limited_accounts\{mailbox="google"\} 1/);
    sink.script();
  });

  it('keeps mail of lists under the ceiling of a warm-up, and no other mail', async () => {
    const path = `/console/domains/${domain.id}/warm-ups`;
    expect((await call(`GET ${path}`)).body.data).toEqual([
      expect.objectContaining({ provider: 'own', status: 'off', sent_today: null }),
    ]);
    const { status, body } = await call(`PUT ${path}/own`, { body: { first_day: 2 } });
    expect(status).toBe(200);
    expect(body.data).toEqual([expect.objectContaining({ provider: 'own', status: 'running', first_day: 2, growth_percent: 35, target: 20_000, ceiling_today: 2 })]); // prettier-ignore
    // Workers learn of a plan within a second.
    await until('the worker knows the plan', async () => {
      await ended(call, await send(anAddress()));
      const [{ sent_today: sent }] = (await call(`GET ${path}`)).body.data;
      return sent > 0;
    });
    const list = await aList(call);
    const ids = await Promise.all([1, 2, 3].map(() => send(anAddress(), { list: list.id })));
    const waiting = await Promise.any(ids.map((id) => explained(id, 'warm_up')));
    expect(waiting.text).toMatch(
      new RegExp(`^It waits for the warm-up of ${domain.domain} through smtp: 2 recipients today\\.`),
    );
    expect((await ended(call, await send(anAddress()))).status).toBe('sent');
    expectOk(await call(`DELETE ${path}/own`), { status: 'ok' });
  });

  it('refuses a plan that cannot be', async () => {
    const path = `/console/domains/${domain.id}/warm-ups`;
    for (const body of [
      { first_day: 0 },
      { first_day: 1.5 },
      { growth_percent: 500 },
      { first_day: 100, target: 100 },
      { target: 'many' },
    ])
      expectRefusal(await call(`PUT ${path}/own`, { body }), 400, 'invalid_input');
    expectRefusal(await call(`PUT ${path}/${NOBODY}`, { body: {} }), 404, 'unknown_integration');
    expectRefusal(await call(`PUT /console/domains/${NOBODY}/warm-ups/own`, { body: {} }), 404, 'unknown_domain');
    const theirs = await anotherWorkspace(subject.product);
    expectRefusal(await theirs.call(`PUT ${path}/own`, { body: {} }), 404, 'unknown_domain');
    expectRefusal(await theirs.call(`GET ${path}`), 404, 'unknown_domain');
    expectRefusal(await theirs.call(`GET /console/domains/${domain.id}/dmarc`), 404, 'unknown_domain');
  });

  it('shows DMARC reports that arrive at the address in the record', async () => {
    const { body } = await call(`GET /console/domains/${domain.id}/dmarc`);
    expect(body).toMatchObject({
      published: true,
      messages: 0,
      days: 30,
      advice: [expect.stringMatching(/^No reports yet/)],
    });
    const records = [{ source: '192.0.2.1', count: 40 }, { source: '203.0.113.9', count: 2, dkim: 'fail', spf: 'fail' }]; // prettier-ignore
    const mail = dmarcMail(dmarcXml({ domain: domain.domain, records }));
    for (let times = 0; times < 2; times++) expect(await deliverMail(port, body.reports_to, mail)).toMatch(/^250 /);
    const shown = (await call(`GET /console/domains/${domain.id}/dmarc?days=7`)).body;
    expect(shown).toMatchObject({
      messages: 42,
      aligned: 40,
      days: 7,
      reporters: [{ name: 'google.com', reports: 1 }],
    });
    expect(
      shown.sources.map(({ source, reporters }: { source: string; reporters: string[] }) => [source, reporters]),
    ).toEqual([
      ['192.0.2.1', ['google.com']],
      ['203.0.113.9', ['google.com']],
    ]);
    expectRefusal(await call(`GET /console/domains/${domain.id}/dmarc?days=1000`), 400, 'invalid_input');
  });
});
