/**
 * @slow waits for the lease of a sleeping worker
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startSmtpSink, type SmtpSink } from '@dundun/providers/testing';
import { startProduct, until, type Product, type Running } from '@dundun/testing';
import { acceptMails, arrivals, tablesOf, type Tables } from './support/mails.js';

const BACKLOG = 800;
const CONCURRENCY = 8;

describe('several workers', () => {
  let sink: SmtpSink;
  let product: Product;
  let tables: Tables;
  const workers: Running[] = [];

  beforeAll(async () => {
    sink = await startSmtpSink({ keep: false });
    sink.script({ stage: 'dot', act: { delayMs: 20 } });
    product = await startProduct({
      workers: 0,
      environment: { SMTP_URL: sink.url, WORKER_CONCURRENCY: String(CONCURRENCY) },
    });
    tables = tablesOf(product.databaseUrl);
  });
  afterAll(async () => {
    await tables?.close();
    await product?.close();
    await sink?.close();
  });

  it('share a backlog and send nothing twice', async () => {
    const early = await acceptMails(product, BACKLOG);
    workers.push(await product.startWorker(), await product.startWorker());
    const late = await acceptMails(product, BACKLOG / 4);
    await until('everything has come to its end', async () => (await tables.inHand()) === 0, {
      ms: 90_000,
      every: 100,
    });

    const arrived = arrivals(sink);
    const ids = [...early, ...late];
    expect(ids.filter((id) => arrived.get(id) !== 1)).toEqual([]);
    expect(await tables.one('SELECT count(*)::int AS value FROM attempts')).toBe(ids.length);
    expect(await tables.one("SELECT sum(count)::int AS value FROM delivery_counts WHERE outcome = 'accepted'")).toBe(
      ids.length,
    );
    for (const worker of workers) expect(worker.output()).toContain('"attempt ended"');
  });

  it('fence off a worker that was frozen: only calls whose outcome it had not written are duplicated', async () => {
    for (const worker of workers.splice(0)) await worker.stop();
    sink.script();
    sink.script({ stage: 'dot', act: { delayMs: 500 } });
    const before = sink.taken;
    const ids = await acceptMails(product, 60);
    const zombie = await product.startWorker();
    let unwritten: string[];
    await until('calls are under way', () => sink.taken > before + 4, { ms: 30_000 });
    zombie.child.kill('SIGSTOP');
    try {
      const busy = `SELECT count(*)::int AS value FROM pg_stat_activity
        WHERE datname = current_database() AND state = 'active' AND pid <> pg_backend_pid()`;
      await until('what it had sent to PostgreSQL is done', async () => (await tables.one<number>(busy)) === 0);
      unwritten = await tables.one(
        "SELECT coalesce(array_agg(message_id), '{}') AS value FROM attempts WHERE outcome IS NULL",
      );
      sink.script();
      const other = await product.startWorker();
      await until('the other one has done it all', async () => (await tables.inHand()) === 0, {
        ms: 60_000,
        every: 100,
      });
      zombie.child.kill('SIGCONT');
      await until('the zombie has noticed', () => zombie.output().includes('another worker has the message'), {
        ms: 30_000,
      });
      expect((await zombie.stop()) ?? 'killed').toBe(0);
      expect(await other.stop()).toBe(0);
    } finally {
      zombie.child.kill('SIGCONT');
    }

    const arrived = arrivals(sink);
    expect(ids.filter((id) => !arrived.has(id))).toEqual([]);
    const twice = ids.filter((id) => arrived.get(id) !== 1);
    expect(unwritten).toEqual(expect.arrayContaining(twice));
    const unknown = "SELECT count(*)::int AS value FROM attempts WHERE message_id = $1 AND outcome = 'unknown'";
    for (const id of twice) expect([arrived.get(id), await tables.one(unknown, [id])]).toEqual([2, 1]);
    expect(await tables.underWay()).toBe(0);
    expect(await tables.one("SELECT sum(count)::int AS value FROM delivery_counts WHERE outcome = 'accepted'")).toBe(
      await tables.one("SELECT count(*)::int AS value FROM attempts WHERE outcome = 'accepted'"),
    );
  });
});
