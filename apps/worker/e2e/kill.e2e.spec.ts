/**
 * Depends on the queue: a killed worker must be woken again.
 * @half both
 * @slow kills and restarts api and worker several times, and waits for the leases of the killed
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startSmtpSink, type SmtpSink } from '@dundun/providers/testing';
import { basic, startProduct, until, type Product, type Running } from '@dundun/testing';
import { randomFrom, repetitions, SEED } from '@dundun/testing/repetitions';
import pg from 'pg';

const ROUNDS = repetitions(5, 40);
const IN_FLIGHT = 50;
const MOST_IN_HAND = 2_000;
const SENDERS = 16;
/** Concurrent calls of the worker and their duration: slower than messages are accepted, so that there is always a backlog. */
const [CALLS, ANSWER_MS] = [32, 250];
const LOOK_MS = 20;

describe('kill -9 under load', () => {
  let sink: SmtpSink;
  let product: Product;
  let pool: pg.Pool;
  let worker: Running;
  let api: Running;
  let workingSince: Date;
  const acknowledged = new Set<string>();
  const chance = randomFrom(SEED);
  let sending = true;
  let crowded = false;
  let [requests, cutRequests] = [0, 0];

  beforeAll(async () => {
    sink = await startSmtpSink({ keep: false });
    // A slow server: there are always calls in flight to cut.
    sink.script({ stage: 'dot', act: { delayMs: ANSWER_MS } });
    product = await startProduct({
      workers: 0,
      environment: { SMTP_URL: sink.url, WORKER_CONCURRENCY: String(CALLS), LOG_LEVEL: 'warn' },
    });
    pool = new pg.Pool({ connectionString: product.databaseUrl, max: 2 });
    pool.on('error', () => undefined);
    api = product.api;
    workingSince = await now();
    worker = await product.startWorker();
  });

  afterAll(async () => {
    sending = false;
    await pool?.end();
    await product?.close();
    await sink?.close();
  });

  const one = async <T>(sql: string, values: unknown[] = []) =>
    (await pool.query<{ value: T }>(sql, values)).rows[0]?.value as T;
  const now = () => one<Date>('SELECT clock_timestamp() AS value');
  const inHand = (before?: Date) =>
    one<number>(
      'SELECT count(*)::int AS value FROM messages WHERE due_at IS NOT NULL AND ($1::timestamptz IS NULL OR created_at <= $1)',
      [before],
    );
  /** Counts open attempts of this worker alone: those of a killed one stay open until their lease expires. */
  const underWay = (since: Date) =>
    one<number>('SELECT count(*)::int AS value FROM attempts WHERE outcome IS NULL AND started_at >= $1', [since]);

  /** Counts for all senders: a count before each send would be most of their work. */
  async function watchCrowd(): Promise<void> {
    while (sending) {
      crowded = (await inHand().catch(() => 0)) > MOST_IN_HAND;
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    }
  }

  /** Sends like an integrator, and remembers every id of an answer. */
  async function send(): Promise<void> {
    while (sending) {
      try {
        await until('the worker has caught up', () => !sending || !crowded, { ms: 60_000, every: 1 });
        requests++;
        const response = await fetch(`${product.apiUrl}/v1/send/email`, {
          method: 'POST',
          headers: { Authorization: basic(product.apiKey, product.apiSecret), 'Content-Type': 'application/json' },
          body: JSON.stringify({
            from: { name: 'Ada', email: 'ada@dundun.test' },
            to: 'grace@example.com',
            subject: 'Hello',
            text: 'Hello',
          }),
        }).finally(() => requests--);
        if (response.ok) acknowledged.add(((await response.json()) as { id: string }).id);
      } catch (error) {
        // The api was killed and acknowledged nothing. A refused connection is not a cut request.
        if ((error as { cause?: { code?: string } }).cause?.code !== 'ECONNREFUSED') cutRequests++;
        await until('the api is back', () => !sending || answers(product.apiUrl), { ms: 60_000 });
      }
    }
  }

  it('loses no acknowledged message, and explains every duplicate by an attempt', async () => {
    const senders = [watchCrowd(), ...Array.from({ length: SENDERS }, send)];
    let [roundsWithAttempts, roundsWithRequests] = [0, 0];
    for (let round = 0; round < ROUNDS; round++) {
      const moment = sink.taken + Math.floor(chance() * 40);
      await until(
        'the random moment has come, enough is in flight, a call and a request are under way',
        async () =>
          sink.taken >= moment &&
          (await inHand()) >= IN_FLIGHT * 2 &&
          (await underWay(workingSince)) > 0 &&
          requests > 0,
        { ms: 60_000, every: 1 },
      );
      const before = { at: await now(), cutRequests };
      await Promise.all([worker.kill(), api.kill()]);
      expect(await inHand(before.at)).toBeGreaterThanOrEqual(IN_FLIGHT);
      if ((await underWay(workingSince)) > 0) roundsWithAttempts++;
      workingSince = await now();
      [api, worker] = await Promise.all([product.startApi(), product.startWorker()]);
      if (cutRequests > before.cutRequests) roundsWithRequests++;
    }
    sending = false;
    sink.script();
    await Promise.all(senders);
    await until('everything has come to its end', async () => (await inHand()) === 0, { ms: 240_000, every: 100 });

    expect(roundsWithAttempts).toBeGreaterThanOrEqual(ROUNDS * 0.75);
    expect(roundsWithRequests).toBeGreaterThanOrEqual(ROUNDS * 0.75);
    expect(acknowledged.size).toBeGreaterThan(ROUNDS * IN_FLIGHT);
    const arrived = new Map([...sink.counts].map(([messageId, count]) => [messageId.replace(/^<|@.*$/g, ''), count]));
    expect([...acknowledged].filter((id) => !arrived.has(id))).toEqual([]);
    await expectExplained([...arrived].filter(([, count]) => count > 1));
    expect(await one('SELECT count(*)::int AS value FROM attempts WHERE outcome IS NULL')).toBe(0);
    expect(await one("SELECT count(*)::int AS value FROM messages WHERE status <> 'sent'")).toBe(0);
    expect(await one("SELECT sum(count)::int AS value FROM delivery_counts WHERE outcome = 'accepted'")).toBe(
      await one("SELECT count(*)::int AS value FROM attempts WHERE outcome = 'accepted'"),
    );
  }, 900_000);

  /** Expects an attempt for each arrival of a message; all but the last ended without an answer. */
  async function expectExplained(duplicates: [string, number][]): Promise<void> {
    process.stdout.write(`kill test: ${acknowledged.size} acknowledged, ${duplicates.length} arrived more than once\n`);
    for (const [id, count] of duplicates) {
      const { rows } = await pool.query<{ outcome: string }>(
        'SELECT outcome FROM attempts WHERE message_id = $1 ORDER BY number',
        [id],
      );
      expect(rows.length).toBeGreaterThanOrEqual(count);
      expect(rows.filter(({ outcome }) => outcome === 'unknown').length).toBeGreaterThanOrEqual(count - 1);
    }
  }
});

const answers = (url: string) =>
  fetch(`${url}/health/live`).then(
    ({ ok }) => ok,
    () => false,
  );
