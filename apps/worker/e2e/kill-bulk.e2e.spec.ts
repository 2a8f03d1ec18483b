/**
 * @slow kills and restarts a worker several times, and waits for the leases of the killed
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startSmtpSink, type SmtpSink } from '@dundun/providers/testing';
import { startProduct, until, type Product, type Running } from '@dundun/testing';
import { randomFrom, repetitions, SEED } from '@dundun/testing/repetitions';
import pg from 'pg';

const ROUNDS = repetitions(5, 60);
const MESSAGES = ROUNDS * 600;
const [CALLS, ANSWER_MS] = [10, 20];
/** The hand-overs of a lane at a time: what a killed worker can leave without an outcome (ADR 43). */
const MOST_OPEN = 8 * CALLS;

const CONTENT_ID = '01900000-0000-7000-8000-000000000001';
const CONTENT = `
  INSERT INTO message_contents (workspace_id, id, subject, html, text, variables)
  SELECT min(id), $1, 'For {{ name }}', '<p>Dear {{ name }}, your code is {{ code }}.</p>',
    'Dear {{ name }}, your code is {{ code }}.', '{code,name}'
  FROM workspaces`;
const BULK = `
  INSERT INTO messages (workspace_id, id, channel, lane, sender, recipients, content)
  SELECT (SELECT min(id) FROM workspaces), gen_random_uuid(), 'email', 'bulk', '{"name":"Ada","address":"ada@dundun.test"}',
    jsonb_build_array(jsonb_build_object(
      'address', 'reader-' || n || '@example.com', 'name', NULL, 'kind', 'to', 'status', 'queued', 'detail', NULL)),
    jsonb_build_object('subject', 'For {{ name }}', 'ref', $1::text,
      'variables', jsonb_build_object('name', 'Reader ' || n, 'code', n))
  FROM generate_series(1, $2::int) AS n`;

describe('kill -9 during bulk mail by reference', () => {
  let sink: SmtpSink;
  let product: Product;
  let pool: pg.Pool;
  let worker: Running;

  beforeAll(async () => {
    sink = await startSmtpSink({ keep: false });
    sink.script({ stage: 'dot', act: { delayMs: ANSWER_MS } });
    product = await startProduct({
      workers: 0,
      environment: { SMTP_URL: sink.url, WORKER_CONCURRENCY: String(CALLS), LOG_LEVEL: 'warn' },
    });
    pool = new pg.Pool({ connectionString: product.databaseUrl, max: 2 });
    pool.on('error', () => undefined);
  });

  afterAll(async () => {
    await pool?.end();
    await product?.close();
    await sink?.close();
  });

  const one = async <T>(sql: string, values: unknown[] = []) =>
    (await pool.query<{ value: T }>(sql, values)).rows[0]?.value as T;
  const waiting = () => one<number>('SELECT count(*)::int AS value FROM messages WHERE due_at IS NOT NULL');
  /** The open attempts of the worker that began then; those of earlier ones stay open until their leases expire. */
  const openSince = (since: Date) =>
    one<number>('SELECT count(*)::int AS value FROM attempts WHERE outcome IS NULL AND started_at >= $1', [since]);
  const now = () => one<Date>('SELECT clock_timestamp() AS value');

  it('reaches every reader, and repeats only mails whose outcome was unknown', async () => {
    await pool.query(CONTENT, [CONTENT_ID]);
    await pool.query(BULK, [CONTENT_ID, MESSAGES]);
    const chance = randomFrom(SEED);
    let unrecorded = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const since = await now();
      worker = await product.startWorker();
      const moment = sink.taken + 1 + Math.floor(chance() * (MESSAGES / ROUNDS / 2));
      await until('the random moment has come', () => sink.taken >= moment, { ms: 120_000, every: 1 });
      await worker.kill();
      const open = await openSince(since);
      expect(open).toBeLessThanOrEqual(MOST_OPEN);
      unrecorded += open;
    }
    expect(await waiting()).toBeGreaterThan(0);
    sink.script();
    worker = await product.startWorker();
    await until('everything has come to its end', async () => (await waiting()) === 0, { ms: 300_000, every: 200 });

    const { rows } = await pool.query<{ id: string; status: string; unknown: number; all: number }>(
      `SELECT m.id, m.status, count(*)::int AS all, count(*) FILTER (WHERE a.outcome = 'unknown')::int AS unknown
       FROM messages m LEFT JOIN attempts a ON a.workspace_id = m.workspace_id AND a.message_id = m.id
       WHERE m.lane = 'bulk' GROUP BY 1, 2`,
    );
    const arrived = new Map([...sink.counts].map(([messageId, count]) => [messageId.replace(/^<|@.*$/g, ''), count]));
    const repeated = [...arrived.values()].reduce((sum, count) => sum + count - 1, 0);
    process.stdout.write(`bulk kill test: ${MESSAGES} mails, ${unrecorded} unknown, ${repeated} arrived once more\n`);
    expect(rows).toHaveLength(MESSAGES);
    expect(rows.filter(({ status }) => status !== 'sent')).toEqual([]);
    expect(rows.filter(({ id }) => !arrived.has(id))).toEqual([]);
    expect(rows.filter(({ id, unknown }) => (arrived.get(id) ?? 0) - 1 > unknown)).toEqual([]);
    expect(repeated).toBeLessThanOrEqual(unrecorded);
    expect(await one('SELECT count(*)::int AS value FROM attempts WHERE outcome IS NULL')).toBe(0);
  }, 900_000);
});
