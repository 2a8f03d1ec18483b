import { setTimeout as sleep } from 'node:timers/promises';
import { dim, say } from '../../start/progress.mjs';
import { call } from '../call.mjs';
import { connected, cpuOf, quiet, settled, watchTransactions } from '../database.mjs';
import { stopProgram } from '../processes.mjs';
import { percentile } from '../percentile.mjs';
import { makeProduct } from '../product.mjs';

const PIECE = 20_000;
const LOOK_EVERY_MS = 50;
const SEGMENTS = 50;
const TOUCHED = 1_000;
const UPKEEP = 50_000;
const BATCH = 100;
const PACE_PER_SECOND = 1_000;
const PROBE_EVERY_MS = 200;
const PREVIEWS = 20;
const EVALUATIONS = 10;
const CONNECTIONS = 32;

const PEOPLE = `
  INSERT INTO people (workspace_id, id, uid, uid_updateable, email, meta, created_at)
  SELECT 1, uuidv7(interval '-1 day' + n * interval '1 ms'), 's-' || n, false, 's-' || n || '@example.com',
    jsonb_build_object('plan', (ARRAY['free', 'free', 'pro', 'team'])[1 + n % 4], 'country', (ARRAY['NG', 'GH', 'KE', 'DE', 'US'])[1 + n % 5],
      'ltv', (n::bigint * 7919) % 1000, 'seats', n % 20, 'vip', n % 50 = 0, 'born', to_char(date '1970-01-01' + n % 15000, 'YYYY-MM-DD')),
    now() - (n::bigint * 104729 % 720) * interval '1 day'
  FROM generate_series($1::int, $2::int) AS n`;
const MEMBERS = `
  INSERT INTO memberships (workspace_id, list_id, person_id, status)
  SELECT 1, $1, id, 'subscribed' FROM people WHERE workspace_id = 1 AND hashtext(id::text) % 10 < 6`;
/** Of the last 180 days, in skewed shares: half of the events are of the busiest quarter. */
const EVENTS = `
  WITH numbered AS MATERIALIZED (
    SELECT row_number() OVER (ORDER BY id) - 1 AS place, id FROM people WHERE workspace_id = 1 AND uid LIKE 's-%'),
  everybody AS (SELECT count(*) AS count FROM numbered)
  INSERT INTO events (workspace_id, id, person_id, name, properties, occurred_at)
  SELECT 1, gen_random_uuid(), p.id, (ARRAY['Page viewed', 'Session started', 'Page viewed', 'Order placed'])[1 + n % 4],
    jsonb_build_object('total', n % 500), now() - (n::bigint * 7919 % 180) * interval '1 day'
  FROM generate_series($1::int, $2::int) AS made(n) CROSS JOIN everybody
  JOIN numbered p ON p.place = floor(power((n::bigint * 104729 % 100003) / 100003.0, 2) * everybody.count)::bigint`;
/** New events of people who have done the same before, as most are. */
const STREAM = `
  INSERT INTO events (workspace_id, id, person_id, name, properties)
  SELECT 1, gen_random_uuid(), id, $2, '{"total": 40}' FROM people
  WHERE workspace_id = 1 AND uid = ANY(SELECT 's-' || (1 + (($3::bigint + n) * 7919) % $4) FROM generate_series(1, $1::int) AS n)`;
const PROBE = `
  INSERT INTO events (workspace_id, id, person_id, name)
  SELECT 1, gen_random_uuid(), id, 'Probe' FROM people WHERE workspace_id = 1 AND uid = 's-' || $1::int`;
const IS_MEMBER = `
  SELECT FROM segment_members m JOIN people p ON p.workspace_id = 1 AND p.id = m.person_id
  WHERE m.workspace_id = 1 AND m.segment_id = $1 AND p.uid = 's-' || $2::int`;
/** What most segments ask for: 40 of 50. */
const TOUCH = `
  UPDATE people SET meta = meta || jsonb_build_object(
    'plan', CASE meta->>'plan' WHEN 'free' THEN 'pro' WHEN 'pro' THEN 'team' ELSE 'free' END,
    'ltv', ((meta->>'ltv')::int + 500) % 1000, 'vip', meta->'vip' = 'false')
  WHERE workspace_id = 1 AND uid = ANY($1::text[])`;
