import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { dim, say } from '../../start/progress.mjs';
import { call, get } from '../call.mjs';
import { stopProgram } from '../processes.mjs';

const SIZES = [10_000, 100_000, 1_000_000];
const PIECE = 10_000;
const TIMES = 20;
const LOOK_EVERY_MS = 50;
const MOST_EVENTS = 100_000;
const JOINS = { connections: 32, seconds: 2 };

const LIST = "INSERT INTO lists (workspace_id, id, title) VALUES (1, $1, 'All readers')";
/** One in a thousand is pending. */
const PEOPLE = `
  WITH added AS (
    INSERT INTO people (workspace_id, id, uid, uid_updateable, first_name, last_name, email, number)
    SELECT 1, ('01900000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 'r-' || n, false,
      (ARRAY['Ada', 'Grace', 'Alan', 'Edsger', 'Barbara'])[1 + n % 5], initcap(substr(md5(n::text), 1, 7)),
      substr(md5(n::text), 1, 12) || '@example.com', '23480' || lpad(n::text, 8, '0')
    FROM generate_series($2::int, $3::int) AS n RETURNING id, email),
  keys AS (INSERT INTO person_keys (workspace_id, kind, value, person_id) SELECT 1, 'email', email, id FROM added)
  INSERT INTO memberships (workspace_id, list_id, person_id, status)
  SELECT 1, $1, id, CASE WHEN hashtext(id::text) % 1000 = 0 THEN 'pending' ELSE 'subscribed' END FROM added`;
const EVENTS = `
  INSERT INTO events (workspace_id, id, person_id, name, properties)
  SELECT 1, gen_random_uuid(), id, 'Page viewed', '{"path": "/"}' FROM people, generate_series(1, $2::int)
  WHERE workspace_id = 1 AND uid = $1`;
const OPEN = `
  SELECT count(*)::int AS count FROM user_jobs WHERE kind = 'merge' AND state IN ('queued', 'running')`;
const ADDRESS = "SELECT email FROM people WHERE workspace_id = 1 AND uid = 'r-' || $1::int";

/** How reads, joins and a merge grow: the p95 at each size, and the factor from the smallest to the largest. */
export async function readRows({ product, api, load }) {
  const worker = await product.startWorker();
  const list = randomUUID();
  await product.query(LIST, [list]);
  const measured = [];
  let people = 0;
  for (const size of SIZES) {
    for (; people < size; people += PIECE) await product.query(PEOPLE, [list, people + 1, people + PIECE]);
    for (const table of ['people', 'memberships', 'person_keys']) await product.query(`VACUUM (ANALYZE) ${table}`);
    const uid = `events-${size}`;
    await call(api.port, '/v1/users', { id: uid });
    for (let count = 0; count < Math.min(size, MOST_EVENTS); count += PIECE) await product.query(EVENTS, [uid, PIECE]);
    const [{ email }] = await product.query(ADDRESS, [size >> 1]);
    const times = {};
    for (const [work, path] of reads({ list, uid, size, email })) times[work] = await p95(api.port, path);
    times[JOIN] = (await load(api.port, 'joins', { ...JOINS, lists: [list] })).p50;
    times[MERGE] = await merge(product, api, uid);
    measured.push(times);
    const shown = Object.entries(times).map(([work, ms]) => `${work} ${said(ms)}`);
    say(dim(`      ${size.toLocaleString('en')}: ${shown.join(' · ')}`));
  }
  await stopProgram(worker.child);
  return Object.keys(measured[0]).map((work) => grown(work, measured));
}

const JOIN = `A join of the list, by ${JOINS.connections} connections, p50`;
const MERGE = `Merge of a user with as many events, at most ${MOST_EVENTS.toLocaleString('en')}, until all have moved`;

const reads = ({ list, uid, size, email }) => [
  ['People by a rare part of a name', (n) => `/console/people?search=${part(n)}`],
  ['People by a common part of an address', () => '/console/people?search=xample'],
  ['People by two letters', () => '/console/people?search=ed'],
  ['People by a whole address', () => `/console/people?search=${email}`],
  ['People by uid', (n) => `/console/people?search=r-${1 + ((n * 7919) % size)}`],
  ['Members of a list by a rare part of a name', (n) => `/console/lists/${list}/members?search=${part(n)}`],
  ['Pending members of a list', () => `/console/lists/${list}/members?status=pending`],
  ['Users of a list', () => `/v1/users?lists[]=${list}`],
  ['Events of a user by an absent name', () => `/v1/users/${uid}/events?event=Absent`],
];

/** Five hexadecimal digits, which a few in a million names and addresses have. */
const part = (n) => ((n * 104_729) % 0xfffff).toString(16).padStart(5, '0');

async function p95(port, path) {
  const times = [];
  await get(port, path(TIMES));
  for (let n = 0; n < TIMES; n++) {
    const begun = performance.now();
    await get(port, path(n));
    times.push(performance.now() - begun);
  }
  return times.sort((a, b) => a - b)[Math.ceil(TIMES * 0.95) - 1];
}

async function merge({ query }, api, source) {
  const begun = performance.now();
  await call(api.port, '/v1/users/merge', { source, destination: `${source}-heir` });
  while ((await query(OPEN))[0].count > 0) await sleep(LOOK_EVERY_MS);
  return performance.now() - begun;
}

const said = (ms) => `${ms.toFixed(ms < 10 ? 1 : 0)} ms`;

function grown(work, measured) {
  const times = measured.map((each) => each[work]);
  return {
    work: work === MERGE || work === JOIN ? work : `${work}, p95`,
    against: `${SIZES.map((size) => size.toLocaleString('en')).join(', ')} people`,
    grows: times[times.length - 1] / times[0],
    times: times.map(said).join(', '),
  };
}
