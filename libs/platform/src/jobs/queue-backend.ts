import { createPostgresBackend, createRedisBackend, type BackendFactory, type Queue } from 'bullmq';
import { Cluster, Redis } from 'ioredis';
import pg from 'pg';
import type { Config } from '../config/config.js';
import type { Logger } from '../config/logger.js';

/** Where the jobs are: what BullMQ's constructors take, and how to let go of it. */
export interface QueueBackend {
  connection: NonNullable<ConstructorParameters<typeof Queue>[1]>['connection'];
  prefix: string | undefined;
  /** BullMQ's third argument, given to each queue and worker, never set for the whole process. */
  factory: BackendFactory;
  close(): Promise<void>;
}

export const QUEUE_SCHEMA = 'bullmq';

/** @param role a producer fails fast when Redis is away, a consumer waits for it */
export function openQueueBackend(config: Config, logger: Logger, role: 'producer' | 'consumer'): QueueBackend {
  return config.REDIS_URL || config.REDIS_CLUSTER ? onRedis(config, logger, role) : onPostgres(config, logger);
}

function onRedis(config: Config, logger: Logger, role: 'producer' | 'consumer'): QueueBackend {
  const options =
    role === 'producer'
      ? { enableOfflineQueue: false, maxRetriesPerRequest: 1, connectTimeout: 2_000, commandTimeout: 2_000 }
      : { maxRetriesPerRequest: null };
  const client = config.REDIS_CLUSTER
    ? new Cluster(config.REDIS_CLUSTER.split(',').map(nodeOf), {
        redisOptions: options,
        enableOfflineQueue: role === 'consumer',
      })
    : new Redis(config.REDIS_URL as string, options);
  client.on('error', (error) => logger.warn({ err: error }, 'Redis is not reachable'));
  return {
    connection: client as QueueBackend['connection'],
    prefix: `{${config.REDIS_PREFIX}}`,
    factory: createRedisBackend as unknown as BackendFactory,
    close: async () => client.disconnect(),
  };
}

const nodeOf = (text: string) => {
  const [host = '', port] = text.split(':');
  return { host, port: Number(port) };
};

function onPostgres(config: Config, logger: Logger): QueueBackend {
  const pool = new pg.Pool({
    connectionString: config.DATABASE_DIRECT_URL ?? config.DATABASE_URL,
    options: `-c search_path=${QUEUE_SCHEMA}`,
    keepAlive: true,
    max: 8,
  });
  pool.on('error', (error) => logger.warn({ err: error }, 'a pooled queue connection broke'));
  return {
    connection: pool as unknown as QueueBackend['connection'],
    prefix: undefined,
    factory: createPostgresBackend as unknown as BackendFactory,
    close: () => pool.end(),
  };
}
