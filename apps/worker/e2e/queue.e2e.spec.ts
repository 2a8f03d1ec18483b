/**
 * @slow works off a backlog while Redis forgets it
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startSmtpSink, type SmtpSink } from '@dundun/providers/testing';
import {
  aPrivateRedis,
  hasRedis,
  startProduct,
  until,
  type PrivateRedis,
  type Product,
  type Running,
} from '@dundun/testing';
import { acceptMails, arrivals, tablesOf, type Tables } from './support/mails.js';

const BACKLOG = 1_500;
if (!hasRedis) process.stdout.write('queue: no redis-server here, so this suite does not run\n');

(hasRedis ? describe : describe.skip)('a queue on a Redis that loses its data', () => {
  let redis: PrivateRedis;
  let sink: SmtpSink;
  let product: Product;
  let tables: Tables;
  let worker: Running;

  beforeAll(async () => {
    redis = await aPrivateRedis();
    await redis.start();
    sink = await startSmtpSink({ keep: false });
    product = await startProduct({
      workers: 0,
      environment: { SMTP_URL: sink.url, WORKER_CONCURRENCY: '8', REDIS_URL: redis.url },
    });
    tables = tablesOf(product.databaseUrl);
  });
  afterAll(async () => {
    await tables?.close();
    await product?.close();
    await sink?.close();
    await redis?.kill();
  });

  const drained = () =>
    until('the backlog is done', async () => (await tables.inHand()) === 0, { ms: 90_000, every: 100 });
  const once = (ids: string[]) => {
    const arrived = arrivals(sink);
    expect(ids.filter((id) => arrived.get(id) !== 1)).toEqual([]);
  };

  it('loses nothing in a FLUSHALL, before and during a backlog', async () => {
    sink.script({ stage: 'dot', act: { delayMs: 20 } });
    const ids = await acceptMails(product, BACKLOG);
    await redis.flush();
    worker = await product.startWorker();
    await until('calls are under way', () => sink.taken > 50, { ms: 30_000 });
    await redis.flush();
    const more = await acceptMails(product, 50);
    await redis.flush();
    await drained();
    once([...ids, ...more]);
  });

  it('is not needed while it is down, and used again afterwards', async () => {
    sink.script();
    await redis.kill();
    const without = await acceptMails(product, 50);
    await drained();
    const health = await until('the api has noticed', async () => {
      const answer = await fetch(`${product.apiUrl}/health/ready`);
      const { status } = (await answer.json()) as { status: string };
      return status !== 'ok' && [answer.status, status];
    });
    expect(health).toEqual([200, 'degraded']);

    await redis.start();
    const again = await acceptMails(product, 50);
    await drained();
    once([...without, ...again]);
    expect([worker.child.exitCode, product.api.child.exitCode]).toEqual([null, null]);
  });

  it('does not delay the exit of a process while it is down', async () => {
    await redis.kill();
    expect([await worker.stop(), await product.api.stop()]).toEqual([0, 0]);
    await redis.start();
  });
});
