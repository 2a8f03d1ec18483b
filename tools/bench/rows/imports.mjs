import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { dim, say } from '../../start/progress.mjs';
import { call, get, put } from '../call.mjs';
import { cpuSeconds } from '../cpu.mjs';
import { stopProgram } from '../processes.mjs';
import { resident } from './memory.mjs';

const PIECE_BYTES = 2_000_000;
const LOOK_EVERY_MS = 500;
const LIST = "INSERT INTO lists (workspace_id, id, title) VALUES (1, $1, 'Imported readers')";
const CITIES = ['Lagos', 'Abuja', 'Kano', 'Ibadan', 'Enugu'];
/** The columns of a shop's export: two of them become attributes, one with a type. */
const COLUMNS = [
  { to: 'email' },
  { to: 'first_name' },
  { to: 'last_name' },
  { to: 'attribute', name: 'city', type: 'text' },
  { to: 'attribute', name: 'orders', type: 'number' },
];

/** An import of many rows onto one list: seconds from the first piece of the file to the last row, and memory meanwhile. */
export async function importRows({ services, product, api, people }) {
  const worker = await product.startWorker();
  const list = randomUUID();
  await product.query(LIST, [list]);
  const peaks = { api: 0, worker: 0 };
  const look = async () => {
    for (const [name, { port }] of Object.entries({ api, worker }))
      peaks[name] = Math.max(peaks[name], await resident(port).catch(() => 0));
  };
  const timer = setInterval(() => void look(), LOOK_EVERY_MS);
  const settings = {
    columns: COLUMNS,
    lists: [list],
    consent: 'Agreed at the checkout.',
    optin: 'confirmed',
  };
  const cpu = () => [worker.child.pid, services.postgres.pid].map(cpuSeconds);
  const before = cpu();
  const took = await importOnce(api.port, csv(people), settings).finally(() => clearInterval(timer));
  const spent = cpu().map((seconds, at) => seconds - before[at]);
  const imported = await counted(product, list);
  if (imported !== people) throw new Error(`${imported} of ${people} rows are on the list.`);
  await stopProgram(worker.child);
  const shown = Object.entries(took).map(([step, ms]) => `${step} ${(ms / 1000).toFixed(1)} s`);
  const [ours, database] = spent.map((each) => `${each.toFixed(1)} s`);
  say(dim(`      ${shown.join(' · ')} · CPU of the worker ${ours}, of PostgreSQL ${database}`));
  const seconds = Object.values(took).reduce((sum, ms) => sum + ms, 0) / 1000;
  return [
    { work: `Import of ${people.toLocaleString('en')} rows: upload, check, run`, figure: seconds, unit: 's', goal: 30 },
    { work: 'CPU time of the worker and PostgreSQL for it', figure: spent[0] + spent[1], unit: 's' },
    { work: 'Memory of the api during it, at most', figure: peaks.api, unit: 'MB', goal: 256 },
    { work: 'Memory of the worker during it, at most', figure: peaks.worker, unit: 'MB', goal: 256 },
  ];
}

/** @returns the milliseconds of each step */
async function importOnce(port, file, settings) {
  const begun = performance.now();
  const { id } = await call(port, '/console/imports', { file_name: 'people.csv', bytes: file.length });
  const path = `/console/imports/${id}`;
  for (let at = 0; at < file.length; at += PIECE_BYTES)
    await put(port, `${path}/pieces/${at / PIECE_BYTES}`, file.subarray(at, at + PIECE_BYTES));
  await call(port, `${path}/read`, {});
  const uploaded = performance.now();
  await call(port, `${path}/check`, settings);
  await reaches(port, path, 'checked');
  const checked = performance.now();
  await call(port, `${path}/run`, {});
  await reaches(port, path, 'done');
  return { upload: uploaded - begun, check: checked - uploaded, run: performance.now() - checked };
}

async function reaches(port, path, state) {
  for (;;) {
    const seen = await get(port, path);
    if (seen.state === state) return;
    if (['failed', 'canceled'].includes(seen.state))
      throw new Error(`The import ${seen.state}: ${JSON.stringify(seen)}`);
    await sleep(LOOK_EVERY_MS);
  }
}

const counted = async ({ query }, list) =>
  (await query('SELECT count(*)::int AS count FROM memberships WHERE workspace_id = 1 AND list_id = $1', [list]))[0]
    .count;

function csv(people) {
  const rows = Array.from(
    { length: people },
    (_, n) => `reader-${n}@example.com,Ada,"Okafor, ${n}",${CITIES[n % CITIES.length]},${n % 40}`,
  );
  return Buffer.from(`Email,First name,Last name,City,Orders\n${rows.join('\n')}\n`);
}
