import { beforeEach, describe, expect, it } from '@jest/globals';
import { accountsEntities } from '@dundun/accounts';
import { newId } from '@dundun/platform/database';
import { aWorkspace, useDatabase } from '@dundun/testing';
import { importedSuppressions } from '../suppressions/suppressions-import.js';
import { Suppressions, type SuppressionReason } from '../suppressions/suppressions.repository.js';
import { aMessage, aRecipient, queued } from '../testing.js';
import { Attempts } from './attempts.repository.js';
import { LaneClaims } from './lane-claims.repository.js';

const ADDRESS = 'grace@example.com';
const PHONE = '2348012345678';

describe('a suppression', () => {
  const db = useDatabase(accountsEntities);
  let [workspaceId, list] = [0, ''];
  let suppressions: Suppressions;
  beforeEach(async () => {
    workspaceId = await aWorkspace(db.database);
    list = newId();
    suppressions = new Suppressions(db.database);
    await db.database.execute(`INSERT INTO lists (workspace_id, id, title) VALUES ($1, $2, 'News')`, [workspaceId, list]); // prettier-ignore
  });

  const add = (reason: SuppressionReason, address = ADDRESS, saidAt?: Date) =>
    suppressions.add([{ workspaceId, address, reason, saidAt }]);
  const stored = async (address = ADDRESS) => {
    const { reason, stops_all } = (await suppressions.of(workspaceId, [address])).get(address) ?? {};
    return [reason, stops_all];
  };
  /** Starts a message to the address. @returns whether it may be sent, by its start and by the check before the call */
  const starts = async (listId: string | null): Promise<boolean[]> => {
    const message = aMessage(workspaceId, { list_id: listId, recipients: [aRecipient(ADDRESS)] });
    await queued(db.database, message);
    const claimed = await new LaneClaims(db.database).claim('email', message.lane, workspaceId, 10);
    const own = claimed.find(({ id }) => id === message.id)!;
    const attempts = new Attempts(db.database);
    const { kind } = await attempts.start(own, 'smtp', null);
    return [kind === 'started', !(await attempts.isStopped(own))];
  };
  const stopAll = (isChosen: boolean) =>
    db.database.execute('UPDATE workspaces SET complaints_stop_all = $2 WHERE id = $1', [workspaceId, isChosen]);
  const [SENT, STOPPED] = [
    [true, true],
    [false, false],
  ];

  it.each([
    ['bounce', STOPPED, STOPPED],
    ['soft_bounces', STOPPED, STOPPED],
    ['manual', STOPPED, STOPPED],
    ['stop', STOPPED, STOPPED],
    ['complaint', SENT, STOPPED],
    ['unsubscribe', SENT, SENT],
  ] as [SuppressionReason, boolean[], boolean[]][])(
    'for %s stops marketing, and other messages as the workspace chose',
    async (reason, byDefault, chosen) => {
      await add(reason);
      expect(await starts(list)).toEqual(STOPPED);
      expect(await starts(null)).toEqual(byDefault);
      await stopAll(true);
      expect(await starts(list)).toEqual(STOPPED);
      expect(await starts(null)).toEqual(chosen);
    },
  );

  it('for a complaint gives way to one that stops more, and that one stays', async () => {
    await add('unsubscribe');
    expect(await stored()).toEqual(['unsubscribe', false]);
    await add('complaint');
    expect(await stored()).toEqual(['complaint', false]);
    await add('bounce');
    expect(await stored()).toEqual(['bounce', true]);
    for (const weaker of ['complaint', 'unsubscribe', 'manual'] as const) await add(weaker);
    expect(await stored()).toEqual(['bounce', true]);
  });

  it.each([
    ['complaint with a STOP before it', 'complaint', ['stop', 'complaint']],
    ['complaint with a STOP after it', 'complaint', ['complaint', 'stop']],
    ['unsubscribe with a STOP after it', 'unsubscribe', ['unsubscribe', 'stop']],
  ] as [string, SuppressionReason, SuppressionReason[]][])(
    'for a %s stops everything to a number until START',
    async (_, reason, reasons) => {
      for (const each of reasons) await add(each, PHONE, new Date('2026-01-02T10:00:00Z'));
      expect(await stored(PHONE)).toEqual([reason, true]);
      await suppressions.resume(workspaceId, PHONE, new Date('2026-01-02T09:00:00Z'));
      expect(await stored(PHONE)).toEqual([reason, true]);
      await suppressions.resume(workspaceId, PHONE, new Date('2026-01-02T11:00:00Z'));
      expect(await stored(PHONE)).toEqual([reason, false]);
    },
  );

  it.each([
    ['bounce', ['unsubscribe', 'complaint', 'bounce'], 'bounce'],
    ['decision by hand', ['complaint', 'manual', 'soft_bounces'], 'manual'],
    ['complaint', ['unsubscribe', 'complaint'], 'complaint'],
    ['complaint with a STOP beside it', ['stop', 'unsubscribe', 'complaint'], 'complaint'],
    ['STOP', ['unsubscribe', 'stop'], 'stop'],
  ] as [string, SuppressionReason[], SuppressionReason][])(
    'is the %s of several reasons that come at once, in whatever order',
    async (_, reasons, strongest) => {
      const stopsAll = reasons.includes('stop') || strongest !== 'complaint';
      for (const [at, order] of [reasons, reasons.toReversed()].entries()) {
        const address = `${PHONE}${at}`;
        await suppressions.add(order.map((reason) => ({ workspaceId, address, reason })));
        expect(await stored(address)).toEqual([strongest, stopsAll]);
      }
    },
  );

  it('keeps the STOP of a batch beside the complaint that was there', async () => {
    await add('complaint', PHONE);
    await suppressions.add((['complaint', 'stop'] as const).map((reason) => ({ workspaceId, address: PHONE, reason })));
    expect(await stored(PHONE)).toEqual(['complaint', true]);
  });

  it.each(['complaint', 'unsubscribe'] as const)(
    'for %s that is imported stops everything to a number, whose STOP a file cannot tell, and marketing to an email address',
    async (reason) => {
      const given = [PHONE, ADDRESS].map((address) => ({ address, reason, created_at: '2026-01-02T10:00:00Z' }));
      await suppressions.import(await importedSuppressions(workspaceId, given));
      expect([await stored(PHONE), await stored()]).toEqual([
        [reason, true],
        [reason, false],
      ]);
      await suppressions.resume(workspaceId, PHONE);
      expect(await stored(PHONE)).toEqual([reason, false]);
    },
  );
});
