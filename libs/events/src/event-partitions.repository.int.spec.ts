/**
 * Depends on the version of PostgreSQL: locks, snapshots, plans and partitions differ between releases.
 * @half both
 */
import { beforeAll, describe, expect, it } from '@jest/globals';
import { aWorkspace, useDatabase } from '@dundun/testing';
import { EventCommit } from './event-commit.service.js';
import { anEvent, somePartitions, storedNames } from './testing.js';

const db = useDatabase();
const months = async () => {
  const rows = await db.database.query<{ name: string }>(
    "SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = 'events'::regclass ORDER BY 1",
  );
  return rows.map(({ name }) => name);
};
const monthFromNow = (ahead: number) => {
  const now = new Date();
  const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + ahead, 1));
  return `events_${month.getUTCFullYear()}_${String(month.getUTCMonth() + 1).padStart(2, '0')}`;
};
const dropAll = async () => {
  for (const name of await months()) await db.database.execute(`DROP TABLE ${name}`);
};

describe('the partitions of events', () => {
  beforeAll(dropAll);

  it('are created once for this month and the next ones, under concurrent calls', async () => {
    const others = await Promise.all([db.another(), db.another()]);
    const created = await Promise.all([db.database, ...others].map((database) => somePartitions(database).ensure(2)));
    const expected = [0, 1, 2].map(monthFromNow);
    expect(created.flat().sort()).toEqual(expected);
    expect(await months()).toEqual(expected);
    expect(await somePartitions(db.database).ensure(2)).toEqual([]);
  });

  it('cover each month from its first to its last millisecond, with every index', async () => {
    const workspaceId = await aWorkspace(db.database);
    const name = monthFromNow(1);
    const first = `${name.slice(7).replace('_', '-')}-01T00:00:00.000Z`;
    const insert = (at: string) =>
      db.database.query<{ part: string }>(
        `INSERT INTO events (workspace_id, received_at, id, person_id, name) VALUES ($1, ${at}, gen_random_uuid(), gen_random_uuid(), 'x') RETURNING tableoid::regclass::text AS part`,
        [workspaceId],
      );
    expect(await insert(`'${first}'`)).toEqual([{ part: name }]);
    expect(await insert(`'${first}'::timestamptz - interval '1 millisecond'`)).toEqual([{ part: monthFromNow(0) }]);
    const indexes = await db.database.query<{ count: number }>(
      'SELECT count(*)::int AS count FROM pg_indexes WHERE tablename = $1',
      [name],
    );
    expect(indexes).toEqual([{ count: 3 }]);
  });

  it('are created by a flush that misses one, with and without keys', async () => {
    const workspaceId = await aWorkspace(db.database);
    const commit = new EventCommit(db.database, somePartitions(db.database));
    const claim = {
      workspaceId,
      method: 'POST',
      path: '/v1/users/ada/events',
      key: 'k',
      fingerprint: Buffer.from('f'),
    };
    await dropAll();
    await Promise.all([
      commit.submit(anEvent(workspaceId, { name: 'a' })),
      commit.submit(anEvent(workspaceId, { name: 'b' })),
    ]);
    await dropAll();
    await commit.submit(anEvent(workspaceId, { name: 'c', onceKey: 'api p c' }));
    await dropAll();
    await commit.submit(anEvent(workspaceId, { name: 'd', onceKey: 'api p d' }), claim);
    expect(await storedNames(db.database, workspaceId)).toEqual(['d']);
    expect(await months()).toContain(monthFromNow(0));
  });

  it('are created without waiting for writers', async () => {
    const workspaceId = await aWorkspace(db.database);
    const [last] = (await months()).slice(-1);
    await db.database.execute(`DROP TABLE ${last}`);
    const other = await db.another();
    const created = await other.transaction(async () => {
      await other.execute(
        'INSERT INTO events (workspace_id, id, person_id, name) VALUES ($1, gen_random_uuid(), gen_random_uuid(), $2)',
        [workspaceId, 'x'],
      );
      return somePartitions(db.database).ensure();
    });
    expect(created).toEqual([last]);
  });
});
