import { setTimeout as sleep } from 'node:timers/promises';
import type { Config, Logger } from '@dundun/platform/config';
import { isLockTimeout, isRetryable } from '@dundun/platform/database';
import { migrateQueue } from '@dundun/platform/queue';
import type pg from 'pg';
import { migrationSource } from './data-source.js';

const MOST_TRIES = 60;

/**
 * Applies pending migrations, and those of the queue if it is in PostgreSQL. @returns the names of the migrations
 * applied
 */
export async function migrate(config: Config, logger: Logger, client: pg.Client): Promise<string[]> {
  const done = await patiently(logger, () => migrateTables(config, logger));
  const hasQueue = config.REDIS_URL === undefined && config.REDIS_CLUSTER === undefined;
  if (hasQueue) await patiently(logger, () => migrateQueue(client as unknown as pg.PoolClient));
  return done;
}

async function migrateTables(config: Config, logger: Logger): Promise<string[]> {
  const source = await migrationSource(config, logger).initialize();
  try {
    return (await source.runMigrations({ transaction: 'each' })).map(({ name }) => name);
  } finally {
    await source.destroy();
  }
}

/** Retries after a lock timeout or a deadlock with live traffic; between attempts the service continues. */
export async function patiently<T>(logger: Logger, work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      if (!(isLockTimeout(error) || isRetryable(error)) || tries === MOST_TRIES) throw error;
      logger.warn({ tries }, 'table is locked; retrying');
      await sleep(1_000);
    }
  }
}
