import { beforeEach, describe, expect, it } from '@jest/globals';
import { accountsEntities } from '@dundun/accounts';
import { createLogger } from '@dundun/platform/config';
import { aWorkspace, useDatabase } from '@dundun/testing';
import { v7 } from 'uuid';
import { MessageRetention } from './message-retention.timer.js';
import { aMessage, queued } from '../testing.js';

const DAYS = 90;
const TABLES = ['messages', 'attempts', 'hits', 'inbox_messages', 'delivery_reports', 'message_people'];

describe('MessageRetention', () => {
  const db = useDatabase(accountsEntities);
  let workspace: number;

  beforeEach(async () => {
    workspace = await aWorkspace(db.database);
  });

  const round = (days?: number) =>
    new MessageRetention({ MESSAGES_DAYS: days }, db.database, createLogger('test', 'silent')).round();
  /** Creates a message of this age with a row in each table that belongs to it. */
  const aged = async (days: number, change = "due_at = NULL, status = 'sent', ended_at = created_at") => {
    const [message] = await queued(db.database, aMessage(workspace));
    const { id } = message as { id: string };
    for (const [statement, more] of [
      ["UPDATE messages SET created_at = now() - $3 * interval '1 day' WHERE workspace_id = $1 AND id = $2", [days]],
      [`UPDATE messages SET ${change} WHERE workspace_id = $1 AND id = $2`, []],
      ["INSERT INTO attempts (workspace_id, message_id, number, provider) VALUES ($1, $2, 1, 'smtp')", []],
      ["INSERT INTO hits (workspace_id, message_id, at, id, kind) VALUES ($1, $2, now(), $3, 'open')", [v7()]],
      [
        `INSERT INTO inbox_messages (workspace_id, message_id, id, channel, sender, recipients, raw)
         VALUES ($1, $2, $3, 'email', 'ada@sender.test', '{}', 'Hello')`,
        [v7()],
      ],
      [
        `INSERT INTO delivery_reports (workspace_id, message_id, integration_id, event_id, kind, detail)
         VALUES ($1, $2, $3, 'e', 'delivered', '')`,
        [v7()],
      ],
    ] as [string, unknown[]][])
      await db.database.execute(statement, [workspace, id, ...more]);
    return id;
  };
  const left = async (id: string) => {
    const found = await Promise.all(
      TABLES.map(async (table) => {
        const key = table === 'messages' ? 'id' : 'message_id';
        const rows = await db.database.query(`SELECT FROM ${table} WHERE workspace_id = $1 AND ${key} = $2`, [
          workspace,
          id,
        ]);
        return rows.length > 0 ? [table] : [];
      }),
    );
    return found.flat();
  };

  it('deletes an old message with everything that belongs to it', async () => {
    const [old, recent] = [await aged(91), await aged(89)];
    expect(await left(old)).toEqual(TABLES);
    await round(DAYS);
    expect(await left(old)).toEqual([]);
    expect(await left(recent)).toEqual(TABLES);
  });

  it('deletes nothing without the setting', async () => {
    const old = await aged(3_000);
    await round();
    expect(await left(old)).toEqual(TABLES);
  });

  it('keeps a message that may still be sent, and one that ended recently', async () => {
    const waiting = await aged(91, "due_at = now() + interval '1 hour'");
    const late = await aged(91, "due_at = NULL, status = 'sent', ended_at = now()");
    await round(DAYS);
    expect([await left(waiting), await left(late)]).toEqual([TABLES, TABLES]);
  });

  it('deletes more than one piece, in every workspace', async () => {
    const other = await aWorkspace(db.database);
    const many = (count: number, id: number) =>
      queued(db.database, ...Array.from({ length: count }, () => aMessage(id)));
    await many(600, workspace);
    await many(10, other);
    const change =
      "due_at = NULL, status = 'sent', created_at = now() - interval '1 year', ended_at = now() - interval '1 year'";
    await db.database.execute(`UPDATE messages SET ${change} WHERE workspace_id = ANY($1)`, [[workspace, other]]);
    await round(DAYS);
    expect(await db.database.query('SELECT FROM messages WHERE workspace_id = ANY($1)', [[workspace, other]])).toEqual(
      [],
    );
  });
});
