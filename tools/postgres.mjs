// The embedded PostgreSQL: real binaries from npm, one cluster per data folder, on the loopback only.
import { spawn } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Cannot } from './cannot.mjs';
import { nextFree, whyTaken } from './free-port.mjs';
import { ask } from './postgres/ask.mjs';
import { binariesFor } from './postgres/binaries.mjs';
import { addressOf, cleanEnvironment, createCluster, NAME } from './postgres/cluster.mjs';
import { findHome } from './postgres/home.mjs';
import { endPostmaster, readPidFile, runningPostmaster } from './postgres/postmaster.mjs';
import { ownerOf } from './postgres/user.mjs';
import { isAlive, waitGone } from './process-info.mjs';

const START_MS = 120_000; // recovery after a crash may take long; a server that exits is noticed at once
/** Below the range of outgoing connections, which could take the port while the server is down or even connect to themselves. */
const FIRST_PORT = 25_432;
const ANSWER_MS = 10_000;
/** For tests only: a crash of the machine may destroy the cluster. */
const UNSAFE = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'];

/**
 * Starts the cluster of `dataDir`, creating it first if necessary, or adopts a server that an earlier start left running.
 * `throwaway` creates a fast cluster that loses data in a crash and that `stop()` deletes: never use it for data worth keeping.
 * Returns `{ url, port, pid, adopted, home, ended, stop }`: `ended()` resolves when the server is gone for any reason;
 * `stop({ hurry })` shuts it down.
 */
export async function startPostgres({ dataDir, port, logFile, note = () => {}, throwaway = false, signal }) {
  mkdirSync(dataDir, { recursive: true });
  const home = await findHome(dataDir, note);
  const data = join(home, 'data');
  const user = ownerOf(data);
  const adopted = await adopt(home, data, note);
  if (adopted) return handle({ home, throwaway, ...adopted, adopted: true });

  const native = binariesFor(user, home);
  if (!existsSync(data)) await createCluster({ native, home, user, throwaway, signal });
  const log = logFile ?? join(home, 'postgres.log');
  mkdirSync(dirname(log), { recursive: true });
  const started = await launch({ native, home, data, user, throwaway, log, port, signal });
  return handle({ home, throwaway, ...started, adopted: false });
}

async function adopt(home, data, note) {
  const running = runningPostmaster(data);
  if (!running) return undefined;
  const until = Date.now() + ANSWER_MS;
  while (isAlive(running.pid)) {
    try {
      return { ...running, url: await ready(home, running.port) };
    } catch {
      if (Date.now() < until) await sleep(100);
      else break;
    }
  }
  note(`A PostgreSQL of an earlier start (pid ${running.pid}) does not answer and is stopped.`);
  await endPostmaster(running.pid, { patience: 5000 });
  return undefined;
}

/** Starts the server and waits for its answer. Retries when its port was taken meanwhile or processes of a crash still run. */
async function launch(options) {
  const until = Date.now() + START_MS;
  for (let again = 0; ; again++) {
    signal(options);
    const wanted =
      again === 0 && options.port && !(await whyTaken(options.port)) ? options.port : await nextFree(FIRST_PORT);
    const from = existsSync(options.log) ? statSync(options.log).size : 0;
    const child = spawnServer(options, wanted);
    const failed = new Promise((resolve) => child.once('error', resolve));
    while (child.exitCode === null && child.signalCode === null && Date.now() < until) {
      if (options.signal?.aborted) await endPostmaster(child.pid);
      signal(options);
      const error = await Promise.race([failed, sleep(25)]);
      if (error) throw new Cannot(`PostgreSQL could not be started: ${error.message}`);
      const url = await ready(options.home, wanted).catch(() => undefined);
      if (url) return { url, port: wanted, pid: child.pid };
    }
    const said = readFileSync(options.log).subarray(from).toString();
    if (isAlive(child.pid)) await endPostmaster(child.pid);
    const passing = /could not bind|Address already in use|pre-existing shared memory/.test(said);
    if (!passing || again === 20) throw new Cannot(`PostgreSQL did not start (${options.log}):\n${faultsIn(said)}`);
    await sleep(250);
  }
}

const signal = (options) => options.signal?.throwIfAborted();
const faultsIn = (log) => log.split('\n').filter((line) => /FATAL|PANIC|ERROR|HINT|DETAIL/.test(line)).slice(-6).join('\n') || log; // prettier-ignore

function spawnServer({ native, data, user, throwaway, log }, port) {
  const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'max_connections=200', 'timezone=UTC'];
  const flags = [...settings, ...(throwaway ? UNSAFE : [])].flatMap((setting) => ['-c', setting]);
  // After a crash the pid file may name an unrelated process or a zombie, which PostgreSQL would take for a running server.
  // It ignores the pid of an ancestor and continues with its other checks.
  const stale = readPidFile(data)?.pid;
  const env = cleanEnvironment(stale ? { PG_GRANDPARENT_PID: String(stale) } : {});
  const file = openSync(log, 'a', 0o600);
  try {
    const args = ['-D', data, '-p', String(port), ...flags];
    // A session of its own: Ctrl-C in the terminal must not stop the database before its clients.
    return spawn(join(native, 'bin', 'postgres'), args, {
      ...user,
      env,
      cwd: '/',
      detached: true,
      stdio: ['ignore', file, file],
    });
  } finally {
    closeSync(file);
  }
}

/** Returns the address once the server accepts its password. Creates the database the first time. */
async function ready(home, port) {
  const admin = addressOf(home, port, 'postgres');
  const [found] = await ask(admin, 'SELECT 1 FROM pg_database WHERE datname = $1', [NAME]);
  if (!found) await ask(admin, `CREATE DATABASE ${NAME}`);
  return addressOf(home, port);
}

function handle({ home, throwaway, ...server }) {
  const stop = async ({ hurry } = {}) => {
    await endPostmaster(server.pid, { hurry });
    if (throwaway) rmSync(home, { recursive: true, force: true });
  };
  return { ...server, home, stop, ended: () => waitGone(server.pid, Infinity, 500) };
}
