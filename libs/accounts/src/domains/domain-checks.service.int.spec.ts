/**
 * @slow makes an RSA key for every domain, and waits for name servers that hang
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { UnknownDomainError } from '@dundun/domain';
import { CannotOpenError, createLogger, Seal } from '@dundun/platform/config';
import type { Database } from '@dundun/platform/database';
import { aWorkspace, startDns, until, useDatabase, type TestDns } from '@dundun/testing';
import { accountsEntities } from '../accounts.entities.js';
import { DkimKeys } from './dkim-keys.repository.js';
import { DnsResolver } from './dns-resolver.service.js';
import { DomainCheckTimer } from './domain-check.timer.js';
import { DomainChecks } from './domain-checks.service.js';
import { DomainSetup } from './domain-setup.service.js';
import { SendingDomains } from './sending-domains.repository.js';
import { lastOldAnswer } from '../testing.js';

const db = useDatabase(accountsEntities);
const logger = createLogger('test', 'silent');
let dns: TestDns;
let made: ReturnType<typeof services>;
let workspaceId: number;
let serial = 0;

/** The services of one process. */
function services(database: Database) {
  const config = { ...db.config, DNS_SERVERS: dns.address };
  const domains = new SendingDomains(database);
  const keys = new DkimKeys(database, new Seal([config.SECRET_KEY]));
  const checks = new DomainChecks(database, domains, keys, new DnsResolver(config), config, logger);
  const timer = new DomainCheckTimer(domains, checks, logger);
  return { domains, keys, checks, timer, setup: new DomainSetup(domains, keys, checks, config) };
}

beforeAll(async () => {
  dns = await startDns();
  made = services(db.database);
});
afterAll(() => dns.close());
beforeEach(async () => {
  workspaceId = await aWorkspace(db.database);
  serial += 1;
});

const ASKS = ['get', 'check', 'rotate', 'remove'] as const;
const aName = () => `shop-${serial}.example`;
const add = (name = aName()) => made.setup.add(workspaceId, name);
const get = (id: string) => made.setup.get(workspaceId, id);
type Detail = Awaited<ReturnType<typeof add>>;
const recordsOf = (domain: Detail, state: string) => domain.records.filter(({ key_state }) => key_state === state);
const publish = (domain: Detail, state = 'active') => dns.publish(...recordsOf(domain, state));
const withdraw = (domain: Detail, state = 'active') =>
  dns.withdraw(...recordsOf(domain, state).map(({ name }) => name));
const shift = (id: string, column: string, hours: number) =>
  db.database.execute(`UPDATE sending_domains SET ${column} = ${column} - $2 * interval '1 hour' WHERE id = $1`, [
    id,
    hours,
  ]);
const selectors = async (email: string) =>
  (await made.keys.signingKeys(workspaceId, email)).map(({ selector, domain }) => `${selector} ${domain}`);

