import { beforeEach, describe, expect, it } from '@jest/globals';
import type { DeliveryReport } from '@dundun/providers';
import { aWorkspace, useDatabase } from '@dundun/testing';
import { v7 } from 'uuid';
import { someReports } from './testing-reports.js';
import { aMessage, queued } from '../testing.js';

const NUMBER = '2348012345678';

describe('ReportedConsents', () => {
  const db = useDatabase();
  let workspace: number;
  const integrationId = v7();

  beforeEach(async () => {
    workspace = await aWorkspace(db.database);
  });

  const reports = () => someReports(db.database);
  const say = (body: string, at: Date | null = null, eventId = v7()) =>
    reports().take({ workspaceId: workspace, integrationId }, [], [{ eventId, from: NUMBER, to: 'DUNDUN', body, at }]);
  const unsubscribed = (over: Partial<DeliveryReport>) => {
    const report: DeliveryReport = { eventId: 'e', kind: 'unsubscribed', providerId: null, reference: null, recipient: NUMBER, detail: 'said so', at: new Date(Date.UTC(2026, 0, 2)), ...over }; // prettier-ignore
    return reports().take({ workspaceId: workspace, integrationId }, [report]);
  };
  const said = () =>
    db.database.query<Record<string, unknown>>(
      'SELECT address, action, method, text_said, said_at FROM reported_consents WHERE workspace_id = $1 ORDER BY id',
      [workspace],
    );
  const suppressed = () =>
    db.database.query('SELECT address, reason, message_id FROM suppressions WHERE workspace_id = $1', [workspace]);

  it('queues each STOP and START with its words, even one that changes nothing, and no other SMS', async () => {
    const bySms = { address: NUMBER, method: 'sms', said_at: expect.any(Date) };
    for (const body of ['start', 'Stop!', 'STOP', 'Hello', 'START']) await say(body);
    expect(await said()).toEqual([
      { ...bySms, action: 'resumed', text_said: 'start' },
      { ...bySms, action: 'unsubscribed', text_said: 'Stop!' },
      { ...bySms, action: 'unsubscribed', text_said: 'STOP' },
      { ...bySms, action: 'resumed', text_said: 'START' },
    ]);
  });

  it('records the time of the SMS but none in the future, and each SMS once', async () => {
    const at = new Date(Date.UTC(2026, 0, 2, 10, 0));
    for (let times = 0; times < 3; times++) await say('STOP', at, 'sms-1');
    await say('STOP', new Date(Date.now() + 86_400_000));
    const [first, second, ...more] = await said();
    expect([first?.said_at, more]).toEqual([at, []]);
    expect((second?.said_at as Date).getTime()).toBeLessThan(Date.now() + 60_000);
  });

  it('queues an unsubscribe at the provider for a message without a list, once, with its time', async () => {
    const [message] = await queued(db.database, aMessage(workspace));
    await db.database.execute("UPDATE messages SET status = 'sent', due_at = NULL WHERE id = $1", [message!.id]);
    for (let times = 0; times < 3; times++)
      await unsubscribed({ reference: message!.id, recipient: 'Grace@Example.com' });
    const address = 'grace@example.com';
    const said_at = new Date(Date.UTC(2026, 0, 2));
    expect(await said()).toEqual([{ address, action: 'unsubscribed', method: 'provider', text_said: null, said_at }]);
    expect(await suppressed()).toEqual([{ address, reason: 'unsubscribe', message_id: message!.id }]);
  });

  it('queues an opt-out without a message, but none of an unknown message', async () => {
    for (let times = 0; times < 2; times++) await unsubscribed({});
    await unsubscribed({ eventId: 'other', providerId: 'a stranger’s', recipient: '2348099999999' });
    expect(await suppressed()).toEqual([{ address: NUMBER, reason: 'stop', message_id: null }]);
    expect(await said()).toMatchObject([{ address: NUMBER, action: 'unsubscribed', method: 'provider' }]);
  });

  it('queues nothing if the transaction is rolled back', async () => {
    const broken = db.database.transaction(async () => {
      await say('STOP');
      throw new Error('no');
    });
    await expect(broken).rejects.toThrow('no');
    expect([await said(), await suppressed()]).toEqual([[], []]);
  });
});
