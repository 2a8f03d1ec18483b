import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { dim, say } from '../../start/progress.mjs';
import { alternate, compared } from '../alternate.mjs';
import { call } from '../call.mjs';
import { cpuSeconds } from '../cpu.mjs';
import { connected, cpuOf, quiet, settled } from '../database.mjs';
import { MAIL, NUMBER, SOURCES } from '../mail.mjs';
import { percentile } from '../percentile.mjs';
import { hear, startProgram, stopProgram, tell } from '../processes.mjs';
import { makeProduct } from '../product.mjs';
import { sendPasswords } from './backlog.mjs';
import { bursts } from './delivery.mjs';
import { aListOf, INTRODUCE, PEOPLE, storedAgain } from './readers.mjs';

const SINK = fileURLToPath(new URL('../programs/sink.mjs', import.meta.url));
const PIECE = 20_000;
const LOOK_EVERY_MS = 20;
const WARM_UP = 1_000;
const CONNECTIONS = 32;
const AUTOMATIONS = 200;
const PACE_PER_SECOND = 2_000;
/** One event of these starts an automation. */
const BATCH = 100;
const PROBE_EVERY_MS = 200;
const REST_MS = 10_000;
/** Stepping costs at most half of the hand-over. */
const LEAST_PER_CPU = 0.67;

const START = `
  INSERT INTO events (workspace_id, id, person_id, name)
  SELECT 1, gen_random_uuid(), id, $3 FROM people WHERE workspace_id = 1 AND uid = ANY(SELECT 'c-' || n FROM generate_series($1::int, $2::int) AS n)`;
const STREAM = `
  INSERT INTO events (workspace_id, id, person_id, name, properties)
  SELECT 1, gen_random_uuid(), p.id, CASE WHEN n = 1 THEN 'Bench ' || ($1::int % ${AUTOMATIONS}) ELSE 'Page viewed' END, '{"total": 40}'
  FROM generate_series(1, ${BATCH}) AS n CROSS JOIN LATERAL (
    SELECT id FROM people WHERE workspace_id = 1 AND uid = 'c-' || (1 + ($1::bigint * ${BATCH} + n) * 7919 % $2)) AS p`;
const RUN = `
  SELECT FROM enrolments e JOIN people p ON p.workspace_id = 1 AND p.id = e.person_id
  WHERE e.workspace_id = 1 AND e.automation_id = $1 AND p.uid = 'c-' || $2::int`;
const ASLEEP = `SELECT count(*)::int AS count FROM enrolments WHERE workspace_id = 1 AND automation_id = $1 AND ended_at IS NULL AND due_at > now()`;
const INSIDE = `SELECT FROM enrolments WHERE workspace_id = 1 AND automation_id = $1 AND ended_at IS NULL LIMIT 1`;
const WAKE = `UPDATE enrolments SET due_at = now() WHERE workspace_id = 1 AND automation_id = $1 AND ended_at IS NULL`;
const WAKE_ONE = `
  UPDATE enrolments SET due_at = now() WHERE workspace_id = 1 AND id = (
    SELECT id FROM enrolments WHERE workspace_id = 1 AND automation_id = $1 AND ended_at IS NULL LIMIT 1) RETURNING id`;
const ENDED = 'SELECT FROM enrolments WHERE workspace_id = 1 AND id = $1 AND ended_at IS NOT NULL';
/** Runs like one that sleeps, of everybody else. */
const SLEEPERS = `
  INSERT INTO enrolments (workspace_id, id, automation_id, version, person_id, entry_id, step, visit, rests_since, way, mode, due_at, wakes_at, vars)
  SELECT 1, gen_random_uuid(), e.automation_id, e.version, p.id, gen_random_uuid(), e.step, e.visit, e.rests_since, e.way, e.mode, e.due_at, e.wakes_at, e.vars
  FROM (SELECT * FROM enrolments WHERE workspace_id = 1 AND automation_id = $1 LIMIT 1) AS e
  JOIN people p ON p.workspace_id = 1 AND p.id <> e.person_id AND p.uid = ANY(SELECT 'c-' || n FROM generate_series($2::int, $3::int) AS n)`;
const IS_BEHIND = `
  SELECT FROM segment_positions p WHERE EXISTS (SELECT FROM events e WHERE e.workspace_id = 1 AND (e.xid, e.id) > (p.xid, p.id))
    OR EXISTS (SELECT FROM feed_entries f WHERE f.workspace_id = 1 AND (f.xid, f.id) > (p.xid, p.id))`;