describe('a domain', () => {
  it('gets two key pairs once from concurrent requests', async () => {
    const [first, ...others] = await Promise.all([add(), add(), add()]);
    for (const each of others) expect(each.records).toEqual(first.records);
    const dkim = first.records.filter(({ purpose }) => purpose === 'dkim');
    expect(dkim.map(({ key_state, required }) => [key_state, required])).toEqual([
      ['active', true],
      ['active', false],
      ['next', false],
      ['next', false],
    ]);
    expect(dkim[0]?.value).toMatch(/^v=DKIM1; k=rsa; p=MII[\w+/]{380,}=*$/);
    expect(dkim[1]?.value).toMatch(/^v=DKIM1; k=ed25519; p=[\w+/]{43}=$/);
    expect(new Set(dkim.map(({ name }) => name)).size).toBe(4);
    expect(first).toMatchObject({ status: 'pending', connected_by: null, checked_at: null });
  });

  it('is connected by the record of its RSA key and shows a result for every record', async () => {
    const added = await add();
    const before = await made.setup.check(workspaceId, added.id);
    expect(before).toMatchObject({ status: 'pending', checked_at: expect.any(String) });
    expect(before.records.map(({ status }) => status)).toEqual(before.records.map(() => 'missing'));
    expect(await made.domains.covers(workspaceId, `ada@${added.domain}`)).toBe(false);

    publish(added);
    dns.publish({ type: 'TXT', name: `_dmarc.${added.domain}`, value: 'v=DMARC1; p=none; pct=10' });
    const after = await made.setup.check(workspaceId, added.id);
    expect(after).toMatchObject({ status: 'connected', connected_by: 'check', failing_since: null });
    expect(recordsOf(after, 'active').map(({ status, change }) => [status, change])).toEqual([
      ['ok', null],
      ['ok', null],
    ]);
    expect(after.records.find(({ purpose }) => purpose === 'dmarc')).toMatchObject({
      status: 'different',
      found: ['v=DMARC1; p=none; pct=10'],
      change: expect.stringContaining('pct=10'),
    });
    expect(await made.domains.covers(workspaceId, `ada@${added.domain}`)).toBe(true);
  });

  it('in two workspaces is connected only for the one whose key is published', async () => {
    const mine = await add();
    publish(mine);
    await made.setup.check(workspaceId, mine.id);
    const other = await aWorkspace(db.database);
    const theirs = await made.setup.add(other, aName());
    expect(theirs.records[0]?.name).not.toBe(mine.records[0]?.name);
    expect(await made.setup.check(other, theirs.id)).toMatchObject({ status: 'pending' });
    expect(await made.domains.covers(other, `ada@${aName()}`)).toBe(false);
    expect(await made.keys.signingKeys(other, `ada@${aName()}`)).toEqual([]);
  });

  it('is disconnected after 72 hours without its record', async () => {
    const added = await add();
    publish(added);
    await made.setup.check(workspaceId, added.id);
    withdraw(added);
    expect(await made.setup.check(workspaceId, added.id)).toMatchObject({
      status: 'failing',
      failing_since: expect.any(String),
    });
    await shift(added.id, 'failing_since', 71.9);
    expect(await made.setup.check(workspaceId, added.id)).toMatchObject({ status: 'failing' });
    expect(await made.domains.covers(workspaceId, `ada@${added.domain}`)).toBe(true);
    await shift(added.id, 'failing_since', 0.2);
    expect(await made.setup.check(workspaceId, added.id)).toMatchObject({ status: 'pending', connected_by: null });
    expect(await made.domains.covers(workspaceId, `ada@${added.domain}`)).toBe(false);
    publish(added);
    expect(await made.setup.check(workspaceId, added.id)).toMatchObject({ status: 'connected' });
  });

  it('keeps status and signatures while the name servers are unavailable', async () => {
    const added = await add();
    publish(added);
    await made.setup.check(workspaceId, added.id);
    dns.fail('SERVFAIL');
    try {
      const checked = await made.setup.check(workspaceId, added.id);
      expect(checked).toMatchObject({ status: 'connected', failing_since: null });
      expect(checked.records[0]).toMatchObject({ status: 'error' });
      expect(await selectors(`ada@${added.domain}`)).toHaveLength(2);
    } finally {
      dns.fail(null);
    }
  });

  it('connected by the operator is never disconnected and signs once its records are seen', async () => {
    const { id } = await made.domains.connect(workspaceId, aName());
    const checked = await made.setup.check(workspaceId, id);
    expect(checked).toMatchObject({ status: 'connected', connected_by: 'operator', failing_since: null });
    expect(await selectors(`ada@${aName()}`)).toEqual([]);
    publish(checked);
    await made.setup.check(workspaceId, id);
    expect(await selectors(`ada@${aName()}`)).toHaveLength(2);
    withdraw(checked);
    expect(await made.setup.check(workspaceId, id)).toMatchObject({ status: 'failing' });
    await shift(id, 'failing_since', 1_000);
    expect(await made.setup.check(workspaceId, id)).toMatchObject({ status: 'failing', connected_by: 'operator' });
    expect(await selectors(`ada@${aName()}`)).toEqual([]);
    expect(await made.domains.covers(workspaceId, `ada@${aName()}`)).toBe(true);
  });

  it('connected by a check can be taken over by the operator', async () => {
    const added = await add();
    publish(added);
    const { connected_at } = await made.setup.check(workspaceId, added.id);
    await made.domains.connect(workspaceId, added.domain);
    expect(await get(added.id)).toMatchObject({ connected_by: 'operator', connected_at });
  });

  it('is removed with its keys, even during a check', async () => {
    const added = await add();
    publish(added);
    await made.setup.check(workspaceId, added.id);
    dns.fail('silent');
    const checking = made.setup.check(workspaceId, added.id);
    const asked = dns.asked.length;
    await until('it is being checked', () => dns.asked.length > asked);
    await made.setup.remove(workspaceId, added.id);
    dns.fail(null);
    await expect(checking).rejects.toThrow(UnknownDomainError);
    expect(await made.domains.covers(workspaceId, `ada@${added.domain}`)).toBe(false);
    expect(await selectors(`ada@${added.domain}`)).toEqual([]);
    expect(await db.database.query('SELECT 1 FROM dkim_keys WHERE domain_id = $1', [added.id])).toEqual([]);
    const again = await add(added.domain);
    expect(again.records[0]?.name).not.toBe(added.records[0]?.name);
  });

  it.each(['nonsense', '01900000-0000-7000-8000-000000000000'])('with an unknown id is refused: %s', async (id) => {
    for (const ask of ASKS) await expect(made.setup[ask](workspaceId, id)).rejects.toThrow(UnknownDomainError);
  });

  it('of another workspace is refused as unknown', async () => {
    const { id } = await add();
    const other = await aWorkspace(db.database);
    for (const ask of ASKS) await expect(made.setup[ask](other, id)).rejects.toThrow(UnknownDomainError);
    expect((await made.setup.list(other)).data).toEqual([]);
  });
});

