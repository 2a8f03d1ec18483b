/**
 * Depends on the queue: one in PostgreSQL dies with it.
 * @half both
 * @slow PostgreSQL is killed twice and recovers
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startSmtpSink, type SmtpSink } from '@dundun/providers/testing';
import {
  aPrivatePostgres,
  basic,
  startProduct,
  until,
  type PrivatePostgres,
  type Product,
  type Running,
} from '@dundun/testing';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { arrivals, tablesOf, type Tables } from './support/mails.js';

const SENDERS = 12;
const DOWN_MS = 3_000;
/** The api answers 503 within a second of losing its database. The margin is for a busy machine. */
const ANSWER_MS = 10_000;

describe('kill -9 of PostgreSQL under load', () => {
  let postgres: PrivatePostgres;
  let sink: SmtpSink;
  let product: Product;
  let worker: Running;
  let tables: Tables;
  let sending = true;
  const acknowledged = new Map<string, string>();

  beforeAll(async () => {
    postgres = await aPrivatePostgres();
    sink = await startSmtpSink({ keep: false });
    sink.script({ stage: 'dot', act: { delayMs: 10 } });
    product = await startProduct({
      workers: 0,
      environment: { DATABASE_URL: postgres.url, SMTP_URL: sink.url, WORKER_CONCURRENCY: '16' },
    });
    worker = await product.startWorker();
    tables = tablesOf(postgres.url);
  });
  afterAll(async () => {
    sending = false;
    await tables?.close();
    await product?.close();
    await sink?.close();
    await postgres?.close();
  });

  const post = (key: string) =>
    fetch(`${product.apiUrl}/v1/send/email`, {
      method: 'POST',
      headers: {
        Authorization: basic(product.apiKey, product.apiSecret),
        'Content-Type': 'application/json',
        'Idempotency-Key': key,
      },
      body: JSON.stringify({
        from: { name: 'Ada', email: 'ada@dundun.test' },
        to: 'grace@example.com',
        subject: 'Hello',
        text: 'Hello',
      }),
    });

  /** Sends like a careful integrator: repeats a temporary refusal under the same key. */
  async function send(): Promise<void> {
    while (sending) {
      const key = randomUUID();
      for (;;) {
        const response = await post(key);
        const { id } = (await response.json()) as { id: string };
        if (response.ok) {
          acknowledged.set(key, id);
          break;
        }
        expect([409, 503]).toContain(response.status);
        await sleep(100);
      }
    }
  }

  it('answers 503, survives in every process, loses no acknowledged message and stores one message per key', async () => {
    const senders = Promise.all(Array.from({ length: SENDERS }, send));
    senders.catch(() => undefined);
    for (let round = 1; round <= 2; round++) {
      const enough = acknowledged.size + 300;
      await until('the load is on', () => acknowledged.size > enough, { ms: 60_000 });
      await postgres.kill();
      const times: number[] = [];
      const end = performance.now() + DOWN_MS;
      while (times.length < 5 || performance.now() < end) {
        const began = performance.now();
        const response = await post(randomUUID());
        times.push(performance.now() - began);
        const errors = product.api.output().match(/^.*"level":50.*$/gm) ?? [];
        if (response.status === 500) throw new Error(`500: ${errors.pop() ?? 'nothing was logged'}`);
        expect([response.status, Number(response.headers.get('Retry-After')) >= 1]).toEqual([503, true]);
        expect(await response.json()).toEqual({ error: expect.any(String) });
        await sleep(100);
      }
      expect(times.sort((a, b) => a - b)[times.length >> 1]).toBeLessThan(ANSWER_MS);
      await postgres.start();
      const known = acknowledged.size;
      await until('the api takes sends again', () => acknowledged.size > known, { ms: 30_000 });
    }
    sending = false;
    await senders;
    // An attempt of the worker that lost its database ends with its lease, and its repetition waits after that.
    await until('everything has come to its end', async () => (await tables.inHand()) === 0, {
      ms: 240_000,
      every: 100,
    });

    const arrived = arrivals(sink);
    const ids = [...acknowledged.values()];
    expect(ids.filter((id) => !arrived.has(id))).toEqual([]);
    expect(new Set(ids).size).toBe(ids.length);
    expect(await tables.one('SELECT count(*)::int AS value FROM messages')).toBe(ids.length);
    const twice = ids.filter((id) => arrived.get(id) !== 1);
    process.stdout.write(`database test: ${ids.length} acknowledged, ${twice.length} arrived more than once\n`);
    const uncertain = "SELECT count(*)::int AS value FROM attempts WHERE message_id = $1 AND outcome <> 'accepted'";
    for (const id of twice)
      expect(await tables.one<number>(uncertain, [id])).toBeGreaterThanOrEqual((arrived.get(id) as number) - 1);
    expect([worker.child.exitCode, product.api.child.exitCode]).toEqual([null, null]);
    for (const { output } of [worker, product.api]) expect(output()).not.toContain('"level":50');
  }, 600_000);
});
