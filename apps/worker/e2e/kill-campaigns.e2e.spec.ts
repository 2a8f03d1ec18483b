/**
 * @slow kills workers, PostgreSQL and the api while a campaign is frozen, fed and handed over
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startSmtpSink, type SmtpSink } from '@dundun/providers/testing';
import {
  aPrivatePostgres,
  startProduct,
  until,
  type PrivatePostgres,
  type Product,
  type Running,
} from '@dundun/testing';
import { randomFrom, repetitions, SEED } from '@dundun/testing/repetitions';
import { aListOf, aStartedCampaign, call, missing, shown, unexplained, watch } from './support/campaigns.js';
import { tablesOf, type Tables } from './support/mails.js';

const READERS = repetitions(1_500, 50_000);
/** Those who have left make the freeze long without making the hand-over long. */
const LEAVERS = repetitions(28_500, 150_000);
/** People whom the freeze looks at in one transaction. Before the last slice it is under way for sure. */
const SLICE = 10_000;
const BEFORE_LAST = READERS + LEAVERS - SLICE;
const FREEZE_KILLS = repetitions(2, 10);
const KILLS = repetitions(5, 40);
/** Every third kill is one of the api, which hands nothing over. */
const LOSING_KILLS = KILLS - Math.floor(KILLS / 3);
/** So slow that the campaign lasts longer than what is killed takes to start again. */
const PER_MINUTE = repetitions(1_800, 6_000);
const WORKERS = 2;
const [CALLS, ANSWER_MS] = [8, 20];
const PATIENTLY = { ms: 240_000, every: 2 };

describe('kill -9 during a campaign', () => {
  let postgres: PrivatePostgres;
  let sink: SmtpSink;
  let product: Product;
  let tables: Tables;
  let workers: Running[] = [];
  let api: Running;
  const chance = randomFrom(SEED);

  beforeAll(async () => {
    postgres = await aPrivatePostgres();
    sink = await startSmtpSink({ keep: false });
    sink.script({ stage: 'dot', act: { delayMs: ANSWER_MS } });
    product = await startProduct({
      workers: 0,
      environment: {
        DATABASE_URL: postgres.url,
        SMTP_URL: sink.url,
        WORKER_CONCURRENCY: String(CALLS),
        LOG_LEVEL: 'warn',
      },
    });
    api = product.api;
    tables = tablesOf(postgres.url);
  });
  afterAll(async () => {
    await tables?.close();
    await product?.close();
    await sink?.close();
    await postgres?.close();
  });

  const startWorkers = async () => {
    workers = await Promise.all(Array.from({ length: WORKERS }, () => product.startWorker()));
  };
  const matched = () =>
    tables
      .one<number>(`SELECT coalesce(sum(count), 0)::int AS value FROM campaign_counts WHERE what = 'matched'`)
      .catch(() => 0);

  /** Both feeders die, so the one that holds the campaign does. */
  const killWorkers = async () => {
    await Promise.all(workers.map((worker) => worker.kill()));
    await startWorkers();
  };
  const killPostgres = async () => {
    await postgres.kill();
    await postgres.start();
  };
  /** The api dies while somebody presses Pause, whose answer is never read: it has happened, or it has not. */
  const killApi = async (id: string) => {
    const pressed = call(product, `POST /console/campaigns/${id}/pause`).catch(() => undefined);
    await api.kill();
    await pressed;
    api = await product.startApi();
    const { state } = await shown(product, id);
    expect(['sending', 'paused']).toContain(state);
    if (state === 'paused') await call(product, `POST /console/campaigns/${id}/resume`);
  };

  it(
    'reaches each address once, repeats only what may have been lost, and accounts for everybody',
    async () => {
      const { arrived } = watch(sink);
      const list = await aListOf(product, tables, READERS, LEAVERS);
      await startWorkers();
      const id = await aStartedCampaign(product, list, PER_MINUTE);

      const frozen = () =>
        tables
          .one<boolean>('SELECT frozen_at IS NOT NULL AS value FROM campaigns WHERE id = $1', [id])
          .catch(() => false);
      for (let kill = 0; kill < FREEZE_KILLS; kill++) {
        const moment = 1 + Math.floor(((kill + chance()) * BEFORE_LAST) / FREEZE_KILLS);
        await until('the random moment of the freeze has come', async () => (await matched()) >= moment, PATIENTLY);
        expect(await frozen()).toBe(false);
        await [killPostgres, killWorkers][kill % 2]!();
      }
      await until('the audience is frozen', frozen, PATIENTLY);

      const sentBefore = () =>
        tables.one<boolean>(`SELECT state = 'sent' AS value FROM campaigns WHERE id = $1`, [id]).catch(() => false);
      for (let kill = 0; kill < KILLS; kill++) {
        const moment = 1 + ((kill + chance()) * READERS) / (KILLS + 1);
        await until('the random moment of the hand-over has come', () => arrived.size >= moment, PATIENTLY);
        expect(await sentBefore()).toBe(false);
        await [killWorkers, killPostgres, () => killApi(id)][kill % 3]!();
      }
      sink.script();
      await until('the campaign is sent', sentBefore, { ms: 300_000, every: 100 });

      const repeated = [...arrived.values()].filter((count) => count > 1).length;
      process.stdout.write(`campaign kill test: ${READERS} readers, ${repeated} arrived more than once\n`);
      expect(arrived.size).toBe(READERS);
      expect(repeated).toBeLessThanOrEqual(LOSING_KILLS * WORKERS * CALLS);
      expect(await unexplained(tables, arrived)).toEqual([]);
      const { people } = await shown(product, id);
      expect(people).toEqual({
        ...{ matched: READERS + LEAVERS, planned: 0, queued: READERS, retried: 0 },
        ...{ excluded: { unsubscribed: LEAVERS }, skipped: {} },
      });
      expect(await missing(product, tables, id)).toEqual([0, 0]);
      const count = (sql: string) => tables.one<number>(`SELECT count(*)::int AS value FROM ${sql}`);
      expect(await count('messages WHERE group_id IS NOT NULL')).toBe(READERS);
      expect(await count(`campaign_recipients WHERE state = 'queued'`)).toBe(READERS);
      expect(await count('attempts WHERE outcome IS NULL')).toBe(0);
      expect(await tables.one('SELECT broadcast_count AS value FROM lists')).toBe(1);
    },
    repetitions(600_000, 7_200_000),
  );
});