describe('a key rotation', () => {
  it('waits for the records of the next pair and happens once', async () => {
    const added = await add();
    publish(added);
    await made.setup.check(workspaceId, added.id);
    const waiting = await made.setup.rotate(workspaceId, added.id);
    expect(waiting.rotation_pending).toBe(true);
    expect(recordsOf(waiting, 'active').map(({ name }) => name)).toEqual(
      recordsOf(added, 'active').map(({ name }) => name),
    );

    publish(added, 'next');
    await Promise.all([1, 2, 3].map(() => made.setup.check(workspaceId, added.id)));
    const rotated = await get(added.id);
    expect(rotated).toMatchObject({ rotation_pending: false, status: 'connected' });
    const names = (detail: Detail, state: string) => recordsOf(detail, state).map(({ name }) => name);
    expect(names(rotated, 'active')).toEqual(names(added, 'next'));
    expect(names(rotated, 'retired').sort()).toEqual(names(added, 'active').sort());
    expect(names(rotated, 'next')).toHaveLength(2);
    expect(names(rotated, 'next')).not.toEqual(expect.arrayContaining(names(added, 'next')));
    expect(recordsOf(rotated, 'active').map(({ status }) => status)).toEqual(['ok', 'ok']);
    expect((await selectors(`ada@${added.domain}`)).map((line) => line.split(' ')[0])).toEqual(
      names(added, 'next').map((name) => name.split('.')[0]),
    );
  });

  it('replaces a key whose record was lost', async () => {
    const added = await add();
    publish(added, 'next');
    expect(await made.setup.rotate(workspaceId, added.id)).toMatchObject({
      status: 'connected',
      rotation_pending: false,
    });
  });
});

describe('the keys to sign with', () => {
  it('belong to the nearest connected domain with keys, RSA first', async () => {
    const above = await add();
    publish(above);
    await made.setup.check(workspaceId, above.id);
    const under = await made.domains.connect(workspaceId, `mail.${above.domain}`);
    const line = (detail: Detail) =>
      recordsOf(detail, 'active').map(({ name }) => `${name.split('.')[0]} ${detail.domain}`);
    expect(await selectors(`ada@eu.mail.${above.domain}`)).toEqual(line(above));
    const checked = await made.setup.check(workspaceId, under.id);
    publish(checked);
    await made.setup.check(workspaceId, under.id);
    expect(await selectors(`ada@eu.mail.${above.domain}`)).toEqual(line(checked));
    expect(await selectors(`Ada@${above.domain.toUpperCase()}`)).toEqual(line(above));
    expect(await selectors('ada@example')).toEqual([]);
    expect(await selectors('nonsense')).toEqual([]);
  });

  it('are decrypted once', async () => {
    const added = await add();
    publish(added);
    await made.setup.check(workspaceId, added.id);
    const [first, again] = [
      await made.keys.signingKeys(workspaceId, `ada@${added.domain}`),
      await made.keys.signingKeys(workspaceId, `bob@${added.domain}`),
    ];
    expect(first.map(({ privateKey }) => privateKey.asymmetricKeyType)).toEqual(['rsa', 'ed25519']);
    first.forEach(({ privateKey }, index) => expect(again[index]?.privateKey).toBe(privateKey));
  });

  it('are visible to other processes within a second', async () => {
    const elsewhere = services(await db.another());
    const added = await add();
    const email = `ada@${added.domain}`;
    expect(await elsewhere.keys.signingKeys(workspaceId, email)).toEqual([]);
    publish(added);
    await made.setup.check(workspaceId, added.id);
    const checkedAt = performance.now();
    const sign = async () => (await elsewhere.keys.signingKeys(workspaceId, email)).length === 2;
    expect((await lastOldAnswer('they sign', sign)) - checkedAt).toBeLessThan(1_000);
  });

  it('are sealed and can be resealed under another SECRET_KEY', async () => {
    const added = await add();
    const sealed = () =>
      db.database.query<{ text: string }>(
        'SELECT sealed_private_key AS text FROM dkim_keys WHERE domain_id = $1 ORDER BY selector',
        [added.id],
      );
    const opened = async (seal: Seal) => (await sealed()).map(({ text }) => seal.open(text));
    const [old, next] = [db.config.SECRET_KEY, 'ef'.repeat(32)];
    const before = await opened(new Seal([old]));
    expect(before.map((text) => text.slice(0, 2)).sort()).toEqual(['MC', 'MC', 'MI', 'MI']);
    expect(await new DkimKeys(db.database, new Seal([next, old])).reseal()).toBeGreaterThanOrEqual(4);
    try {
      expect(await opened(new Seal([next]))).toEqual(before);
      await expect(opened(new Seal([old]))).rejects.toThrow(CannotOpenError);
    } finally {
      await new DkimKeys(db.database, new Seal([old, next])).reseal();
    }
  });
});

