import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { dim, say } from '../../start/progress.mjs';
import { alternate, compared } from '../alternate.mjs';
import { call } from '../call.mjs';
import { cpuSeconds } from '../cpu.mjs';
import { connected, cpuOf, quiet, watchTransactions } from '../database.mjs';
import { MAIL, NUMBER, SOURCES } from '../mail.mjs';
import { hear, startProgram, stopProgram, tell } from '../processes.mjs';
import { makeProduct } from '../product.mjs';
import { sendPasswords } from './backlog.mjs';
import { bursts } from './delivery.mjs';
import { resident } from './memory.mjs';
import { aListOf, INTRODUCE, PEOPLE, storedAgain } from './readers.mjs';

const SINK = fileURLToPath(new URL('../programs/sink.mjs', import.meta.url));
const PIECE = 20_000;
const LOOK_EVERY_MS = 20;
const MEMORY_EVERY_MS = 500;
const WARM_UP = 2_000;
/** Readers of the bursts that deliver, at most. */
const MOST = 200_000;
/** What the hand-over costs, plus at most half of it for feeding. */
const LEAST_PER_CPU = 0.67;
const STILL_MS = 2_000;
const BIG = '40 KB, 15 tracked links';

const STATE = `SELECT state, frozen_at IS NOT NULL AS is_frozen FROM campaigns WHERE workspace_id = 1 AND id = $1`;
/** Attempts of a campaign's mails. */
const BEGUN = `
  SELECT FROM campaign_recipients r JOIN attempts a ON a.workspace_id = 1 AND a.message_id = r.message_id
  WHERE r.workspace_id = 1 AND r.campaign_id = $1 LIMIT 1`;
const NOW = 'SELECT clock_timestamp() AS at';
const LATE = `
  SELECT coalesce(extract(epoch FROM max(a.started_at) - $1::timestamptz), 0)::float8 AS seconds FROM attempts a WHERE a.workspace_id = 1`;

/** What a campaign costs: freezing its audience, feeding it, and what waits beside it. `--people` is the audience of the freeze. */
export async function campaignRows({ services, folder, seconds, pairs, people }) {
  const sink = startProgram('campaign-sink', SINK, { folder });
  const { url } = await hear(sink);
  const product = await makeProduct(services, { queue: services.redis ? 'redis' : 'postgres', sink: url });
  const client = await connected(product.env.DATABASE_URL);
  const query = async (sql, values) => (await client.query(sql, values)).rows;
  await query(INTRODUCE);
  const readers = Math.max(people, MOST);
  for (let done = 0; done < readers; done += PIECE) await query(PEOPLE, [done + 1, Math.min(done + PIECE, readers)]);
  await query('VACUUM (ANALYZE) people');
  const [api, worker] = [await product.startApi(), await product.startWorker()];
  const stage = { product, query, api, worker, sink };

  const rows = await freezeRows(stage, services, people);
  rows.push(...(await deliveryRows(stage, services, { seconds, pairs })));
  rows.push(await pauseRow(stage), await passwordRow(stage, seconds));
  await Promise.all([sink, api.child, worker.child].map(stopProgram));
  await client.end();
  return rows;
}

/** @returns the id of a campaign that has begun */
async function aCampaign({ api }, list, { html = SOURCES.tracked, ...more } = {}) {
  const content = { subject: MAIL.subject, html: html.replaceAll(NUMBER, '{{ uid }}') };
  const { id } = await call(api.port, '/console/campaigns', { name: 'Bench', lists: [list], ...content, ...more });
  await call(api.port, `/console/campaigns/${id}/start`, { at: new Date(Date.now() - 1_000).toISOString() });
  return id;
}

const cancel = ({ api }, id) => call(api.port, `/console/campaigns/${id}/cancel`, {});

async function until(look) {
  while (!(await look())) await sleep(LOOK_EVERY_MS);
}

