import { beforeEach, describe, expect, it } from '@jest/globals';
import { accountsEntities, WarmUps } from '@dundun/accounts';
import { utcDay } from '@dundun/domain';
import { createLogger } from '@dundun/platform/config';
import { aWorkspace, until, useDatabase } from '@dundun/testing';
import { NIL, v7 } from 'uuid';
import { postponed } from './delivery-policy.js';
import { someProviders } from './testing-providers.js';
import { WarmUpTraffic, type WarmUpCall } from './warm-up-traffic.service.js';
import { aMessage, aRecipient } from '../testing.js';

const logger = createLogger('test', 'silent');
const SENDER = { name: 'Ada', address: 'ada@mail.sender.test' };
const OWN = { provider: 'smtp', integrationId: null, captures: false };
const PLAN = { firstDay: 10, growthPercent: 50, target: 1_000 };

describe('a warm-up', () => {
  const db = useDatabase(accountsEntities);
  let warmUps: WarmUps;
  let traffic: WarmUpTraffic;
  let workspace: number;
  let domainId: string;

  beforeEach(async () => {
    workspace = await aWorkspace(db.database);
    ({ id: domainId } = await someProviders(db.database, db.config).domains.connect(workspace, 'sender.test'));
    warmUps = new WarmUps(db.database);
    traffic = new WarmUpTraffic(warmUps, logger);
    await start();
  });

  const start = (startedOn = utcDay(Date.now()), integrationId: string | null = null) =>
    warmUps.set({ workspaceId: workspace, domainId, integrationId }, { ...PLAN, startedOn });
  const campaign = (...to: string[]): WarmUpCall =>
    aMessage(workspace, { lane: 'bulk', list_id: v7(), sender: SENDER, recipients: (to.length > 0 ? to : ['grace@reader.test']).map((each) => aRecipient(each)) }) as unknown as WarmUpCall; // prettier-ignore
  const password = (): WarmUpCall => ({ ...campaign(), lane: 'fast', list_id: null });
  const sent = async () => (await warmUps.sent(workspace, domainId, utcDay(Date.now()))).get(NIL) ?? 0;
  const granted = async (calls: WarmUpCall[], by = traffic) =>
    (await Promise.all(calls.map((call) => by.wait(call, OWN)))).filter((closed) => closed === undefined).length;
  const many = (count: number) => Array.from({ length: count }, () => campaign());

  it('lets a campaign send its ceiling, exactly, through several workers', async () => {
    const other = new WarmUpTraffic(new WarmUps(await db.another()), logger);
    const both = await Promise.all([granted(many(30)), granted(many(30), other)]);
    expect(both[0] + both[1]).toBe(10);
    expect(await sent()).toBe(10);
  });

  it('asks the rest to wait for the next morning, however long that takes', async () => {
    await granted(many(10));
    const now = Date.parse(`${utcDay(Date.now())}T22:00:00Z`);
    const closed = await traffic.wait(campaign(), OWN, now);
    expect(closed).toMatchObject({ isLimited: true, isPlanned: true, because: 'waits for the warm-up of sender.test through smtp: 10 recipients today' }); // prettier-ignore
    expect(closed?.wait).toBeGreaterThanOrEqual(2 * 3_600_000);
    expect(closed?.wait).toBeLessThanOrEqual(8 * 3_600_000);
    const facts = { channel: 'email' as const, attempts: 0, created_at: new Date(now - 20 * 86_400_000), limited_at: null, recipients: [aRecipient('grace@reader.test')] }; // prettier-ignore
    expect(postponed(facts, [closed!], now)).toMatchObject({ status: 'queued', reason: closed?.because });
  });

  it('never lets a one-time password wait, and counts it', async () => {
    await granted(many(10));
    expect(await granted([password(), password()])).toBe(2);
    expect(await sent()).toBe(12);
    expect(await granted([{ ...campaign(), lane: 'fast' }])).toBe(1);
  });

  it('grows by the day, and ends at its target', async () => {
    await start();
    await db.database.execute('UPDATE warm_ups SET started_on = started_on - 2 WHERE workspace_id = $1', [workspace]);
    expect(await granted(many(40), new WarmUpTraffic(new WarmUps(db.database), logger))).toBe(22);
    await db.database.execute('UPDATE warm_ups SET started_on = started_on - 30 WHERE workspace_id = $1', [workspace]);
    expect(await granted(many(40), new WarmUpTraffic(new WarmUps(db.database), logger))).toBe(40);
  });

  it('holds for one provider and one domain', async () => {
    await granted(many(10));
    expect(await traffic.wait(campaign(), { ...OWN, integrationId: v7() })).toBeUndefined();
    expect(await granted([{ ...campaign(), sender: { name: null, address: 'ada@other.test' } }])).toBe(1);
    expect(await granted([campaign()])).toBe(0);
  });

  it('counts recipients, and takes back what was not sent', async () => {
    const call = campaign(...Array.from({ length: 8 }, (_, n) => `p${n}@reader.test`));
    expect(await granted([call])).toBe(1);
    expect(await granted([campaign('a@reader.test', 'b@reader.test', 'c@reader.test')])).toBe(0);
    traffic.end(call, { kind: 'not_sent', fault: 'passing', detail: 'later' });
    await until('the count is taken back', async () => (await sent()) === 0);
    expect(await granted([call])).toBe(1);
    traffic.end(call, { kind: 'accepted', providerId: null, detail: 'ok' });
    expect(await sent()).toBe(8);
  });

  it('sends a mail to more recipients than its ceiling as the first of a day', async () => {
    const all = campaign(...Array.from({ length: 50 }, (_, n) => `p${n}@reader.test`));
    expect(await granted([all])).toBe(1);
    expect(await granted([campaign()])).toBe(0);
  });

  it('holds nothing back once it was removed, and knows what was sent when it returns', async () => {
    await granted(many(10));
    await warmUps.remove({ workspaceId: workspace, domainId, integrationId: null });
    expect(await granted(many(3))).toBe(3);
    await start();
    expect(await granted([campaign()])).toBe(0);
  });
});
