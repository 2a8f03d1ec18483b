/**
 * Depends on the queue, and on the version of PostgreSQL that holds it.
 * @half both
 */
import { afterEach, describe, expect, it } from '@jest/globals';
import { aPrivateRedis, hasRedis, until, useDatabase } from '@dundun/testing';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import pg from 'pg';
import { z } from 'zod';
import type { Config } from '../config/config.js';
import { createLogger } from '../config/logger.js';
import { defineJob } from '../jobs/job.js';
import { JobRunner } from './job-runner.js';
import { migrateQueue } from './migrate-queue.js';
import { openQueueBackend, QUEUE_SCHEMA } from './queue-backend.js';
import { QueuedJobs } from './queued-jobs.js';

const Ring = defineJob('ring', z.object({ bell: z.string() }));
const logger = createLogger('test', 'silent');

/** A proxy to a database that can be cut, like a failing network switch. */
async function aCable(to: string): Promise<{ url: string; cut: () => void }> {
  const url = new URL(to);
  const { port, hostname } = url;
  const ends: Socket[] = [];
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    ends.push(near, far);
    for (const end of [near, far]) end.on('error', () => undefined);
    near.pipe(far).pipe(near);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  server.unref();
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  return { url: url.href, cut: () => ends.forEach((end) => end.destroy()) };
}

describe('a queue that is unreachable when the process starts', () => {
  const db = useDatabase();
  const opened: { close(): Promise<void> }[] = [];

  afterEach(async () => {
    await Promise.all(opened.splice(0).map((one) => one.close()));
  });

  /** A producer and a consumer, both started before the queue exists. */
  function both(config: Config) {
    const rung: string[] = [];
    const jobs = new QueuedJobs(openQueueBackend(config, logger, 'producer'), logger);
    const runner = new JobRunner(openQueueBackend(config, logger, 'consumer'), logger);
    opened.push(jobs, runner);
    runner.start(Ring, { run: async (payload) => void rung.push((payload as { bell: string }).bell) }, 4);
    return { jobs, runner, rung };
  }

  /** Rings until the handler hears it: an early wake-up may be lost, later ones are not. */
  async function heard({ jobs, rung }: Pick<ReturnType<typeof both>, 'jobs' | 'rung'>): Promise<void> {
    await until(
      'a job runs',
      () => {
        jobs.wake(Ring, { bell: 'x' }, 'x');
        return rung.length > 0;
      },
      { ms: 20_000, every: 250 },
    );
  }

  it('on PostgreSQL: works as soon as its schema exists', async () => {
    await db.database.execute(`DROP SCHEMA IF EXISTS ${QUEUE_SCHEMA} CASCADE`);
    const started = both(db.config);
    started.jobs.wake(Ring, { bell: 'lost' }, 'early');
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    const client = new pg.Client(db.url);
    await client.connect();
    await migrateQueue(client as unknown as pg.PoolClient);
    await client.end();
    await heard(started);
    expect(started.rung).toContain('x');
  });

  it('on PostgreSQL: survives a connection that is cut while in use', async () => {
    const { url, cut } = await aCable(db.url);
    const backend = openQueueBackend({ ...db.config, DATABASE_URL: url }, logger, 'consumer');
    opened.push(backend);
    const broken = await db.database.transaction(async () => {
      await db.database.execute(`LOCK TABLE ${QUEUE_SCHEMA}.migration IN ACCESS EXCLUSIVE MODE`);
      const ready = backend.ready().catch((error: unknown) => error);
      const waiting = `SELECT FROM pg_locks WHERE NOT granted AND relation = '${QUEUE_SCHEMA}.migration'::regclass`;
      await until('the query waits', async () => (await db.database.query(waiting)).length > 0);
      cut();
      return ready;
    });
    expect(broken).toBeInstanceOf(Error);
    await backend.ready();
  });

  (hasRedis ? it : it.skip)(
    'on Redis: is used once it answers, and again after it was away',
    async () => {
      const redis = await aPrivateRedis();
      const started = both({ ...db.config, REDIS_URL: redis.url, REDIS_PREFIX: 'recovery' });
      try {
        started.jobs.wake(Ring, { bell: 'lost' }, 'early');
        await new Promise((resolve) => setTimeout(resolve, 1_000));
        await redis.start();
        await heard(started);

        await redis.kill();
        started.jobs.wake(Ring, { bell: 'lost' }, 'between');
        await new Promise((resolve) => setTimeout(resolve, 1_000));
        await redis.start();
        started.rung.length = 0;
        await heard(started);
        expect(started.rung).toContain('x');
      } finally {
        await redis.kill();
      }
    },
    60_000,
  );

  it('does not delay the end of the process', async () => {
    const started = both({ ...db.config, REDIS_URL: 'redis://127.0.0.1:1' });
    started.jobs.wake(Ring, { bell: 'lost' }, 'early');
    await new Promise((resolve) => setTimeout(resolve, 500));
    await Promise.all(opened.splice(0).map((one) => one.close()));
  });
});
