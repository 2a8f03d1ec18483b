import { beforeEach, describe, expect, it } from '@jest/globals';
import { accountsEntities } from '@dundun/accounts';
import { smsProviders } from '@dundun/providers';
import { aWorkspace, until, useDatabase } from '@dundun/testing';
import { ProviderRates } from './provider-rates.js';
import { someProviders } from './testing-providers.js';

describe('the rate of a provider', () => {
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
  const granted = (waits: number[]) => waits.filter((wait) => wait === 0).length;

  it('gives out all of a second’s worth to calls that come at once, and no more', async () => {
    const began = performance.now();
    const taken = granted(await takeMany(new ProviderRates(db.database), 200, 50));
    const refilled = Math.ceil(((performance.now() - began) / 1_000) * 50);
    expect(taken).toBeGreaterThanOrEqual(50);
    expect(taken).toBeLessThanOrEqual(50 + refilled);
  });

  it('is kept by two workers together', async () => {
    const workers = [new ProviderRates(db.database), new ProviderRates(await db.another())];
    const began = performance.now();
    let taken = 0;
    while (performance.now() - began < 2_000) {
      const waits = await Promise.all(workers.map((worker) => worker.take(workspace, integration, 40, 'fast')));
      taken += granted(waits);
      if (granted(waits) === 0) await new Promise((resolve) => setTimeout(resolve, Math.min(...waits)));
    }
    const seconds = (performance.now() - began) / 1_000;
    expect(taken).toBeLessThanOrEqual(40 + Math.ceil(40 * seconds));
    expect(taken).toBeGreaterThanOrEqual(40 * seconds);
  }, 15_000);

  it('gives each message that found nothing a moment of its own', async () => {
    const rates = new ProviderRates(db.database);
    const waits = (await takeMany(rates, 40, 10)).filter((wait) => wait > 0);
    expect(waits.length).toBeGreaterThan(25);
    const sorted = [...waits].sort((a, b) => a - b);
    for (const [index, wait] of sorted.slice(1).entries()) expect(wait - (sorted[index] as number)).toBeGreaterThan(50);
  });

  it('lets nobody wait longer than a minute, and leaves no moment of it out', async () => {
    const rates = new ProviderRates(db.database);
    const waits = (await takeMany(rates, 1_500, 10)).filter((wait) => wait > 0);
    expect(Math.max(...waits)).toBeLessThanOrEqual(60_200);
    const perTenSeconds = Array.from(
      { length: 6 },
      (_, tens) => waits.filter((wait) => Math.floor(wait / 10_000) === tens).length,
    );
    for (const count of perTenSeconds) expect(count).toBeGreaterThanOrEqual(100);
  });

  it('keeps a token for what somebody waits for, however much a campaign takes, on every worker', async () => {
    const [campaign, one, other] = [0, 1, 2].map(() => new ProviderRates(db.database)) as [ProviderRates, ProviderRates, ProviderRates]; // prettier-ignore
    for (let count = 0; count < 300; count++) await campaign.take(workspace, integration, 1, 'bulk');
    expect(await campaign.take(workspace, integration, 1, 'bulk')).toBeGreaterThan(0);
    expect(await one.take(workspace, integration, 1, 'fast')).toBe(0);
    const wait = await other.take(workspace, integration, 1, 'fast');
    expect(wait).toBeLessThanOrEqual(1_000);
  });

  it('lets a campaign have one call in ten beside a fast lane that never ends, and fast the others', async () => {
    const [fast, campaign] = [new ProviderRates(db.database), new ProviderRates(db.database)];
    while ((await fast.take(workspace, integration, 20, 'fast')) === 0);
    const taken = { fast: 0, bulk: 0 };
    const began = performance.now();
    while (performance.now() - began < 4_000) {
      for (let count = 0; count < 3; count++)
        if ((await fast.take(workspace, integration, 20, 'fast')) === 0) taken.fast += 1;
      if ((await campaign.take(workspace, integration, 20, 'bulk')) === 0) taken.bulk += 1;
    }
    const seconds = (performance.now() - began) / 1_000;
    expect(taken.bulk).toBeGreaterThanOrEqual(Math.floor(taken.fast / 12));
    expect(taken.bulk).toBeGreaterThanOrEqual(2);
    expect(taken.fast).toBeGreaterThanOrEqual(20 * seconds * 0.7);
  }, 15_000);

  it('keeps nothing for a campaign that does not ask', async () => {
    const [rates, campaign] = [new ProviderRates(db.database), new ProviderRates(db.database)];
    while ((await campaign.take(workspace, integration, 2, 'bulk')) === 0);
    await db.database.execute(
      `UPDATE provider_rates SET before_bulk = 99, tokens = 1, bulk_asked_at = now() - interval '2 minutes'
       WHERE integration_id = $1`,
      [integration],
    );
    expect(await rates.take(workspace, integration, 2, 'fast')).toBe(0);
  });

  it('lets a campaign have its whole rate while nobody waits for anything', async () => {
    const rates = new ProviderRates(db.database);
    const began = performance.now();
    let taken = 0;
    while (performance.now() - began < 3_000) {
      const wait = await rates.take(workspace, integration, 20, 'bulk');
      if (wait === 0) taken += 1;
      else await new Promise((resolve) => setTimeout(resolve, Math.min(wait, 50)));
    }
    const seconds = (performance.now() - began) / 1_000;
    expect(taken).toBeGreaterThanOrEqual(20 * seconds * 0.8);
    expect(taken).toBeLessThanOrEqual(20 + Math.ceil(20 * seconds));
  }, 15_000);

  it('counts each integration by itself, and forgets one that is gone', async () => {
    const rates = new ProviderRates(db.database);
    await takeMany(rates, 5, 1);
    const other = await aWorkspace(db.database);
    const { integrations } = someProviders(db.database, db.config);
    const settings = { apiKey: 'key' };
    const { id } = await integrations.connect(other, smsProviders.termii, settings, { senderIds: ['DUNDUN'] });
    expect(await rates.take(other, id, 1, 'fast')).toBe(0);
    await integrations.remove(workspace, integration);
    await until('its bucket is gone', async () => {
      const rows = await db.database.query('SELECT FROM provider_rates WHERE integration_id = $1', [integration]);
      return rows.length === 0;
    });
  });
});
