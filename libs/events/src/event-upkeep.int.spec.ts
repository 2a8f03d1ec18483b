import { describe, expect, it } from '@jest/globals';
import { useDatabase } from '@dundun/testing';
import type { EventPartitions } from './event-partitions.js';
import { EventUpkeep } from './event-upkeep.js';
import { quiet, somePartitions } from './testing.js';

const db = useDatabase();

describe('the upkeep of a worker', () => {
  it('makes partitions as soon as it starts, and ends when told to', async () => {
    const upkeep = new EventUpkeep(somePartitions(db.database), quiet);
    upkeep.onApplicationBootstrap();
    await upkeep.beforeApplicationShutdown();
    expect(await somePartitions(db.database).ensure()).toEqual([]);
  });

  it('survives a failure', async () => {
    const failing = { ensure: () => Promise.reject(new Error('away')) } as unknown as EventPartitions;
    await expect(new EventUpkeep(failing, quiet).run()).resolves.toBeUndefined();
  });
});
