import { Redis } from 'ioredis';
import type { Config } from '../config/config.js';
import type { Database } from '../database/database.js';
import { QUEUE_SCHEMA } from './queue-backend.js';
import { clusterNodes } from './redis-cluster.js';

/**
 * Readiness check of the queue: Redis answers, or BullMQ's schema exists. It is optional, because no answer waits for the
 * queue and workers find their work without it.
 */
export function queueCheck(database: Database, config: Config) {
  const url = config.REDIS_URL ?? (config.REDIS_CLUSTER ? clusterNodes(config.REDIS_CLUSTER)[0]?.href : undefined);
  return { name: 'queue', check: url ? () => ping(url) : () => assertSchema(database), optional: true };
}

async function ping(url: string): Promise<void> {
  const client = new Redis(url, {
    lazyConnect: true,
    maxRetriesPerRequest: 0,
    connectTimeout: 1_500,
    retryStrategy: () => null,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.ping();
  } finally {
    client.disconnect();
  }
}

async function assertSchema(database: Database): Promise<void> {
  const rows = await database.query('SELECT FROM pg_namespace WHERE nspname = $1', [QUEUE_SCHEMA]);
  if (rows.length === 0) throw new Error("the queue's schema is missing: run the migrator");
}
