// PostgreSQL for people who have none: real binaries from npm, one cluster per data folder, on the loopback only.
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

const START_MS = 120_000; // recovery after a crash may take long; a server that ends is noticed at once
/** Below the ports of outgoing connections: one of those could take it while the server is down, or even meet itself. */
const FIRST_PORT = 25_432;
const ANSWER_MS = 10_000;
/** For tests only: a crash of the machine may destroy such a cluster. */
const UNSAFE = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'];

/**
 * Starts the cluster of `dataDir`, made when there is none, or adopts the one that an earlier start left running.
 * `throwaway` makes a fast one that loses data in a crash and is deleted by `stop()`; never for data somebody wants to keep.
 * Gives `{ url, port, pid, adopted, home, ended, stop }`: `ended()` resolves when the server is gone, whoever ended it;
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
  note(`A PostgreSQL of an earlier start (pid ${running.pid}) does not answer: it is ended.`);
  await endPostmaster(running.pid, { patience: 5000 });
  return undefined;
}

/** Starts the server until it answers; a port somebody took meanwhile and a crash's last processes are waited out. */
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
  // A pid file left by a crash may name a process that is somebody else's by now, or one that nobody has reaped. PostgreSQL
  // would take that for a running server; told that it is a forebear of its own, it goes on to its other checks.
  const stale = readPidFile(data)?.pid;
  const env = cleanEnvironment(stale ? { PG_GRANDPARENT_PID: String(stale) } : {});
  const file = openSync(log, 'a', 0o600);
  try {
    const args = ['-D', data, '-p', String(port), ...flags];
    // A session of its own: Ctrl-C in the terminal must not stop the database before those who use it.
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

/** Gives the address once the server answers under its password, making the database the first time. */
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
