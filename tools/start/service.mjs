import { once } from 'node:events';
import { join } from 'node:path';
import { Cannot } from '../cannot.mjs';
import { banner } from './banner.mjs';
import { credentials, secretKey } from './credentials.mjs';
import { embeddedDatabase } from './database.mjs';
import { awaitEarlierRun } from './earlier-run.mjs';
import { checkEnvironment, consoleEnvironment, serviceEnvironment } from './environment.mjs';
import { takeLock } from './lock.mjs';
import { migrate } from './migrate.mjs';
import { addressFor, choosePorts, rememberPorts } from './ports.mjs';
import { FLAGS, PROGRAMS } from './programs.mjs';
import { bold, say, step } from './progress.mjs';
import { waitReady } from './ready.mjs';
import { readSettings } from './settings.mjs';
import { showTrouble } from './show-trouble.mjs';
import { stopSignals, Stopped } from './signals.mjs';
import { supervise } from './supervise.mjs';

const { asked, hurried } = stopSignals();
const failed = new AbortController();
const signal = AbortSignal.any([asked, failed.signal]);
const processes = [];
let consoleBuilt = Promise.resolve();
let database;
let unlock;

/**
 * Runs the whole service in the foreground, once per process, and gives the exit code: 0 when it was stopped after it was ready,
 * 130 when it was stopped before, 1 when something failed.
 * @param folder where `.env` is read and `.data` is created
 * @param prepare `install`, `buildServer` and `buildConsole`, each given `{ logFile, signal }`; none when the programs are built
 */
export async function runService(folder, prepare) {
  let code = 0;
  try {
    await start(readSettings(folder), prepare);
    if (!asked.aborted) await once(asked, 'abort');
  } catch (error) {
    complain(error);
    code = error instanceof Stopped ? 130 : 1;
  }
  await stopEverything().catch(complain);
  return code;
}

async function start(settings, prepare) {
  const { dataDir, logs, embedded } = settings;
  const log = (name) => ({ logFile: join(logs, `${name}.log`), signal });
  unlock = takeLock(dataDir);
  say(bold('\nDundun starts.\n'));

  if (prepare) {
    await step('Packages', () => prepare.install(log('install')));
    // The longest step of a first start: everything else is done meanwhile.
    consoleBuilt = prepare.buildConsole(log('build-console'));
    consoleBuilt.catch(() => {}); // reported when it is awaited
    await step('Build', () => prepare.buildServer(log('build')));
  }
  await awaitEarlierRun(dataDir, say);
  const { ports, faults } = await choosePorts(settings);
  const environment = serviceEnvironment(settings, ports);
  await step('Environment', () => checkEnvironment(environment, { embedded, faults, signal }));

  if (embedded) await step('PostgreSQL', () => startDatabase(settings, environment));
  rememberPorts(dataDir, { ...ports, postgres: database?.port });
  const opened = await step('Database', () => openDatabase(settings, environment, log('migrator')));

  run('api', environment, settings);
  run('worker', environment, settings);
  if (prepare) await step('Pages', () => consoleBuilt);
  run('console', consoleEnvironment(settings, ports, environment), settings);
  await step('Service', () => serviceReady(settings, ports, environment));
  say(banner({ ...settings, ports, opened }));
}

async function startDatabase(settings, environment) {
  const { dataDir, logs } = settings;
  database = await embeddedDatabase({ dataDir, logs, signal, note: say, show: showTrouble('postgres') });
  Object.assign(environment, { DATABASE_URL: database.url, SECRET_KEY: secretKey(settings) });
  return `127.0.0.1:${database.port}${database.adopted ? ', was still running' : ''}`;
}

/** Runs the migrations and, on an empty database, creates the first workspace. Gives its credentials as far as they are known. */
async function openDatabase(settings, environment, log) {
  const made = credentials(settings);
  made.keep();
  const bootstrapped = await migrate({ ...log, environment: { ...environment, ...made.environment } });
  if (bootstrapped) return { ...made.values, ...bootstrapped };
  if (!made.earlier && !settings.embedded) made.forget();
  return made.earlier;
}

function run(name, env, { dataDir }) {
  processes.push(supervise({ name, file: PROGRAMS[name], flags: FLAGS[name], env, dataDir, show: showTrouble(name) }));
}

async function serviceReady({ host, logs }, ports, environment) {
  const headers = { Authorization: `Bearer ${environment.METRICS_TOKEN ?? ''}` };
  const checks = [
    { name: 'api', url: `${addressFor(host, ports.api)}/health/ready`, headers, isReady: (status) => status === 200 },
    { name: 'console', url: addressFor(host, ports.console), isReady: (status) => status > 0 && status < 500 },
  ];
  await waitReady(checks, processes, { signal, logs });
  return 'api, worker, console';
}

async function stopEverything() {
  if (asked.aborted && (processes.length > 0 || database))
    say('\nStopping: work in flight is finished first. Press Ctrl-C again to stop at once.');
  failed.abort();
  await Promise.all([consoleBuilt.catch(() => {}), ...processes.map((one) => one.stop(hurried))]);
  await database?.stop(hurried);
  unlock?.();
}

function complain(error) {
  if (error instanceof Stopped) return;
  const isPlain = error instanceof Cannot || error.syscall !== undefined; // such as a folder that is not writable
  console.error(`\n${isPlain ? error.message : error.stack}\n`);
}
