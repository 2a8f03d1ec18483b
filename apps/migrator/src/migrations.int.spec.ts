/**
 * What migrations do to rows that are there.
 * @half both
 */
import { afterEach, describe, expect, it } from '@jest/globals';
import { createLogger, loadConfig } from '@dundun/platform/config';
import { dataSourceOptions } from '@dundun/platform/database';
import { until } from '@dundun/testing';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { AddMessageAttachments1820000000860 } from './migrations/1820000000860-add-message-attachments.js';
import { AddRoles1820000000400 } from './migrations/1820000000400-add-roles.js';
import { CopyClicksOfConversions1820000001302 } from './migrations/1820000001302-copy-clicks-of-conversions.js';
import { FollowGoalsWithoutHistory1820000001301 } from './migrations/1820000001301-follow-goals-without-history.js';
import { StopNumbersThatComplained1820000001300 } from './migrations/1820000001300-stop-numbers-that-complained.js';
import { migrations } from './migrations.js';
import { useEmptyDatabase } from './testing.js';

type Migration = (typeof migrations)[number];

describe('migrations of data', () => {
  const db = useEmptyDatabase();
  const open: DataSource[] = [];

  afterEach(async () => {
    for (const source of open.splice(0)) await source.destroy();
  });

  /** Runs the migrations up to this one, with or without it. */
  const migrated = async (last: Migration, isIncluded: boolean) => {
    const config = loadConfig({ DATABASE_URL: db.url, SECRET_KEY: 'ab'.repeat(32) });
    const options = dataSourceOptions(config, createLogger('test', 'silent'));
    const some = migrations.slice(0, migrations.indexOf(last) + (isIncluded ? 1 : 0));
    const source = new DataSource({ ...options, url: db.url, migrations: some } as DataSourceOptions);
    open.push(await source.initialize());
    await source.runMigrations({ transaction: 'each' });
    return source;
  };

  it('makes a member of the earlier release an admin, leaves owners, and goes back', async () => {
    await migrated(AddRoles1820000000400, false);
    await db.client.query(`INSERT INTO workspaces (name) VALUES ('Shop')`);
    const add = `INSERT INTO members (workspace_id, id, email, name, role, password_hash)
                 SELECT id, gen_random_uuid(), $1, 'Ada', $1, 'x' FROM workspaces`;
    for (const role of ['owner', 'member']) await db.client.query(add, [role]);
    const roles = () => db.rows('SELECT email AS was, role FROM members ORDER BY 1');
    const source = await migrated(AddRoles1820000000400, true);
    expect(await roles()).toEqual([
      { was: 'member', role: 'admin' },
      { was: 'owner', role: 'owner' },
    ]);
    expect(await db.rows('SELECT list_ids FROM members')).toEqual([{ list_ids: null }, { list_ids: null }]);
    await source.undoLastMigration({ transaction: 'each' });
    expect(await roles()).toEqual([
      { was: 'member', role: 'member' },
      { was: 'owner', role: 'owner' },
    ]);
  });

  it('returns attachments into their message when the table of attachments goes', async () => {
    const source = await migrated(AddMessageAttachments1820000000860, true);
    const file = Buffer.from(Array.from({ length: 512 }, (_, at) => at % 256));
    await db.client.query(`INSERT INTO workspaces (name) VALUES ('Shop')`);
    await db.client.query(
      `INSERT INTO messages (workspace_id, id, channel, lane, sender, recipients, content, status)
       SELECT id, '01900000-0000-7000-8000-000000000000', 'email', 'fast', '{}', '[]',
         '{"subject": "S", "attachments": [{"filename": "a"}, {"filename": "b"}]}', 'queued' FROM workspaces`,
    );
    for (const number of [0, 1])
      await db.client.query(
        `INSERT INTO message_attachments (workspace_id, message_id, number, content) SELECT workspace_id, id, $1, $2 FROM messages`,
        [number, file],
      );
    await source.undoLastMigration({ transaction: 'each' });
    const content = file.toString('base64');
    expect(await db.rows(`SELECT content->'attachments' AS files FROM messages`)).toEqual([
      {
        files: [
          { filename: 'a', content },
          { filename: 'b', content },
        ],
      },
    ]);
  });

  it('stops numbers that complained, in slices, and nobody else', async () => {
    await migrated(StopNumbersThatComplained1820000001300, false);
    await db.client.query(`INSERT INTO workspaces (name) VALUES ('Shop'), ('Other')`);
    const add = `INSERT INTO suppressions (workspace_id, address, reason) SELECT id, $1 || n, $2 FROM workspaces, generate_series(1, $3) AS n`;
    for (const [prefix, reason, count] of [
      ['234', 'complaint', 6_000],
      ['235', 'bounce', 10],
      ['someone@example.com', 'complaint', 10],
    ])
      await db.client.query(add, [prefix, reason, count]);
    await migrated(StopNumbersThatComplained1820000001300, true);
    expect(
      await db.rows(`SELECT reason, count(*)::int, count(stopped_at)::int AS stopped, bool_and(stopped_at = created_at) AS since
                     FROM suppressions GROUP BY 1, address ~ '@' ORDER BY 2, 1 DESC`),
    ).toEqual([
      { reason: 'complaint', count: 20, stopped: 0, since: null },
      { reason: 'bounce', count: 20, stopped: 0, since: null },
      { reason: 'complaint', count: 12_000, stopped: 12_000, since: true },
    ]);
  });

  describe('of goals without a history', () => {
    const [owner, first, second, started] = ['a', 'b', 'c', 'd'].map((digit) => `${digit}0000000-0000-4000-8000-000000000000`); // prettier-ignore
    const put = (group: string | undefined, name: string, ago: number) =>
      db.client.query(
        `INSERT INTO conversion_goals (workspace_id, group_id, owner_id, goal, created_at)
         SELECT id, $1, $2, jsonb_build_object('event', $3::text), now() - $4 * interval '1 day' FROM workspaces
         ON CONFLICT (workspace_id, group_id) DO UPDATE SET goal = excluded.goal`,
        [group, owner, name, ago],
      );
    /** An event that counts for a message of a group; null if the message is deleted. */
    const counted = (id: string, group: string | null | undefined) =>
      db.client.query(
        `WITH message AS (
           INSERT INTO messages (workspace_id, id, channel, lane, sender, recipients, content, status, group_id)
           SELECT id, $1::uuid, 'email', 'bulk', '{}', '[]', '{}', 'sent', $2::uuid FROM workspaces WHERE $2::uuid IS NOT NULL)
         INSERT INTO conversions (workspace_id, event_id, owner_id, message_id, person_id, at, currency, counts)
         SELECT id, $1::uuid, $3, $1::uuid, gen_random_uuid(), now(), '', true FROM workspaces`,
        [id, group, owner],
      );

    it('copies them, and gives each event the goal of its message, else the latest of its owner', async () => {
      await migrated(FollowGoalsWithoutHistory1820000001301, false);
      await db.client.query(`INSERT INTO workspaces (name) VALUES ('Shop')`);
      await put(second, 'order', 1);
      await put(first, 'visit', 2);
      const events = ['1', '2', '3'].map((digit) => `${digit}0000000-0000-4000-8000-000000000000`);
      for (const [at, group] of [first, second, null].entries()) await counted(events[at] as string, group);
      await migrated(CopyClicksOfConversions1820000001302, true);
      expect(
        await db.rows(
          `SELECT goal->>'event' AS goal FROM conversion_clicks c JOIN conversion_goal_versions v ON v.id = c.goal_id ORDER BY event_id`,
        ),
      ).toEqual([{ goal: 'visit' }, { goal: 'order' }, { goal: 'order' }]);
    });

    it('follows what the previous release sets, edits and removes', async () => {
      await migrated(FollowGoalsWithoutHistory1820000001301, true);
      await db.client.query(`INSERT INTO workspaces (name) VALUES ('Shop')`);
      const versions = () =>
        db.rows(`SELECT group_id, goal->>'event' AS goal FROM conversion_goal_versions ORDER BY since`);
      for (const name of ['visit', 'visit', 'order']) {
        await put(started, name, 0);
        // A version begins at a millisecond, and a later one of the same would replace it.
        const now = Date.now();
        await until('the next millisecond begins', () => Date.now() > now);
      }
      await db.client.query('DELETE FROM conversion_goals');
      expect(await versions()).toEqual(['visit', 'order', null].map((goal) => ({ group_id: started, goal })));
      // Whoever removes a workspace removes its versions first, and none comes back.
      await put(started, 'visit', 0);
      await db.client.query('DELETE FROM conversion_goal_versions');
      await db.client.query('DELETE FROM conversion_goals');
      expect(await versions()).toEqual([]);
    });
  });
});
