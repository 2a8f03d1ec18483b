import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, it, jest } from '@jest/globals';
import { nextFree } from './free-port.mjs';
import { startPostgres } from './postgres.mjs';
import { inRoot } from './root.mjs';
import { run } from './run.mjs';

jest.setTimeout(180_000);

let folder: string;
let database: { url: string; stop(): Promise<void> };
const workers: ChildProcess[] = [];

const environment = (more: Record<string, string> = {}) => ({
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  // Empty means unset, even when a developer's .env sets the variable.
  ...Object.fromEntries(['DATABASE_DIRECT_URL', 'REDIS_URL', 'REDIS_CLUSTER', 'LOG_LEVEL'].map((name) => [name, ''])),
  DATA_DIR: folder,
  DATABASE_URL: database.url,
  SECRET_KEY: 'ab'.repeat(32),
  ...more,
});

/** Runs the script of `npm run worker`. */
function worker(more: Record<string, string> = {}) {
  const child = spawn(process.execPath, [inRoot('tools/worker.mjs')], { env: environment(more), stdio: 'pipe' });
  workers.push(child);
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk));
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  return { child, ended, said: () => said };
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'dundun-worker-'));
  chmodSync(folder, 0o755); // the user `postgres` has to enter it when root runs the tests
  database = await startPostgres({ dataDir: folder, throwaway: true });
  const args = [inRoot('apps/dundun/dist/migrator.js'), 'migrate'];
  const { code, stderr } = await run(process.execPath, args, { env: environment() });
  if (code !== 0) throw new Error(stderr);
});
afterEach(async () => {
  for (const child of workers.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill('SIGTERM');
    await new Promise((resolve) => child.once('close', resolve));
  }
});
afterAll(async () => {
  await database?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const status = (port: number) => fetch(`http://127.0.0.1:${port}/health/ready`).then((answer) => answer.status, () => 0); // prettier-ignore

/** Starts a worker and waits until it is ready. */
async function working() {
  const port = await nextFree(randomInt(12_000, 24_000));
  const one = worker({ WORKER_PORT: String(port) });
  while ((await status(port)) !== 200) {
    if (one.child.exitCode !== null) throw new Error(`it ended:\n${one.said()}`);
    await sleep(50);
  }
  return { ...one, port };
}

it('starts another worker for an installation and exits with 0 on SIGTERM', async () => {
  const { child, ended } = await working();
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
});

it('leaves no worker behind after a kill -9', async () => {
  const { child, ended, port } = await working();
  child.kill('SIGKILL');
  await ended; // the worker has its output, so that is closed only when both are gone
  expect(await status(port)).toBe(0);
});

it.each([
  ['DATABASE_URL', ''],
  ['SECRET_KEY', ''],
])('needs %s, and says so', async (name, value) => {
  const one = worker({ [name]: value });
  expect(await one.ended).toBe(1);
  expect(one.said()).toBe('npm run worker needs DATABASE_URL and SECRET_KEY with the values of the api.\n');
});

it('reports a wrong environment and exits with the code of its worker', async () => {
  const one = worker({ WORKER_CONCURRENCY: 'fifty' });
  expect(await one.ended).toBe(1);
  expect(one.said()).toContain('WORKER_CONCURRENCY must be a whole number from 1 to 1000');
});