const IS_BEHIND = `
  SELECT FROM segment_positions p WHERE EXISTS (SELECT FROM events e WHERE e.workspace_id = 1 AND (e.xid, e.id) > (p.xid, p.id))
    OR EXISTS (SELECT FROM feed_entries f WHERE f.workspace_id = 1 AND (f.xid, f.id) > (p.xid, p.id))`;
const IS_BUILDING = `
  SELECT FROM segments WHERE due_at <= now() UNION ALL SELECT FROM event_names WHERE backfilled_at IS NULL`;
const ROWS = `
  SELECT (SELECT count(*) FROM event_totals)::int + (SELECT count(*) FROM touched_people)::int
    + (SELECT count(*) FROM segment_positions)::int AS rows`;
/** Evaluates everybody, as the nightly check does. */
const CHECK = `
  UPDATE segments SET due_at = now(), build_cause = 'repair', build_after = $2, build_done = 0 WHERE id = $1`;
const days = (count) => ({ last: { days: count } });
const plan = (value) => ({ attribute: 'plan', type: 'text', is: 'equals', value });
const ordered = { event: 'Order placed', window: days(30) };

/** The conditions of the prototype, and the seconds of database CPU that a million people cost it. */
const TREES = (list) => [
  ['attributes', 0.15, { all: [plan('pro'), { attribute: 'country', type: 'text', is: 'equals', value: 'NG' }, { created: days(90) }] }],
  ['on a list, and never ordered', 2.6, { all: [{ list }, { not: { event: 'Order placed' } }] }],
  ['ordered in the last 30 days', 1.2, ordered],
  ['ten page views in 30 days, and no order', 3, { all: [{ event: 'Page viewed', times: { at_least: 10 }, window: days(30) }, { not: ordered }] }],
  ['six conditions in three groups', 2.9, {
    all: [
      { any: [{ attribute: 'plan', type: 'text', is: 'one_of', value: ['pro', 'team'] }, { attribute: 'ltv', type: 'number', is: 'above', value: 500 }] },
      ...[{ list }, { event: 'Session started', window: days(14) }, { not: ordered }],
    ],
  }],
]; // prettier-ignore

const matchOf = (number) =>
  [
    { all: [plan('pro'), { event: 'Order placed', times: { at_least: 1 + (number % 7) }, window: days(30 + number) }] },
    { attribute: 'ltv', type: 'number', is: 'above', value: number * 20 },
    { any: [plan('team'), { event: 'Page viewed', times: { at_least: 5 + number }, window: days(30) }] },
    { not: { event: 'Session started', window: days(7 + number) } },
    { all: [{ attribute: 'vip', type: 'boolean', is: 'equals', value: true }, { reachable: 'email' }] },
  ][number % 5];