/** What automations cost: entering, stepping, sleeping, and what waits beside them. `--people` is the number of runs asleep. */
export async function automationRows({ services, load, folder, seconds, pairs, people }) {
  const sink = startProgram('automation-sink', SINK, { folder });
  const { url } = await hear(sink);
  const product = await makeProduct(services, { queue: services.redis ? 'redis' : 'postgres', sink: url });
  const client = await connected(product.env.DATABASE_URL);
  const query = async (sql, values) => (await client.query(sql, values)).rows;
  await query(INTRODUCE);
  for (let done = 0; done < people; done += PIECE) await query(PEOPLE, [done + 1, Math.min(done + PIECE, people)]);
  await query('VACUUM (ANALYZE) people');
  const [api, worker] = [await product.startApi(), await product.startWorker()];
  const stage = { product, query, api, worker, sink, people };

  const burst = async () => (await load(api.port, 'events', { connections: CONNECTIONS, seconds })).rate;
  const rates = async () => {
    const seen = [];
    for (let pair = 0; pair < pairs; pair++) seen.push(await burst());
    return percentile(seen, 0.5);
  };
  await burst();
  const without = await rates();
  const rows = await steppingRows(stage, services, { seconds, pairs });
  rows.push(...(await enteringRows(stage, seconds)));
  const kept = (await rates()) / without;
  rows.push({ work: `Events accepted beside ${AUTOMATIONS} automations, of the rate without`, figure: kept, unit: 'x', goal: -0.8 }); // prettier-ignore
  await settled(query, IS_BEHIND);
  rows.push(...(await sleepingRows(stage)), await passwordRow(stage, seconds));
  await Promise.all([sink, api.child, stage.worker.child].map(stopProgram));
  await client.end();
  return rows;
}

const out = { id: 'out', kind: 'exit' };
const nap = { id: 'nap', kind: 'delay', for: { days: 20 }, next: 'out' };

/** @returns the id of a live automation that an event starts */
async function anAutomation({ api }, event, steps, settings = {}) {
  const graph = { trigger: { kind: 'event', event }, settings: { reentry: { policy: 'after_end' }, ...settings }, first: steps[0].id, steps }; // prettier-ignore
  const { id } = await call(api.port, '/console/automations', { name: event, graph });
  await call(api.port, `/console/automations/${id}/publish`, {});
  return id;
}

/** An automation that mails after a sleep. */
async function aMailing(stage, event) {
  const html = SOURCES.tracked.replaceAll(NUMBER, '{{ uid }}');
  const { id: template } = await call(stage.api.port, '/console/templates', {
    name: event,
    subject: MAIL.subject,
    html,
  });
  const mail = { id: 'mail', kind: 'email', template, next: 'out' };
  const list = await aListOf(stage.query, stage.people);
  return anAutomation(stage, event, [{ ...nap, next: 'mail' }, mail, out], { list });
}

async function enter({ query }, id, event, count) {
  for (let done = 0; done < count; done += PIECE) await query(START, [done + 1, Math.min(done + PIECE, count), event]);
  await until(async () => (await query(ASLEEP, [id]))[0].count >= count);
}

async function until(look) {
  while (!(await look())) await sleep(LOOK_EVERY_MS);
}

/** People whose sleep ends at once get a mail each; the same mails are stored beforehand. */
async function steppingRows(stage, { postgres }, { seconds, pairs }) {
  const { query, sink, worker, people } = stage;
  const id = await aMailing(stage, 'Mailed');
  const used = () => cpuSeconds(worker.child.pid) + cpuSeconds(postgres.pid);
  const measured = async (count, begin) => {
    const [arrived, before] = [tell(sink, { expect: count }), used()];
    await begin();
    const { ms } = await arrived;
    return [{ ms, cpu: (used() - before) / count }];
  };
  const stepped = async (wanted) => {
    const count = Math.min(wanted, people);
    await enter(stage, id, 'Mailed', count);
    await quiet(query);
    const result = await measured(count, () => query(WAKE, [id]));
    await until(async () => (await query(INSIDE, [id])).length === 0);
    return result;
  };
  await stepped(10);
  const store = await storedAgain(query);
  const stored = (wanted) => measured(Math.min(wanted, people), () => store(Math.min(wanted, people)));
  const results = await alternate(...bursts({ stepped, stored }, seconds, pairs, WARM_UP));
  const against = 'the same mails, stored beforehand';
  const perCpu = (name) => results[name].map(({ cpu }) => ({ rate: 1 / cpu }));
  const costs = { stepped: perCpu('stepped'), stored: perCpu('stored') };
  const of = { one: 'stepped', other: 'stored', against };
  return [
    compared(results, { work: 'Mail of automations whose waits end at once, one worker', ...of, goal: 0.9 }),
    compared(costs, { work: 'the same, per CPU second of worker and PostgreSQL', ...of, goal: LEAST_PER_CPU }),
  ];
}

