// `npm test [-- kinds…] [jest arguments]`: needs only Node; brings its own PostgreSQL, and Redis where one is installed.
import './start/node-version.mjs';
import { randomInt } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Cannot } from './cannot.mjs';
import { startPostgres } from './postgres.mjs';
import { withDatabase } from './postgres/ask.mjs';
import { buildChanged, buildLibraries, buildServer } from './start/build.mjs';
import { installPackages } from './start/install.mjs';
import { say, step } from './start/progress.mjs';
import { stopSignals, Stopped } from './start/signals.mjs';
import { needsConsole, needsLibraries, needsServices, readArguments } from './test/arguments.mjs';
import { pruneCache } from './test/cache.mjs';
import { makeFolder, removeFolder, sweep } from './test/folder.mjs';
import { runJest } from './test/jest.mjs';
import { startRedis } from './test/redis.mjs';
import { specFiles } from './test/spec-files.mjs';
import { readResult, repetitionTable, slowest, summary } from './test/summary.mjs';
import { makeTemplate } from './test/template.mjs';

/** These may point to real data: the tests see only the addresses that are made or given for them. */
const NOT_FOR_TESTS = ['DATABASE_URL', 'DATABASE_DIRECT_URL', 'REDIS_URL', 'REDIS_CLUSTER', 'DATA_DIR'];

const { asked: signal } = stopSignals();
const given = process.env;
const env = { ...given };
for (const name of NOT_FOR_TESTS) delete env[name];
const folder = makeFolder();
let template;

async function test() {
  const wanted = readArguments(process.argv.slice(2));
  await sweep();
  await step('Packages', () => installPackages({ signal }));
  if (needsServices(wanted)) {
    await step('Build', () => buildFor(wanted));
    await step('PostgreSQL', provideDatabase);
    await step('Redis', () => provideRedis(wanted));
  }
  const resultFile = join(folder, 'result.json');
  pass(wanted);
  say(`\nSeed ${env.TEST_SEED}: TEST_SEED=${env.TEST_SEED} repeats its choices.\n`);
  const code = await runJest(wanted, { env, resultFile, signal });
  report(wanted, readResult(resultFile));
  return code;
}

/** Builds what these kinds of tests run; integration tests need the migrator alone. */
function buildFor(wanted) {
  if (needsConsole(wanted)) return buildChanged({ signal });
  return needsLibraries(wanted) ? buildLibraries({ signal }) : buildServer({ signal });
}

/** Sets the environment variables that tell the spec files about this run. */
function pass({ half, long }) {
  pruneCache();
  env.TEST_SEED ??= String(randomInt(2 ** 31));
  if (half) env.TEST_HALF = half;
  if (long) Object.assign(env, { TEST_LONG: '1', TEST_REPETITIONS: join(folder, 'repetitions.jsonl') });
}

function report({ long }, result) {
  if (!result) return;
  say(`\n${slowest(result, specFiles())}`);
  if (long) say(`\nSeed ${env.TEST_SEED}\n${repetitionTable(result, repetitions())}`);
  say(`\n${summary(result)}`);
}

/** What the spec files wrote, each line once. */
function repetitions() {
  const file = env.TEST_REPETITIONS;
  const lines = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
  return [...new Set(lines)].sort().map((line) => JSON.parse(line));
}

async function provideDatabase() {
  const own = given.TEST_DATABASE_URL || given.DATABASE_URL;
  const server = own ? { url: own } : await startPostgres({ dataDir: folder, throwaway: true, signal });
  env.TEST_DATABASE_URL = own || withDatabase(server.url, 'postgres');
  template = await makeTemplate(env.TEST_DATABASE_URL, { env, signal });
  env.TEST_TEMPLATE = template.name;
  return own ? `on ${new URL(own).host}` : `127.0.0.1:${server.port}, for this run`;
}

async function provideRedis({ queue }) {
  const own = given.TEST_REDIS_URL || given.REDIS_URL;
  const url = own || (await startRedis(folder, signal));
  if (!url && queue === 'redis') throw new Cannot('--queue=redis needs a redis-server on the PATH, or REDIS_URL.');
  if (url) env.TEST_REDIS_URL = url;
  env.TEST_QUEUE = queue ?? (given.REDIS_URL ? 'redis' : 'postgres');
  const found = url ? new URL(url).host : 'no redis-server on the PATH and no REDIS_URL: its half is left out';
  return `${found}; queue on ${env.TEST_QUEUE}`;
}

async function cleanUp() {
  await template?.drop().catch(() => {}); // a server that this run started is deleted with its folder
  await removeFolder(folder);
}

let code;
try {
  code = await test();
  if (signal.aborted) code = 130;
} catch (error) {
  if (!(error instanceof Stopped)) console.error(`\n${error instanceof Cannot ? error.message : error.stack}\n`);
  code = error instanceof Stopped ? 130 : 1;
}
await cleanUp();
process.exit(code);
