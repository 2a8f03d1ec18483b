import { beforeEach, describe, expect, it } from '@jest/globals';
import { accountsEntities } from '@dundun/accounts';
import { createLogger } from '@dundun/platform/config';
import { ExpiredRows } from '@dundun/platform/database';
import { aWorkspace, until, useDatabase } from '@dundun/testing';
import { v7 } from 'uuid';
import { ContentRetention } from './content-retention.timer.js';
import { Engagements, engagementsExpiry, type Engagement } from '../tracking/engagements.repository.js';
import type { NewMessage } from './message.js';
import { aMessage, queued, rowOf } from '../testing.js';
import { ScannerNetworks } from '../tracking/scanner-networks.service.js';

const logger = createLogger('test', 'silent');

const NO_SCANNERS = new ScannerNetworks({});

describe('ContentRetention', () => {
  const db = useDatabase(accountsEntities);
  let engagements: Engagements;
  let workspace: number;

  beforeEach(async () => {
    engagements = new Engagements(db.database, logger, NO_SCANNERS);
    workspace = await aWorkspace(db.database);
  });

  const ended = async (days: number) => {
    const [message] = await queued(db.database, aMessage(workspace));
    const change = `UPDATE messages SET due_at = NULL, status = 'sent', ended_at = now() - $2 * interval '1 day',
                    created_at = now() - $2 * interval '1 day' WHERE id = $1`;
    await db.database.execute(change, [message!.id, days]);
    return message!;
  };
  const keepFor = (days: number | null) =>
    db.database.execute('UPDATE workspaces SET content_days = $2 WHERE id = $1', [workspace, days]);
  const opened = async ({ id: messageId }: Pick<NewMessage, 'id'>, count = 1) => {
    const engagement: Engagement = { workspaceId: workspace, messageId, kind: 'open', link: null, userAgent: 'Mozilla/5.0', declared: null, ip: '192.0.2.7' }; // prettier-ignore
    engagements.record(engagement);
    return until('the open is recorded', async () => {
      const all = await engagements.ofMessage(workspace, messageId);
      return all.length === count && all;
    });
  };
  const captured = (messageId: string) =>
    db.database.execute(
      `INSERT INTO inbox_messages (workspace_id, id, message_id, channel, sender, recipients, raw)
       VALUES ($1, $2, $3, 'email', 'ada@sender.test', '{}', 'Hello')`,
      [workspace, v7(), messageId],
    );
  const inbox = () => db.database.query('SELECT message_id FROM inbox_messages WHERE workspace_id = $1', [workspace]);
  /** Deletes the content as an older release did, and makes everything as old as the message. */
  const FORGOTTEN_AND_AGED = [
    `UPDATE messages SET content = '{"subject": "Hello"}' WHERE id = $1`,
    'UPDATE hits h SET at = m.created_at FROM messages m WHERE h.message_id = m.id AND m.id = $1',
    'UPDATE inbox_messages i SET captured_at = m.created_at FROM messages m WHERE i.message_id = m.id AND m.id = $1',
  ];
  const FROM_SOMEWHERE = { ip: '192.0.2.7', user_agent: 'Mozilla/5.0' };
  const FROM_NOWHERE = { ip: null, user_agent: null };

  it('keeps everything while the workspace has no limit', async () => {
    const message = await ended(300);
    await opened(message);
    await new ContentRetention(db.database, logger).round();
    expect((await rowOf(db.database, message)).content).toHaveProperty('text');
    expect(await engagements.ofMessage(workspace, message.id)).toMatchObject([FROM_SOMEWHERE]);
  });

  it('deletes the content and where it was opened from after the days set by the workspace', async () => {
    const [old, recent] = [await ended(31), await ended(29)];
    for (const message of [old, recent]) expect(await opened(message)).toMatchObject([FROM_SOMEWHERE]);
    await keepFor(30);
    await new ContentRetention(db.database, logger).round();
    expect((await rowOf(db.database, old)).content).toEqual({ subject: 'Hello' });
    expect(await engagements.ofMessage(workspace, old.id)).toMatchObject([{ kind: 'open', ...FROM_NOWHERE }]);
    expect((await rowOf(db.database, recent)).content).toHaveProperty('text');
    expect(await engagements.ofMessage(workspace, recent.id)).toMatchObject([FROM_SOMEWHERE]);
  });

  it('does not store where a message is opened from after those days', async () => {
    const message = await ended(31);
    await keepFor(30);
    expect(await opened(message)).toMatchObject([{ kind: 'open', ...FROM_NOWHERE }]);
  });

  it('deletes the variables of provider templates and captured messages', async () => {
    const [old, recent] = [await ended(31), await ended(29)];
    const template = { id: 'welcome', variables: { name: 'Ada' } };
    const content = JSON.stringify({ subject: 'Hello', template });
    for (const { id } of [old, recent]) {
      await db.database.execute('UPDATE messages SET content = $2 WHERE id = $1', [id, content]);
      await captured(id);
    }
    await keepFor(30);
    await new ContentRetention(db.database, logger).round();
    expect((await rowOf(db.database, old)).content).toEqual({ subject: 'Hello', template: { id: 'welcome' } });
    expect((await rowOf(db.database, recent)).content).toEqual({ subject: 'Hello', template });
    expect(await inbox()).toEqual([{ message_id: recent.id }]);
  });

  it('deletes the rest of a message whose content was deleted by an older release', async () => {
    const [old, recent] = [await ended(31), await ended(29)];
    for (const { id } of [old, recent]) {
      await opened({ id });
      await captured(id);
      for (const change of FORGOTTEN_AND_AGED) await db.database.execute(change, [id]);
    }
    await keepFor(30);
    await new ContentRetention(db.database, logger).round();
    expect(await engagements.ofMessage(workspace, old.id)).toMatchObject([{ kind: 'open', ...FROM_NOWHERE }]);
    expect(await engagements.ofMessage(workspace, recent.id)).toMatchObject([FROM_SOMEWHERE]);
    expect(await inbox()).toEqual([{ message_id: recent.id }]);
  });

  it('deletes opens and clicks after 400 days', async () => {
    const message = await ended(500);
    for (const count of [1, 2]) await opened(message, count);
    const [first] = await engagements.ofMessage(workspace, message.id);
    const age = "UPDATE hits SET at = now() - interval '401 days' WHERE workspace_id = $1 AND id = $2";
    await db.database.execute(age, [workspace, first?.id]);
    await new ExpiredRows(db.database, [engagementsExpiry], logger).round();
    expect(await engagements.ofMessage(workspace, message.id)).toHaveLength(1);
  });
});
