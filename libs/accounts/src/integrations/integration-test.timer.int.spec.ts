import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { createLogger, Seal } from '@dundun/platform/config';
import { emailProviders } from '@dundun/providers';
import { startFakeResend, type FakeResend } from '@dundun/providers/testing';
import { aWorkspace, until, useDatabase } from '@dundun/testing';
import { accountsEntities } from '../accounts.entities.js';
import { IntegrationSetup } from './integration-setup.service.js';
import { IntegrationTestTimer } from './integration-test.timer.js';
import { Integrations } from './integrations.service.js';
import { ProviderSets } from './provider-sets.repository.js';

const logger = createLogger('test', 'silent');

describe('the hourly test of integrations', () => {
  const db = useDatabase(accountsEntities);
  const domains: string[] = [];
  let resend: FakeResend;
  let calls: number;
  let integrations: Integrations;
  let workspace: number;

  beforeAll(async () => {
    resend = await startFakeResend({ domains });
  });
  beforeEach(async () => {
    const seal = new Seal(['ab'.repeat(32)]);
    integrations = new Integrations(db.database, seal, new ProviderSets(db.database, seal));
    workspace = await aWorkspace(db.database);
    domains.splice(0, domains.length, 'first.test');
    calls = 0;
    await db.database.execute('DELETE FROM integrations');
  });
  afterEach(() => {
    jest.restoreAllMocks();
  });
  afterAll(() => resend.close());

  /** The timer of one worker. */
  const timer = () => {
    const setup = new IntegrationSetup(integrations, ({ endpoint }) => ({
      origin: endpoint ?? undefined,
      timeoutMs: 10_000,
    }));
    const { test } = setup;
    setup.test = (...of) => ((calls += 1), test.apply(setup, of));
    return new IntegrationTestTimer(db.database, setup, logger);
  };
  const connect = async (testedMinutesAgo: number | null, settings: object = resend.settings) => {
    const { id } = await integrations.connect(workspace, emailProviders.resend, settings, { endpoint: resend.origin });
    await db.database.execute(
      `UPDATE integrations SET tested_at = now() - $2 * interval '1 minute', created_at = now() - interval '61 minutes'
       WHERE id = $1`,
      [id, testedMinutesAgo],
    );
    return id;
  };
  const find = (id: string) => integrations.find(workspace, id);

  it.each([61, null])('fetches the domains of an account that was tested %j minutes ago', async (minutes) => {
    const id = await connect(minutes);
    await timer().round();
    expect((await find(id)).domains).toEqual(['first.test']);
    domains.splice(0, 1, 'second.test', 'third.test');
    await timer().round();
    expect((await find(id)).domains).toEqual(['first.test']);
    await db.database.execute("UPDATE integrations SET tested_at = tested_at - interval '61 minutes'");
    await timer().round();
    expect((await find(id)).domains).toEqual(['second.test', 'third.test']);
    expect(calls).toBe(2);
  });

  it('skips integrations that were tested within the hour or are disabled', async () => {
    await connect(59);
    await integrations.update(workspace, await connect(61), { enabled: false });
    await timer().round();
    expect(calls).toBe(0);
  });

  it('tests an account whose calls fail after a minute, and clears the mark', async () => {
    const [sound, down] = [await connect(2), await connect(2)];
    for (const isCertain of [false, false])
      await integrations.noteFailedCall(workspace, down, 'ECONNREFUSED', isCertain);
    expect(await find(down)).toMatchObject({ failure: 'ECONNREFUSED', failingSince: expect.any(Date) });
    await timer().round();
    expect(calls).toBe(1);
    expect(await find(down)).toMatchObject({ failure: null, failingSince: null });
    expect((await find(sound)).domains).toEqual([]);
  });

  it('stores what a key that may only send did not allow to check', async () => {
    const id = await connect(61);
    await integrations.noteTest(workspace, id, { ok: true, unchecked: 'The key may only send.' });
    expect((await find(id)).unchecked).toBe('The key may only send.');
    await db.database.execute("UPDATE integrations SET tested_at = now() - interval '61 minutes'");
    await timer().round();
    expect((await find(id)).unchecked).toBeNull();
  });

  it('marks an account whose credentials no longer work and tests the others', async () => {
    const revoked = await connect(61, { ...resend.settings, apiKey: 're_revoked' });
    const unreadable = await connect(61);
    await db.database.execute('UPDATE integrations SET provider = $2 WHERE id = $1', [unreadable, 'pigeon']);
    const fine = await connect(61);
    await timer().round();
    expect((await find(revoked)).failure).toMatch(/API key is invalid/);
    expect(await find(fine)).toMatchObject({ failure: null, domains: ['first.test'] });
  });

  it('tests each integration once with several workers', async () => {
    const ids = [];
    for (let count = 0; count < 25; count++) ids.push(await connect(61));
    await Promise.all([timer().round(), timer().round(), timer().round()]);
    expect(calls).toBe(ids.length);
    for (const id of ids) expect((await find(id)).domains).toEqual(['first.test']);
  });

  it('runs until the worker stops', async () => {
    const schedule = jest.spyOn(globalThis, 'setTimeout');
    const worker = timer();
    worker.onApplicationBootstrap();
    const scheduled = schedule.mock.calls.find(([, ms]) => ms === 60_000);
    schedule.mockRestore();
    const id = await connect(61);
    scheduled?.[0]();
    await until('it is tested', async () => (await find(id)).domains.length > 0);
    await worker.beforeApplicationShutdown();
    await db.database.execute("UPDATE integrations SET tested_at = tested_at - interval '61 minutes'");
    await worker.round();
    expect(calls).toBe(1);
  });
});