describe('the timer', () => {
  const dueIn = (hours: number, id: string) =>
    db.database.execute("UPDATE sending_domains SET next_check_at = now() + $2 * interval '1 hour' WHERE id = $1", [
      id,
      hours,
    ]);
  const quiet = () => db.database.execute("UPDATE sending_domains SET next_check_at = now() + interval '1 day'");

  it('checks each due domain once with several workers', async () => {
    await quiet();
    const all: Detail[] = [];
    for (let count = 0; count < 12; count++) {
      const added = await add(`d${count}.${aName()}`);
      await dueIn(-1, added.id);
      publish(added);
      all.push(added);
    }
    const later = await add();
    await dueIn(1, later.id);
    const workers = [made, services(await db.another()), services(await db.another())];
    // Count checks, not DNS queries: a query that times out is repeated.
    const spies = workers.map(({ checks }) => jest.spyOn(checks, 'check'));
    await Promise.all(workers.map(({ timer }) => timer.round()));
    const checked = spies.flatMap(({ mock }) => mock.calls.map(([, id]) => id));
    spies.forEach((spy) => spy.mockRestore());
    expect(checked.sort()).toEqual(all.map(({ id }) => id).sort());
    expect(dns.asked).not.toContain(`TXT ${later.records[0]?.name}`);
    const { data } = await made.setup.list(workspaceId);
    expect(data.filter(({ status }) => status === 'connected')).toHaveLength(12);
    for (const { next_check_at, checked_at } of data.filter(({ status }) => status === 'connected')) {
      const minutes = (Date.parse(next_check_at) - Date.parse(checked_at as string)) / 60_000;
      expect(minutes).toBeGreaterThan(50);
      expect(minutes).toBeLessThan(70);
    }
  });

  it('creates the keys of a domain connected without them', async () => {
    await quiet();
    const { id } = await made.domains.connect(workspaceId, aName());
    const keys = async () => (await get(id)).records.filter(({ purpose }) => purpose === 'dkim');
    expect(await keys()).toEqual([]);
    // It is due now, but the server's clock can step back by some milliseconds.
    await until('it has keys', () => made.timer.round().then(async () => (await keys()).length > 0));
    expect(await keys()).toHaveLength(4);
  });

  it('discards checks in flight when the worker stops', async () => {
    await quiet();
    const added = await add();
    const { timer } = services(db.database);
    await dueIn(-1, added.id);
    publish(added);
    dns.fail('silent');
    try {
      const from = dns.asked.length;
      const running = timer.round();
      await until('it asks', () => dns.asked.length > from);
      const stopping = timer.beforeApplicationShutdown();
      dns.fail(null);
      await Promise.all([running, stopping]);
    } finally {
      dns.fail(null);
    }
    const [row] = await db.database.query<{ due: number }>(
      'SELECT extract(epoch FROM next_check_at - now())::float8 AS due FROM sending_domains WHERE id = $1 AND checked_at IS NULL',
      [added.id],
    );
    expect(row?.due).toBeGreaterThan(0);
    expect(row?.due).toBeLessThan(601);
  });
});
