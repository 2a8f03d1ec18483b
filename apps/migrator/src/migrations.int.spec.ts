/**
 * What migrations do to rows that are there.
 * @half both
 */
import { afterEach, describe, expect, it } from '@jest/globals';
import { createLogger, loadConfig } from '@dundun/platform/config';
import { dataSourceOptions } from '@dundun/platform/database';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { AddMessageAttachments1820000000860 } from './migrations/1820000000860-add-message-attachments.js';
import { AddRoles1820000000400 } from './migrations/1820000000400-add-roles.js';
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
});
