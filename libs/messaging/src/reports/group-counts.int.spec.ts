import { describe, expect, it } from '@jest/globals';
import { newId } from '@dundun/platform/database';
import { aWorkspace, useDatabase } from '@dundun/testing';
import { LaneClaims } from '../deliver/lane-claims.repository.js';
import type { Route } from '../deliver/route.js';
import { aHandOver, FREE_TRAFFIC } from '../deliver/testing-providers.js';
import { MessageGroups } from '../message/message-groups.repository.js';
import { MessageRepository } from '../message/message.repository.js';
import { ReplacedMessages } from '../message/replaced-messages.repository.js';
import { aMessage, queued } from '../testing.js';
import { ReportedMessages, type ReportedMessage } from './reported-messages.repository.js';

describe('the messages of a group', () => {
  const db = useDatabase();

  it('are counted exactly by the status in which they end, whatever is reported of them', async () => {
    const [workspaceId, group] = [await aWorkspace(db.database), newId()];
    const [groups, messages] = [new MessageGroups(db.database), new MessageRepository(db.database)];
    await groups.open(workspaceId, group);
    const all = await queued(
      db.database,
      ...Array.from({ length: 6 }, () => aMessage(workspaceId, { lane: 'bulk', group_id: group })),
      aMessage(workspaceId, { lane: 'bulk' }),
    );
    await messages.cancel(workspaceId, all[0]!.id);
    const route: Route = {
      provider: 'smtp',
      integrationId: null,
      onUnknown: 'retry',
      captures: false,
      maxRecipients: 10,
      rateLimit: null,
      health: 'fine',
      send: () => Promise.resolve({ kind: 'accepted', providerId: null, detail: 'ok' }),
    };
    const handOver = aHandOver(db.database, { routes: { of: () => Promise.resolve([route]) }, traffic: FREE_TRAFFIC });
    const claimed = await new LaneClaims(db.database).claim('email', 'bulk', workspaceId, 100);
    await Promise.all(claimed.map((message) => handOver.deliver(message)));
    expect(await groups.ended(workspaceId, group)).toEqual({ canceled: 1, sent: 5 });

    const reported = new ReportedMessages(db.database);
    const report = (index: number, status: 'delivered' | 'bounced' | 'complained'): ReportedMessage => {
      const { workspace_id, id, list_id, recipients } = all[index]!;
      return { workspace_id, id, list_id, status, recipients: [{ ...recipients[0]!, status }] };
    };
    await reported.change([report(1, 'delivered'), report(2, 'bounced')]);
    await reported.change([report(1, 'complained'), report(2, 'delivered'), report(3, 'delivered')]);
    expect(await groups.ended(workspaceId, group)).toEqual({ canceled: 1, sent: 2, complained: 1, delivered: 2 });
    const rows = await db.database.query<{ status: string; count: number }>(
      'SELECT status, count(*)::int AS count FROM messages WHERE workspace_id = $1 AND group_id = $2 GROUP BY 1',
      [workspaceId, group],
    );
    expect(Object.fromEntries(rows.map(({ status, count }) => [status, count]))).toEqual(
      await groups.ended(workspaceId, group),
    );
  });

  it('that others replace are counted once, whatever is reported of them later', async () => {
    const [workspaceId, group] = [await aWorkspace(db.database), newId()];
    const [groups, replaced] = [new MessageGroups(db.database), new ReplacedMessages(db.database)];
    const reported = new ReportedMessages(db.database);
    await groups.open(workspaceId, group);
    const all = await queued(
      db.database,
      ...Array.from({ length: 4 }, () => aMessage(workspaceId, { lane: 'bulk', group_id: group })),
    );
    const report = (index: number, status: 'unknown' | 'failed' | 'delivered' | 'bounced') => {
      const { workspace_id, id, list_id, recipients } = all[index]!;
      return reported.change([{ workspace_id, id, list_id, status, recipients: [{ ...recipients[0]!, status }] }]);
    };
    for (const index of [0, 1]) await report(index, 'unknown');
    for (const index of [2, 3]) await report(index, 'failed');
    expect(await replaced.giveUp(workspaceId, [all[0]!.id, all[2]!.id])).toBe(2);
    expect(await groups.ended(workspaceId, group)).toEqual({ unknown: 1, failed: 1, replaced: 2 });
    await report(0, 'delivered');
    await report(2, 'bounced');
    await report(1, 'delivered');
    expect(await groups.ended(workspaceId, group)).toEqual({ delivered: 1, failed: 1, replaced: 2 });
    expect(await replaced.giveUp(workspaceId, [all[0]!.id, all[2]!.id])).toBe(0);
  });
});
