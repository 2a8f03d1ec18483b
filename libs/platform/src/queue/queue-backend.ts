import {
  assertSchemaCompatibility,
  createPostgresBackend,
  createRedisBackend,
  type BackendFactory,
  type Queue,
} from 'bullmq';
import { Redis } from 'ioredis';
import pg from 'pg';
import type { Config } from '../config/config.js';
import type { Logger } from '../config/logger.js';
import { redisCluster } from './redis-cluster.js';

/** Backend of the queue: arguments for BullMQ's constructors, and its lifecycle. */
export interface QueueBackend {
  connection: NonNullable<ConstructorParameters<typeof Queue>[1]>['connection'];
  prefix: string | undefined;
  /** BullMQ's third argument, passed to each queue and worker and never set for the whole process. */
  factory: BackendFactory;
  /** Whether BullMQ reconnects automatically after an outage. */
  mendsItself: boolean;
  /** Resolves when a worker can start; rejects with the reason when it cannot yet. */
  ready(): Promise<void>;
  /** False while the server is known to be unreachable; then nothing that waits for it ends. */
  isReachable(): boolean;
  /** Never rejects and returns within about a second. */
  close(): Promise<void>;
}

export const QUEUE_SCHEMA = 'bullmq';
const CLOSE_MS = 1_000;

/** Waits until the work settles, at most this long. */
export async function atMost(ms: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise((resolve) => (timer = setTimeout(resolve, ms)));
  await Promise.race([work.catch(() => undefined), late]);
  clearTimeout(timer);
}

/** Opens the configured backend. @param role a producer fails fast without Redis, a consumer waits for it */
export function openQueueBackend(config: Config, logger: Logger, role: 'producer' | 'consumer'): QueueBackend {
  return config.REDIS_URL || config.REDIS_CLUSTER ? onRedis(config, logger, role) : onPostgres(config, logger);
}

function onRedis(config: Config, logger: Logger, role: 'producer' | 'consumer'): QueueBackend {
  const options =
    role === 'producer'
      ? { enableOfflineQueue: false, maxRetriesPerRequest: 1, connectTimeout: 2_000, commandTimeout: 2_000 }
      : { maxRetriesPerRequest: null };
  const client = config.REDIS_CLUSTER
    ? redisCluster(config.REDIS_CLUSTER, options, { enableOfflineQueue: role === 'consumer' })
    : new Redis(config.REDIS_URL as string, options);
  client.on('error', (error) => logger.warn({ err: error }, 'Redis is not reachable'));
  // BullMQ opens a second connection per worker, and never closes one that did not connect.
  const all: { disconnect(): void }[] = [client];
  const duplicate = client.duplicate.bind(client) as (...given: unknown[]) => typeof client;
  client.duplicate = ((...given: unknown[]) => {
    const another = duplicate(...given);
    all.push(another);
    return another;
  }) as typeof client.duplicate;
  return {
    connection: client as QueueBackend['connection'],
    prefix: `{${config.REDIS_PREFIX}}`,
    factory: createRedisBackend as unknown as BackendFactory,
    mendsItself: true,
    ready: async () => undefined,
    isReachable: () => client.status === 'ready',
    close: async () => all.forEach((each) => each.disconnect()),
  };
}

function onPostgres(config: Config, logger: Logger): QueueBackend {
  const pool = new pg.Pool({
    connectionString: config.DATABASE_DIRECT_URL ?? config.DATABASE_URL,
    options: `-c search_path=${QUEUE_SCHEMA}`,
    keepAlive: true,
    connectionTimeoutMillis: 5_000,
    max: 8,
  });
  // Every queue and worker adds an error listener.
  pool.setMaxListeners(0);
  pool.on('error', (error) => logger.warn({ err: error }, 'a pooled queue connection broke'));
  // A connection that breaks in use rejects its query and also emits an error, which would end the process without a listener.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return {
    connection: pool as unknown as QueueBackend['connection'],
    prefix: undefined,
    factory: createPostgresBackend as unknown as BackendFactory,
    mendsItself: false,
    ready: () => checkSchema(pool),
    isReachable: () => true,
    close: () => atMost(CLOSE_MS, pool.end()),
  };
}

async function checkSchema(pool: pg.Pool): Promise<void> {
  const client = await pool.connect();
  try {
    await assertSchemaCompatibility(client as never, QUEUE_SCHEMA);
  } finally {
    client.release();
  }
}
