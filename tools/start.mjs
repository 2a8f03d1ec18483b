// `npm start`: from a fresh clone to a running service, without Docker, Redis or an account anywhere.
import './start/node-version.mjs';
import { once } from 'node:events';
import { join } from 'node:path';
import { Cannot } from './cannot.mjs';
import { banner } from './start/banner.mjs';
import { buildChanged, FLAGS, PROGRAMS } from './start/build.mjs';
import { credentials, secretKey } from './start/credentials.mjs';
import { embeddedDatabase } from './start/database.mjs';
import { awaitEarlierRun } from './start/earlier-run.mjs';
import { checkEnvironment, consoleEnvironment, serviceEnvironment } from './start/environment.mjs';
import { installPackages } from './start/install.mjs';
import { takeLock } from './start/lock.mjs';
import { migrate } from './start/migrate.mjs';
import { addressFor, choosePorts, rememberPorts } from './start/ports.mjs';
import { bold, say, step } from './start/progress.mjs';
import { waitReady } from './start/ready.mjs';
import { readSettings } from './start/settings.mjs';
import { showTrouble } from './start/show-trouble.mjs';
import { stopSignals, Stopped } from './start/signals.mjs';
import { supervise } from './start/supervise.mjs';

const { asked, hurried } = stopSignals();
const processes = [];
let database;
let unlock;

async function start() {
  const settings = readSettings();
  const { dataDir, logs, embedded, host } = settings;
  const log = (name) => ({ logFile: join(logs, `${name}.log`), signal: asked });
  unlock = takeLock(dataDir);
  say(bold('\nDundun starts.\n'));

  await step('Packages', () => installPackages(log('install')));
  await step('Build', () => buildChanged(log('build')));
  await awaitEarlierRun(dataDir, say);
  const { ports, faults } = await choosePorts(settings);
  const environment = serviceEnvironment(settings, ports);
  await step('Environment', () => checkEnvironment(environment, { embedded, faults, signal: asked }));

  const run = (name, env) =>
    processes.push(
      supervise({ name, file: PROGRAMS[name], flags: FLAGS[name], env, dataDir, show: showTrouble(name) }),
    );
  run('console', consoleEnvironment(settings, ports, environment)); // needs no database, so it starts meanwhile
  if (embedded) {
    await step('PostgreSQL', async () => {
      database = await embeddedDatabase({ dataDir, logs, signal: asked, note: say, show: showTrouble('postgres') });
      Object.assign(environment, { DATABASE_URL: database.url, SECRET_KEY: secretKey(settings) });
      return `127.0.0.1:${database.port}${database.adopted ? ', was still running' : ''}`;
    });
  }
  rememberPorts(dataDir, { ...ports, postgres: database?.port });
  const opened = await step('Database', () => openDatabase(settings, environment, log('migrator')));

  await step('Service', async () => {
    run('api', environment);
    run('worker', environment);
    const checks = [
      { name: 'api', url: `${addressFor(host, ports.api)}/health/ready`, isReady: (status) => status === 200 },
      { name: 'console', url: addressFor(host, ports.console), isReady: (status) => status > 0 && status < 500 },
    ];
    await waitReady(checks, processes, { signal: asked, logs });
    return 'api, worker, console';
  });
  say(banner({ ...settings, ports, opened }));
}

/** Migrations, and on an empty database the first workspace. Gives what it was opened with, as far as that is known here. */
async function openDatabase(settings, environment, log) {
  const made = credentials(settings);
  made.keep();
  const bootstrapped = await migrate({ ...log, environment: { ...environment, ...made.environment } });
  if (bootstrapped) return { ...made.values, ...bootstrapped };
  if (!made.earlier && !settings.embedded) made.forget();
  return made.earlier;
}

async function stopEverything() {
  if (asked.aborted && (processes.length > 0 || database))
    say('\nStopping; what is in work is finished first. Ctrl-C again hurries.');
  await Promise.all(processes.map((one) => one.stop(hurried)));
  await database?.stop(hurried);
  unlock?.();
}

function complain(error) {
  if (error instanceof Stopped) return;
  const isPlain = error instanceof Cannot || error.syscall !== undefined; // such as a folder that may not be written to
  console.error(`\n${isPlain ? error.message : error.stack}\n`);
}

let code = 0;
try {
  await start();
  if (!asked.aborted) await once(asked, 'abort');
} catch (error) {
  complain(error);
  code = error instanceof Stopped ? 130 : 1;
}
await stopEverything().catch(complain);
process.exit(code);
