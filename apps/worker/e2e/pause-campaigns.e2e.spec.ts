/**
 * @slow pauses and resumes a campaign at random moments, and sees each time that nothing leaves for seconds
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startSmtpSink, type SmtpSink } from '@dundun/providers/testing';
import { startProduct, until, type Product } from '@dundun/testing';
import { randomFrom, repetitions, SEED } from '@dundun/testing/repetitions';
import { aListOf, aStartedCampaign, call, missing, shown, unexplained, watch } from './support/campaigns.js';
import { tablesOf, type Tables } from './support/mails.js';

const PAUSES = repetitions(6, 100);
/** Enough that no pause meets the end at 500 messages a second, bursts after pauses included. */
const READERS = PAUSES * 2_000;
const PER_MINUTE = 30_000;
const [CALLS, ANSWER_MS] = [16, 15];
/** Some answers are so slow that mails which began before a pause still wait for a connection after it. */
const [SLOW_ANSWERS_MS, SLOW_SHARE] = [[1_000, 2_000], 0.01];
/** After the answer to a pause: the last hand-over that may begin, and its mail at the server. */
const MOST_MS = 1_000;
/** Silence that outlasts the slowest answer. The wait is the point: that nothing leaves shows only over time. */
const QUIET_MS = 2 * Math.max(...SLOW_ANSWERS_MS);
const PATIENTLY = { ms: 120_000, every: 2 };

describe('a campaign that is paused at random', () => {
  let sink: SmtpSink;
  let product: Product;
  let tables: Tables;

  beforeAll(async () => {
    sink = await startSmtpSink({ keep: false });
    const share = randomFrom(SEED);
    const isSlow = () => share() < SLOW_SHARE / SLOW_ANSWERS_MS.length;
    for (const delayMs of SLOW_ANSWERS_MS) sink.script({ stage: 'dot', when: isSlow, act: { delayMs } });
    sink.script({ stage: 'dot', act: { delayMs: ANSWER_MS } });
    product = await startProduct({
      workers: 2,
      environment: { SMTP_URL: sink.url, WORKER_CONCURRENCY: String(CALLS), LOG_LEVEL: 'warn' },
    });
    tables = tablesOf(product.databaseUrl);
  });
  afterAll(async () => {
    await tables?.close();
    await product?.close();
    await sink?.close();
  });

  it(
    'hands over nothing later than a second after the answer, and goes on where it stopped',
    async () => {
      const chance = randomFrom(SEED);
      const { arrived, lastAt } = watch(sink);
      const list = await aListOf(product, tables, READERS);
      const id = await aStartedCampaign(product, list, PER_MINUTE);
      const late: number[] = [];
      for (let pause = 0; pause < PAUSES; pause++) {
        const moment = arrived.size + 1 + Math.floor(chance() * 500);
        await until('the random moment has come', () => arrived.size >= moment, PATIENTLY);
        await call(product, `POST /console/campaigns/${id}/pause`);
        const answered = Date.now();
        await until('nothing leaves', () => Date.now() - Math.max(lastAt(), answered) > QUIET_MS, PATIENTLY);
        late.push(lastAt() - answered);
        expect((await shown(product, id)).state).toBe('paused');
        expect(await missing(product, tables, id)).toEqual([0, 0]);
        await call(product, `POST /console/campaigns/${id}/resume`);
      }
      process.stdout.write(`pause test: ${PAUSES} pauses, the last mail ${Math.max(...late)} ms after the answer\n`);
      expect(late.filter((ms) => ms > MOST_MS)).toEqual([]);

      sink.script();
      await call(product, `PUT /console/campaigns/${id}`, { per_minute: null });
      const isSent = async () => (await shown(product, id)).state === 'sent';
      await until('the campaign is sent', isSent, { ms: 600_000, every: 100 });
      expect(arrived.size).toBe(READERS);
      expect(await unexplained(tables, arrived)).toEqual([]);
      expect(await missing(product, tables, id)).toEqual([0, 0]);
    },
    repetitions(600_000, 7_200_000),
  );
});