/** What segments cost the database, and how fresh they are. */
export async function segmentRows({ services, load, seconds, pairs, people, events }) {
  const product = await makeProduct(services);
  const client = await connected(product.env.DATABASE_URL);
  const query = async (sql, values) => (await client.query(sql, values)).rows;
  const rows = [];
  const add = (work, value, unit, goal) => {
    rows.push({ work, figure: value, unit, goal });
    say(dim(`      ${work}: ${value.toFixed(value < 10 ? 2 : 0)} ${unit}`));
  };
  await fill(query, people, events);
  const [list] = await query(
    `INSERT INTO lists (workspace_id, id, title) VALUES (1, uuidv7(), 'Readers') RETURNING id`,
  );
  await query(MEMBERS, [list.id]);
  for (const table of ['people', 'memberships', 'events']) await query(`VACUUM (ANALYZE) ${table}`);
  const api = await product.startApi();
  let worker = await product.startWorker();
  const watch = await watchTransactions(product.env.DATABASE_URL);

  const burst = () => load(api.port, 'events', { connections: CONNECTIONS, seconds });
  await burst();
  const without = [];
  for (let pair = 0; pair < pairs; pair++) without.push((await burst()).rate);
  const [{ rows: written }] = await query(ROWS);
  add('Rows that events write for segments in a workspace without segments', written, 'rows', 0);

  const caughtUp = () => settled(query, IS_BEHIND);
  const used = async (work) => {
    await quiet(query);
    const idle = await cpuOf(query, () => sleep(1_000));
    const before = performance.now();
    const cpu = await cpuOf(query, work);
    return Math.max(0, cpu - (idle * (performance.now() - before)) / 1_000);
  };
  for (const [name, prototype, match] of TREES(list.id)) {
    const { id } = await call(api.port, '/v1/segments', { name, match });
    await settled(query, IS_BUILDING);
    const again = async () => {
      for (let time = 0; time < EVALUATIONS; time++) {
        await query(CHECK, [id, NIL]);
        await settled(query, IS_BUILDING);
      }
    };
    add(
      `Full evaluation, ${name}, CPU for a million people`,
      ((await used(again)) / EVALUATIONS / people) * 1e6,
      's',
      prototype * 1.5,
    );
  }
  await caughtUp();

  await stopProgram(worker.child);
  for (let done = 0; done < UPKEEP; done += BATCH * 10) await query(STREAM, [BATCH * 10, 'Page viewed', done, people]);
  await quiet(query);
  const upkeep = await cpuOf(query, async () => {
    worker = await product.startWorker();
    await caughtUp();
  });
  add('Upkeep of counts, CPU for an event', (upkeep / UPKEEP) * 1e6, 'µs', 60);

  for (let number = 0; number < SEGMENTS; number++)
    await call(api.port, '/v1/segments', { name: `Segment ${number}`, match: matchOf(number) });
  const probe = await call(api.port, '/v1/segments', { name: 'Probe', match: { event: 'Probe', window: days(2) } });
  await settled(query, IS_BUILDING);
  const touched = Array.from({ length: TOUCHED }, (_, number) => `s-${1 + ((number * 37) % people)}`);
  const touch = async () => {
    await query(TOUCH, [touched]);
    await caughtUp();
  };
  add(`${TOUCHED} people with changed attributes, ${SEGMENTS} segments, CPU`, await used(touch), 's', 1);

  const stream = await connected(product.env.DATABASE_URL);
  const delays = await freshness(
    { query, stream: (sql, values) => stream.query(sql, values) },
    probe.id,
    people,
    Math.max(10, seconds * 5),
  );
  add(
    `Event to member at ${PACE_PER_SECOND} events/s, ${SEGMENTS} segments, p50`,
    percentile(delays, 0.5) / 1_000,
    's',
  );
  add(
    `Event to member at ${PACE_PER_SECOND} events/s, ${SEGMENTS} segments, p99`,
    percentile(delays, 0.99) / 1_000,
    's',
    2,
  );
  await stream.end();
  await caughtUp();

  const withSegments = [];
  for (let pair = 0; pair < pairs; pair++) withSegments.push((await burst()).rate);
  const kept = percentile(withSegments, 0.5) / percentile(without, 0.5);
  add(`Events accepted beside ${SEGMENTS} segments, of the rate without segments`, kept, 'x', -0.8);
  await caughtUp();

  const times = [];
  for (let number = 0; number < PREVIEWS; number++) {
    const begun = performance.now();
    await call(api.port, '/v1/segments/preview', { match: matchOf(number) });
    times.push(performance.now() - begun);
  }
  add('Preview, p95', percentile(times, 0.95), 'ms', 300);
  add('Longest transaction that writes, in all of this', await watch.end(), 's', 2);
  await Promise.all([worker.child, api.child].map(stopProgram));
  await client.end();
  return rows;
}

const NIL = '00000000-0000-0000-0000-000000000000';

async function fill(query, people, events) {
  for (let done = 0; done < people; done += PIECE) await query(PEOPLE, [done + 1, Math.min(done + PIECE, people)]);
  for (let done = 0; done < events; done += PIECE * 5)
    await query(EVENTS, [done + 1, Math.min(done + PIECE * 5, events)]);
}

/** Events at an even pace, and among them some of which it waits for the member. */
async function freshness({ query, stream }, segmentId, people, seconds) {
  const end = performance.now() + seconds * 1_000;
  const delays = [];
  let sent = 0;
  const pace = async () => {
    const begun = performance.now();
    while (performance.now() < end) {
      await stream(STREAM, [
        BATCH,
        ['Order placed', 'Page viewed', 'Session started'][(sent / BATCH) % 3],
        sent,
        people,
      ]);
      sent += BATCH;
      await sleep(Math.max(0, (sent / PACE_PER_SECOND) * 1_000 - (performance.now() - begun)));
    }
  };
  const probes = async () => {
    for (let number = 1; performance.now() < end; number++) {
      await query(PROBE, [number]);
      const begun = performance.now();
      while ((await query(IS_MEMBER, [segmentId, number])).length === 0) await sleep(LOOK_EVERY_MS);
      delays.push(performance.now() - begun);
      await sleep(PROBE_EVERY_MS);
    }
  };
  await Promise.all([pace(), probes()]);
  return delays;
}