async function freezeRows(stage, { postgres }, people) {
  const { query, worker, product } = stage;
  const list = await aListOf(query, people);
  await query('VACUUM (ANALYZE) memberships');
  await quiet(query);
  const watch = await watchTransactions(product.env.DATABASE_URL);
  let [id, memory] = ['', 0];
  const look = () => void resident(worker.port).then((now) => (memory = Math.max(memory, now))).catch(() => {}); // prettier-ignore
  const timer = setInterval(look, MEMORY_EVERY_MS);
  const [begun, whole] = [performance.now(), cpuSeconds(postgres.pid)];
  const cpu = await cpuOf(query, async () => {
    // One mail a minute, so that nothing but the freeze is measured.
    id = await aCampaign(stage, list, { per_minute: 1 });
    await until(async () => (await query(STATE, [id]))[0].is_frozen);
  });
  clearInterval(timer);
  const took = (performance.now() - begun) / 1_000;
  const longest = await watch.end();
  await cancel(stage, id);
  say(
    dim(
      `      frozen in ${took.toFixed(1)} s; all of PostgreSQL used ${(cpuSeconds(postgres.pid) - whole).toFixed(1)} s`,
    ),
  );
  const audience = people.toLocaleString('en');
  return [
    { work: `Freezing ${audience} recipients, CPU of the database for each`, figure: (cpu / people) * 1e6, unit: 'µs', goal: 60 },
    { work: 'Longest transaction that writes, during it', figure: longest, unit: 's', goal: 2 },
    { work: 'Memory of the worker during it, at most', figure: memory, unit: 'MB', goal: 300 },
  ]; // prettier-ignore
}

/** The same mails fed by a campaign and stored beforehand. */
async function deliveryRows(stage, { postgres }, { seconds, pairs }) {
  const { query, sink, worker } = stage;
  const used = () => cpuSeconds(worker.child.pid) + cpuSeconds(postgres.pid);
  const ways = {};
  for (const [name, html] of Object.entries(SOURCES)) {
    const fed = async (count) => {
      const list = await aListOf(query, Math.min(count, MOST));
      const [arrived, before] = [tell(sink, { expect: Math.min(count, MOST) }), used()];
      await aCampaign(stage, list, { html });
      const { ms } = await arrived;
      return [{ ms, cpu: (used() - before) / count }];
    };
    await fed(100);
    const store = await storedAgain(query);
    ways[`fed, ${name}`] = fed;
    ways[`stored, ${name}`] = async (count) => {
      const arrived = tell(sink, { expect: count });
      const before = used();
      await store(count);
      const { ms } = await arrived;
      return [{ ms, cpu: (used() - before) / count }];
    };
  }
  const results = await alternate(...bursts(ways, seconds, pairs, WARM_UP));
  const row = (name, goal) =>
    compared(results, {
      work: `Campaign mail delivered by one worker, ${name}`,
      ...{ one: `fed, ${name}`, other: `stored, ${name}`, against: 'the same mails, stored beforehand', goal },
    });
  const perCpu = (name) => results[name].map(({ cpu }) => ({ rate: 1 / cpu }));
  const costs = { fed: perCpu('fed, tracked'), stored: perCpu('stored, tracked') };
  const cost = compared(costs, {
    work: 'the same, tracked, per CPU second of worker and PostgreSQL, with the freeze',
    ...{ one: 'fed', other: 'stored', against: 'the same mails, stored beforehand', goal: LEAST_PER_CPU },
  });
  return [row('tracked', 0.9), cost, row(BIG, 0.9)];
}

async function pauseRow(stage) {
  const { query, api } = stage;
  const id = await aCampaign(stage, await aListOf(query, MOST));
  await until(async () => (await query(BEGUN, [id])).length > 0);
  await call(api.port, `/console/campaigns/${id}/pause`, {});
  const [{ at }] = await query(NOW);
  await sleep(STILL_MS);
  const [{ seconds }] = await query(LATE, [at]);
  await cancel(stage, id);
  return { work: 'Pause answered, to the last attempt that began', figure: Math.max(0, seconds), unit: 's', goal: 1 };
}

async function passwordRow(stage, seconds) {
  const { query, api } = stage;
  for (const table of ['messages', 'attempts', 'campaign_recipients', 'message_people'])
    await query(`ALTER TABLE ${table} SET (autovacuum_enabled = false)`);
  const id = await aCampaign(stage, await aListOf(query, MOST));
  await until(async () => (await query(BEGUN, [id])).length > 0);
  const { p50, p99, rate } = await sendPasswords(query, api, seconds);
  await cancel(stage, id);
  say(dim(`      one-time passwords p50 ${p50.toFixed(0)} ms beside ${Math.round(rate)} mails a second`));
  const work = `One-time passwords during a campaign of ${MOST.toLocaleString('en')}, stale statistics, p99`;
  return { work, figure: p99 / 1_000, unit: 's', goal: 1 };
}
