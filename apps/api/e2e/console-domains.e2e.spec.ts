/**
 * @slow makes RSA keys, and waits for the timers of the workers
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { runAdmin, startDns, until, type TestDns } from '@dundun/testing';
import { expectOk, expectRefusal } from './support/answers.js';
import { aDomain, anEmail, NOBODY, unique, type DomainShown } from './support/fixtures.js';
import { delivered } from './support/messages.js';
import { useProduct } from './support/product.js';
import { anotherWorkspace } from './support/workspaces.js';

const environment: Record<string, string> = { PUBLIC_URL: 'https://send.dundun.example' };
let dns: TestDns;

beforeAll(async () => {
  dns = await startDns([{ type: 'A', name: 'send.dundun.example', value: '192.0.2.1' }]);
  environment.DNS_SERVERS = dns.address;
});
afterAll(() => dns.close());

const withState = ({ records }: DomainShown, state: string | null) =>
  records.filter(({ key_state }) => key_state === state);
const names = (domain: DomainShown, state: string) => withState(domain, state).map(({ name }) => name);

describe('the sending domains of the console', () => {
  const subject = useProduct({ workers: 0, environment });
  const { call } = subject;
  const get = async (id: string) => (await call(`GET /console/domains/${id}`)).body as DomainShown;
  /** A worker runs only here: it would check a new domain before the test publishes the records, then not for minutes. */
  const withWorker = async (work: () => Promise<unknown>) => {
    const worker = await subject.product.startWorker();
    try {
      await work();
    } finally {
      await worker.stop();
    }
  };
  const check = async (id: string) => (await call(`POST /console/domains/${id}/check`)).body as DomainShown;

  it('can be added, connected, used for sending and given new keys', async () => {
    const added = await aDomain(call);
    const { id, domain } = added;
    const from = { name: 'Ada', email: `ada@${domain}` };
    const email = () => anEmail({ from, to: `${unique('to')}@example.com` });
    expect(added).toMatchObject({ status: 'pending', rotation_pending: false, failing_since: null });
    expect(added.records.map(({ type, purpose, required, status }) => [type, purpose, required, status])).toEqual([
      ['TXT', 'dkim', true, null],
      ['TXT', 'dkim', false, null],
      ['TXT', 'dkim', false, null],
      ['TXT', 'dkim', false, null],
      ['TXT', 'return_path', false, null],
      ['TXT', 'dmarc', false, null],
      ['CNAME', 'tracking', false, null],
    ]);
    expectRefusal(await call('POST /v1/send/email', { body: email() }), 400, 'domain_not_connected');

    const missing = await check(id);
    expect(missing.status).toBe('pending');
    expect(missing.records.map(({ status, change }) => [status, typeof change])).toEqual(
      missing.records.map(() => ['missing', 'string']),
    );
    expectRefusal(await call('POST /v1/send/email', { body: email() }), 400, 'domain_not_connected');

    dns.publish(...added.records);
    const connected = await check(id);
    expect(connected).toMatchObject({ status: 'connected', connected_by: 'check' });
    expect(connected.records.map(({ status, change }) => [status, change])).toEqual(
      connected.records.map(() => ['ok', null]),
    );
    // Other processes learn of it within a second.
    await withWorker(async () => {
      const captured = await until('the worker and the api know', async () => {
        const answer = await call('POST /v1/send/email', { body: email() });
        return answer.status === 200;
      }).then(() => delivered(call, 'email', email()));
      expect(captured.from).toContain(from.email);
    });

    const rotated = (await call(`POST /console/domains/${id}/keys/rotate`)).body as DomainShown;
    expect(rotated).toMatchObject({ status: 'connected', rotation_pending: false });
    expect(names(rotated, 'active')).toEqual(names(added, 'next'));
    expect(names(rotated, 'retired').sort()).toEqual(names(added, 'active').sort());
    const again = (await call(`POST /console/domains/${id}/keys/rotate`)).body as DomainShown;
    expect(again.rotation_pending).toBe(true);
    dns.publish(...withState(again, 'next'));
    expect(await check(id)).toMatchObject({ status: 'connected', rotation_pending: false });

    expectOk(await call(`DELETE /console/domains/${id}`), { status: 'ok' });
    expectRefusal(await call(`GET /console/domains/${id}`), 404, 'unknown_domain', 'There is no such domain.');
    expectRefusal(await call('POST /v1/send/email', { body: email() }), 400, 'domain_not_connected');
  });

  it('are checked by the workers on their own', async () => {
    const added = await aDomain(call);
    dns.publish(...added.records);
    await withWorker(() =>
      until('it is connected', async () => (await get(added.id)).status === 'connected', { every: 200 }),
    );
  });

  it('are listed oldest first, those of the operator included', async () => {
    await runAdmin(subject.product, 'domain', 'add', '--workspace', '1', '--domain', 'vouched.example');
    const { body } = await call('GET /console/domains');
    const shown = (body.data as (DomainShown & { connected_by: string })[]).map((each) => [
      each.domain,
      each.connected_by,
    ]);
    expect(shown[0]).toEqual(['dundun.test', 'operator']);
    expect(shown.at(-1)).toEqual(['vouched.example', 'operator']);
  });

  it('stay unchanged when added again in any spelling', async () => {
    const name = `${unique('bücher')}.example`;
    const first = await aDomain(call, name);
    expect(first.domain).toMatch(/^xn--/);
    expect(await aDomain(call, name.toUpperCase())).toEqual(first);
  });

  it.each([
    ['https://example.com', 'domain must be a domain name alone: leave out https://.'],
    ['10.0.0.1', 'domain must be a domain name, not an IP address.'],
    ['localhost', 'domain must be a whole domain name, such as example.com.'],
    ['my_shop.example', 'domain must be a domain name, which has no underscores.'],
    ['ada@example.com', 'domain must be a domain name, not an email address: leave out everything up to the @.'],
    ['', 'domain must be 1 to 300 characters.'],
  ])('cannot be %j', async (domain, sentence) => {
    expectRefusal(await call('POST /console/domains', { body: { domain } }), 400, 'invalid_input', sentence);
  });

  it('belong to one workspace, even if another has one of the same name', async () => {
    const mine = await aDomain(call);
    dns.publish(...mine.records);
    await check(mine.id);
    const theirs = await anotherWorkspace(subject.product);
    for (const route of ['GET /console/domains/:id', 'POST /console/domains/:id/check', 'DELETE /console/domains/:id'])
      expectRefusal(await theirs.call(route.replace(':id', mine.id)), 404, 'unknown_domain');
    expectRefusal(await theirs.call(`POST /console/domains/${NOBODY}/keys/rotate`), 404, 'unknown_domain');
    const same = await aDomain(theirs.call, mine.domain);
    expect((await theirs.call(`POST /console/domains/${same.id}/check`)).body.status).toBe('pending');
    const body = anEmail({ from: { name: 'Eve', email: `ada@${mine.domain}` } });
    expectRefusal(await theirs.call('POST /v1/send/email', { body }), 400, 'domain_not_connected');
  });

  it('survive unreachable name servers', async () => {
    const added = await aDomain(call);
    dns.publish(...added.records);
    await check(added.id);
    dns.fail('SERVFAIL');
    try {
      const checked = await check(added.id);
      expect(checked).toMatchObject({ status: 'connected', failing_since: null });
      expect(checked.records[0]).toMatchObject({ status: 'error', change: expect.stringMatching(/next check/) });
    } finally {
      dns.fail(null);
    }
  });
});
