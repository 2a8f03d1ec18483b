import { beforeAll, describe, expect, it } from '@jest/globals';
import { aWorkspace, useDatabase } from '@dundun/testing';
import { EventKeys } from './event-keys.js';
import type { EventPartitions } from './event-partitions.js';
import { EventUpkeep } from './event-upkeep.js';
import { quiet, somePartitions } from './testing.js';

const db = useDatabase();
let workspaceId: number;
const keep = (from: number, to: number, age: string) =>
  db.database.execute(
    `INSERT INTO event_keys (workspace_id, key, created_at) SELECT $1, 'api p ' || number, now() - $2::interval FROM generate_series($3::int, $4::int) AS number`,
    [workspaceId, age, from, to],
  );
const kept = async () =>
  (await db.database.query('SELECT key FROM event_keys WHERE workspace_id = $1', [workspaceId])).length;

beforeAll(async () => {
  workspaceId = await aWorkspace(db.database);
});

describe('the keys of events', () => {
  it('are forgotten after seven days, by several workers side by side', async () => {
    await keep(1, 2_500, '7 days 1 minute');
    await keep(2_501, 2_510, '6 days 23 hours');
    const forgotten = await Promise.all(
      [db.database, await db.another()].map((database) => new EventKeys(database).expire()),
    );
    expect(forgotten.reduce((sum, count) => sum + count)).toBe(2_500);
    expect(await kept()).toBe(10);
  });
});

describe('the upkeep of a worker', () => {
  it('makes partitions and forgets keys as soon as it starts, and ends when told to', async () => {
    await keep(3_001, 3_001, '8 days');
    const upkeep = new EventUpkeep(somePartitions(db.database), new EventKeys(db.database), quiet);
    upkeep.onApplicationBootstrap();
    await upkeep.beforeApplicationShutdown();
    expect(await somePartitions(db.database).ensure()).toEqual([]);
  });

  it('survives a failure', async () => {
    const failing = { ensure: () => Promise.reject(new Error('away')) } as unknown as EventPartitions;
    await expect(new EventUpkeep(failing, new EventKeys(db.database), quiet).run()).resolves.toBeUndefined();
  });
});
