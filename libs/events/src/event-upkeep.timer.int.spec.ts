import { describe, expect, it, jest } from '@jest/globals';
import { until, useDatabase } from '@dundun/testing';
import type { EventPartitions } from './event-partitions.repository.js';
import { EventUpkeep } from './event-upkeep.timer.js';
import { quiet, somePartitions } from './testing.js';

const db = useDatabase();

describe('the upkeep of a worker', () => {
  it('creates partitions at its start, and stops on shutdown', async () => {
    const partitions = somePartitions(db.database);
    const ensure = jest.spyOn(partitions, 'ensure');
    const upkeep = new EventUpkeep(partitions, quiet);
    upkeep.onApplicationBootstrap();
    await until('it has begun', () => Promise.resolve(ensure.mock.calls.length > 0));
    await upkeep.beforeApplicationShutdown();
    expect(await somePartitions(db.database).ensure()).toEqual([]);
  });

  it('survives a failure', async () => {
    const failing = { ensure: () => Promise.reject(new Error('away')) } as unknown as EventPartitions;
    await expect(new EventUpkeep(failing, quiet).round()).resolves.toBeUndefined();
  });
});
