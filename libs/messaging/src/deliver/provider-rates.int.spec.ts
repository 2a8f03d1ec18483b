import { beforeEach, describe, expect, it } from '@jest/globals';
import { accountsEntities } from '@dundun/accounts';
import { smsProviders } from '@dundun/providers';
import { aWorkspace, until, useDatabase } from '@dundun/testing';
import { ProviderRates } from './provider-rates.repository.js';
import { someProviders } from './testing-providers.js';

/** A stopped worker clock, so that drawn tokens do not expire on a busy machine. */
const standing = () => 0;
/** The tolerance in tokens for a step of the database clock. */
const CLOCK_STEP = 2;

describe('ProviderRates', () => {
  const db = useDatabase(accountsEntities);
  let workspace: number;
  let integration: string;

  beforeEach(async () => {
    workspace = await aWorkspace(db.database);
    const { integrations } = someProviders(db.database, db.config);
    const settings = { accountSid: `AC${'0'.repeat(32)}`, authToken: 'token' };
    const fields = { senderIds: ['DUNDUN'] };
    ({ id: integration } = await integrations.connect(workspace, smsProviders.twilio, settings, fields));
  });

  const takeMany = (rates: ProviderRates, count: number, perSecond: number) =>
    Promise.all(Array.from({ length: count }, () => rates.take(workspace, integration, perSecond, 'fast')));
  /** Moves the bucket back in time, so that a slow test loses no tokens. */
  const pass = (ms: number) =>
    db.database.execute(
      "UPDATE provider_rates SET filled_at = filled_at - $2 * interval '1 millisecond' WHERE integration_id = $1",
      [integration, ms],
    );
  /** The tokens added while the test ran. */
  const refilledSince = (began: number, perSecond: number) =>
    Math.ceil(((performance.now() - began) / 1_000) * perSecond);
  const granted = (waits: number[]) => waits.filter((wait) => wait === 0).length;

  it('grants one second’s tokens to simultaneous calls, and no more', async () => {
    const began = performance.now();
    const taken = granted(await takeMany(new ProviderRates(db.database), 200, 50));
    expect(taken).toBeGreaterThanOrEqual(50);
    expect(taken).toBeLessThanOrEqual(50 + refilledSince(began, 50) + CLOCK_STEP);
  });

  it('limits two workers together', async () => {
    const workers = [new ProviderRates(db.database, standing), new ProviderRates(await db.another(), standing)];
    const began = performance.now();
    const waits: number[] = [];
    for (const ms of [0, 500, 500, 500, 500]) {
      await pass(ms);
      for (let count = 0; count < 40; count++)
        waits.push(...(await Promise.all(workers.map((worker) => worker.take(workspace, integration, 40, 'fast')))));
    }
    const taken = granted(waits);
    expect(taken).toBeGreaterThanOrEqual(40 + 4 * 20 - CLOCK_STEP);
    expect(taken).toBeLessThanOrEqual(40 + 4 * 20 + refilledSince(began, 40) + CLOCK_STEP);
  });

  it('gives each message without a token its own time to retry', async () => {
    const rates = new ProviderRates(db.database, standing);
    const waits = (await takeMany(rates, 200, 10)).filter((wait) => wait > 0);
    expect(waits.length).toBeGreaterThan(25);
    const sorted = [...waits].sort((a, b) => a - b);
    for (const [index, wait] of sorted.slice(1).entries()) expect(wait - (sorted[index] as number)).toBeGreaterThan(50);
  });

  it('spreads retries over one minute at most, without gaps', async () => {
    const rates = new ProviderRates(db.database, standing);
    const waits = (await takeMany(rates, 1_500, 10)).filter((wait) => wait > 0);
    expect(Math.max(...waits)).toBeLessThanOrEqual(60_200);
    const perTenSeconds = Array.from(
      { length: 6 },
      (_, tens) => waits.filter((wait) => Math.floor(wait / 10_000) === tens).length,
    );
    for (const count of perTenSeconds) expect(count).toBeGreaterThanOrEqual(100);
  });

  it('leaves the fast lane a token on every worker, however much a campaign takes', async () => {
    const [campaign, one, other] = [0, 1, 2].map(() => new ProviderRates(db.database, standing)) as [ProviderRates, ProviderRates, ProviderRates]; // prettier-ignore
    const began = performance.now();
    const waits: number[] = [];
    for (let count = 0; count < 300; count++) waits.push(await campaign.take(workspace, integration, 1, 'bulk'));
    expect(granted(waits)).toBeLessThanOrEqual(1 + refilledSince(began, 1) + CLOCK_STEP);
    expect(await one.take(workspace, integration, 1, 'fast')).toBe(0);
    const wait = await other.take(workspace, integration, 1, 'fast');
    expect(wait).toBeLessThanOrEqual(1_000);
  });

  it('grants a campaign one call after ten of a busy fast lane', async () => {
    const [fast, campaign] = [new ProviderRates(db.database, standing), new ProviderRates(db.database, standing)];
    for (let count = 0; count < 60; count++) await fast.take(workspace, integration, 20, 'fast');
    const taken = { fast: 0, bulk: 0 };
    for (let halves = 0; halves < 8; halves++) {
      await pass(500);
      for (let turn = 0; turn < 20; turn++) {
        for (let count = 0; count < 3; count++)
          if ((await fast.take(workspace, integration, 20, 'fast')) === 0) taken.fast += 1;
        if ((await campaign.take(workspace, integration, 20, 'bulk')) === 0) taken.bulk += 1;
      }
    }
    expect(taken.bulk).toBeGreaterThanOrEqual(Math.floor(taken.fast / 12));
    expect(taken.bulk).toBeGreaterThanOrEqual(2);
    expect(taken.fast).toBeGreaterThanOrEqual(20 * 4 * 0.7);
  });

  it('keeps no token for a campaign that does not ask', async () => {
    const [rates, campaign] = [new ProviderRates(db.database), new ProviderRates(db.database)];
    while ((await campaign.take(workspace, integration, 2, 'bulk')) === 0);
    await db.database.execute(
      `UPDATE provider_rates SET before_bulk = 99, tokens = 1, bulk_asked_at = now() - interval '2 minutes'
       WHERE integration_id = $1`,
      [integration],
    );
    expect(await rates.take(workspace, integration, 2, 'fast')).toBe(0);
  });

  it('grants a campaign the whole rate while the fast lane is idle', async () => {
    const rates = new ProviderRates(db.database, standing);
    const began = performance.now();
    const waits: number[] = [];
    for (const ms of [0, 500, 500, 500, 500, 500, 500]) {
      await pass(ms);
      for (let count = 0; count < 40; count++) waits.push(await rates.take(workspace, integration, 20, 'bulk'));
    }
    expect(granted(waits)).toBeGreaterThanOrEqual(20 * 3 * 0.8);
    expect(granted(waits)).toBeLessThanOrEqual(20 + 20 * 3 + refilledSince(began, 20) + CLOCK_STEP);
  });

  it('survives a database clock that was set back', async () => {
    const rates = new ProviderRates(db.database, standing);
    await rates.take(workspace, integration, 2, 'fast');
    await pass(-3_600_000);
    expect(await rates.take(workspace, integration, 2, 'fast')).toBe(0);
    await pass(1_000);
    expect(await rates.take(workspace, integration, 2, 'fast')).toBe(0);
  });

  it('counts each integration separately, and deletes the bucket of a removed one', async () => {
    const rates = new ProviderRates(db.database);
    await takeMany(rates, 5, 1);
    const other = await aWorkspace(db.database);
    const { integrations } = someProviders(db.database, db.config);
    const settings = { apiKey: 'key' };
    const { id } = await integrations.connect(other, smsProviders.termii, settings, { senderIds: ['DUNDUN'] });
    expect(await rates.take(other, id, 1, 'fast')).toBe(0);
    await integrations.remove(workspace, integration);
    await until('the bucket is deleted', async () => {
      const rows = await db.database.query('SELECT FROM provider_rates WHERE integration_id = $1', [integration]);
      return rows.length === 0;
    });
  });
});
