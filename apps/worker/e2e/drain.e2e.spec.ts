/**
 * @slow waits for the lease of a call that never ends
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { startSmtpSink, type SmtpSink } from '@dundun/providers/testing';
import { startProduct, until, type Product } from '@dundun/testing';
import { acceptMails, arrivals, tablesOf, type Tables } from './support/mails.js';

const BACKLOG = 600;

describe('a worker on SIGTERM', () => {
  let sink: SmtpSink;
  let product: Product;
  let tables: Tables;

  beforeAll(async () => {
    sink = await startSmtpSink({ keep: false });
    product = await startProduct({ workers: 0, environment: { SMTP_URL: sink.url, WORKER_CONCURRENCY: '8' } });
    tables = tablesOf(product.databaseUrl);
  });
  beforeEach(() => sink.script());
  afterAll(async () => {
    await tables?.close();
    await product?.close();
    await sink?.close();
  });

  it('finishes its calls, releases its claims, and leaves the rest to the next worker', async () => {
    sink.script({ stage: 'dot', act: { delayMs: 200 } });
    const ids = await acceptMails(product, BACKLOG);
    const worker = await product.startWorker();
    await until('calls are under way', () => sink.taken > 16, { ms: 60_000 });
    expect(await worker.stop()).toBe(0);
    expect(await tables.underWay()).toBe(0);
    const left = await tables.inHand();
    expect(left).toBeGreaterThan(100);
    expect(
      await tables.one("SELECT count(*)::int AS value FROM messages WHERE due_at > now() + interval '1 second'"),
    ).toBe(0);

    sink.script();
    const next = await product.startWorker();
    await until('the backlog is done', async () => (await tables.inHand()) === 0, { ms: 60_000, every: 100 });
    const arrived = arrivals(sink);
    expect(ids.filter((id) => arrived.get(id) !== 1)).toEqual([]);
    expect(await next.stop()).toBe(0);
  });

  it('does not wait for a provider that hangs; the next worker takes over', async () => {
    sink.script({ stage: 'rcpt', act: 'hang' });
    const [id] = await acceptMails(product, 1);
    const worker = await product.startWorker();
    await until('the call is under way', async () => (await tables.underWay()) === 1, { ms: 30_000 });
    expect(await worker.stop()).toBe(0);

    sink.script();
    await product.startWorker();
    await until('it has arrived', () => arrivals(sink).get(id as string) === 1, { ms: 60_000 });
  });
});
