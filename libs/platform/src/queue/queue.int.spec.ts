/**
 * Depends on the queue, and on the version of PostgreSQL that holds it.
 * @half both
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { aPrivateRedis, hasRedis, until, useDatabase, type PrivateRedis } from '@dundun/testing';
import { cpuClock } from '@dundun/testing/cpu-clock';
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { z } from 'zod';
import type { Config } from '../config/config.js';
import { createLogger } from '../config/logger.js';
import { defineJob } from '../jobs/job.js';
import { JobRunner } from './job-runner.js';
import { assertOneHandlerEach } from './queue.module.js';
import { migrateQueue } from './migrate-queue.js';
import { openQueueBackend } from './queue-backend.js';
import { QueuedJobs } from './queued-jobs.js';

const Ring = defineJob('ring', z.object({ bell: z.string() }));
const logger = createLogger('test', 'silent');
const PATIENT = { ms: 20_000 };
const backends = [
  'PostgreSQL',
  ...(process.env.TEST_REDIS_URL ? ['Redis'] : []),
  ...(hasRedis ? ['Redis Cluster'] : []),
] as ('PostgreSQL' | 'Redis' | 'Redis Cluster')[];
if (backends.length < 3) process.stdout.write('jobs: no Redis here, so its part of this suite does not run\n');

describe.each(backends)('jobs on %s', (backend) => {
  const db = useDatabase();
  let config: Config;
  let jobs: QueuedJobs;
  const runners: JobRunner[] = [];
  let cluster: PrivateRedis | undefined;

  beforeAll(async () => {
    const prefix = { REDIS_PREFIX: `test-${randomBytes(4).toString('hex')}` };
    config = { ...db.config, ...prefix };
    if (backend === 'Redis') config.REDIS_URL = process.env.TEST_REDIS_URL;
    if (backend === 'Redis Cluster') {
      cluster = await aPrivateRedis({ cluster: true });
      await cluster.start();
      config.REDIS_CLUSTER = new URL(cluster.url).host;
    }
    jobs = new QueuedJobs(openQueueBackend(config, logger, 'producer'), logger);
    if (backend !== 'PostgreSQL') return;
    const client = new pg.Client(db.url);
    await client.connect();
    await migrateQueue(client as unknown as pg.PoolClient);
    await client.end();
  });
  afterAll(async () => {
    await Promise.all([jobs.close(), ...runners.map((runner) => runner.close())]);
    await cluster?.kill();
  });

  /** Starts a worker whose handler records each bell and waits for `during`. */
  const worker = (rung: string[], during: (bell: string) => Promise<void> = async () => undefined) => {
    const runner = new JobRunner(openQueueBackend(config, logger, 'consumer'), logger);
    runners.push(runner);
    runner.start(
      Ring,
      {
        run: async (payload) => {
          const { bell } = payload as { bell: string };
          rung.push(bell);
          await during(bell);
        },
      },
      4,
    );
    return runner;
  };

  it('runs a job soon after its wake-up', async () => {
    const rung: string[] = [];
    const runner = worker(rung);
    jobs.wake(Ring, { bell: 'one' }, 'one', 'req_1');
    await until('the bell rang', () => rung.includes('one'), PATIENT);
    await runner.close();
  });

  it('merges wake-ups into one job, and those during its run into one more', async () => {
    const rung: string[] = [];
    let finish: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (finish = resolve));
    const runner = worker(rung, async () => (rung.length === 1 ? held : undefined));
    for (let count = 0; count < 50; count++) jobs.wake(Ring, { bell: 'same' }, 'same');
    await until('the first is active', () => rung.length > 0, PATIENT);
    for (let count = 0; count < 50; count++) jobs.wake(Ring, { bell: 'same' }, 'same');
    finish();
    await until('the later wake-ups were not lost', () => rung.length >= 2, PATIENT);
    await until('the queue is empty', async () => (await jobs.waiting(Ring)) === 0, PATIENT);
    expect(rung.length).toBeLessThanOrEqual(4);
    await runner.close();
  });

  it('runs jobs with different keys concurrently', async () => {
    const rung: string[] = [];
    const both = until('both are active at once', () => rung.length === 2, PATIENT);
    const runner = worker(rung, async () => void (await both));
    jobs.wake(Ring, { bell: 'a' }, 'a');
    jobs.wake(Ring, { bell: 'b' }, 'b');
    await both;
    await runner.close();
  });
});

describe('an unreachable queue', () => {
  const db = useDatabase();

  it('neither throws nor delays the caller', async () => {
    const away = { ...db.config, REDIS_URL: 'redis://127.0.0.1:1' };
    const jobs = new QueuedJobs(openQueueBackend(away, logger, 'producer'), logger);
    const used = cpuClock();
    for (let count = 0; count < 1_000; count++) jobs.wake(Ring, { bell: 'x' }, `x${count % 8}`);
    expect(used()).toBeLessThan(5_000);
    await jobs.close();
  });
});

describe('assertOneHandlerEach', () => {
  const job = (name: string) => ({ name });

  it('accepts exactly one handler per job', () => {
    expect(() => assertOneHandlerEach([job('a'), job('b')], [job('b'), job('a')])).not.toThrow();
  });

  it('names missing, duplicate and undeclared handlers', () => {
    expect(() => assertOneHandlerEach([job('a'), job('b')], [job('b'), job('b'), job('c')])).toThrow(
      /a has no handler; b has 2 handlers; c is handled but not declared/,
    );
  });
});