async function enteringRows(stage, seconds) {
  const { query, people } = stage;
  const ids = [];
  for (let number = 0; number < AUTOMATIONS; number++)
    ids.push(await anAutomation(stage, `Bench ${number}`, [nap, out]));
  const probe = await anAutomation(stage, 'Probe', [nap, out]);
  const stream = await connected(stage.product.env.DATABASE_URL);
  const end = performance.now() + Math.max(10, seconds * 5) * 1_000;
  const delays = [];
  const pace = async () => {
    const begun = performance.now();
    for (let batch = 1; performance.now() < end; batch++) {
      await stream.query(STREAM, [batch, people]);
      await sleep(Math.max(0, ((batch * BATCH) / PACE_PER_SECOND) * 1_000 - (performance.now() - begun)));
    }
  };
  const probes = async () => {
    for (let number = 1; performance.now() < end; number++) {
      const begun = performance.now();
      await query(START, [number, number, 'Probe']);
      await until(async () => (await query(RUN, [probe, number])).length > 0);
      delays.push(performance.now() - begun);
      await sleep(PROBE_EVERY_MS);
    }
  };
  await Promise.all([pace(), probes()]);
  await stream.end();
  await settled(query, IS_BEHIND);
  const work = `Event to run at ${PACE_PER_SECOND.toLocaleString('en')} events/s, ${AUTOMATIONS} automations, 1 % match`;
  return [
    { work: `${work}, p50`, figure: percentile(delays, 0.5) / 1_000, unit: 's' },
    { work: `${work}, p99`, figure: percentile(delays, 0.99) / 1_000, unit: 's', goal: 2 },
  ];
}

async function sleepingRows(stage) {
  const { query, people, product } = stage;
  const id = await anAutomation(stage, 'Slept', [nap, out]);
  await enter(stage, id, 'Slept', 1);
  const atRest = async () => {
    await quiet(query);
    return (await cpuOf(query, () => sleep(REST_MS))) / (REST_MS / 1_000);
  };
  const before = await atRest();
  for (let done = 0; done < people; done += PIECE)
    await query(SLEEPERS, [id, done + 1, Math.min(done + PIECE, people)]);
  await query('VACUUM (ANALYZE) enrolments');
  const more = Math.max(0, (await atRest()) - before);
  await stopProgram(stage.worker.child);
  const [{ id: run }] = await query(WAKE_ONE, [id]);
  const begun = performance.now();
  stage.worker = await product.startWorker();
  await until(async () => (await query(ENDED, [run])).length > 0);
  const asleep = people.toLocaleString('en');
  say(dim(`      at rest the database used ${(before * 1_000).toFixed(1)} ms of CPU a second before`));
  return [
    { work: `CPU of the database at rest a second, ${asleep} runs asleep, more than without`, figure: more * 1_000, unit: 'ms', goal: 5 },
    { work: 'First step after a restart of the worker', figure: (performance.now() - begun) / 1_000, unit: 's', goal: 5 },
  ]; // prettier-ignore
}

async function passwordRow(stage, seconds) {
  const { query, api, people } = stage;
  const id = await aMailing(stage, 'Waited');
  await enter(stage, id, 'Waited', people);
  await query(WAKE, [id]);
  const { p50, p99, rate } = await sendPasswords(query, api, seconds);
  say(dim(`      one-time passwords p50 ${p50.toFixed(0)} ms beside ${Math.round(rate)} mails a second`));
  const work = `One-time passwords while ${people.toLocaleString('en')} runs are due, p99`;
  return { work, figure: p99 / 1_000, unit: 's', goal: 2 };
}
