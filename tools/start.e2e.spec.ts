/** @slow starts the service from a clone several times */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { nextFree } from './free-port.mjs';
import { runningPostmaster } from './postgres/postmaster.mjs';
import { isAlive, waitGone } from './process-info.mjs';
import { inRoot } from './root.mjs';

jest.setTimeout(180_000);

const READY = /Dundun is ready\./g;
let dataDir: string;
let ports: { API_PORT: string; CONSOLE_PORT: string };
const starters: ChildProcess[] = [];

/** Empty means unset, even when a developer's .env sets the variable. */
const UNSET = Object.fromEntries(
  ['DATABASE_URL', 'DATABASE_DIRECT_URL', 'REDIS_URL', 'REDIS_CLUSTER', 'SECRET_KEY', 'SMTP_URL', 'HOST', 'LOG_LEVEL']
    .concat(['KEY', 'SECRET'].map((name) => `BOOTSTRAP_API_${name}`))
    .map((name) => [name, '']),
);

/** Runs start.mjs with the environment of a person, not that of the tests. */
function start(more: Record<string, string> = {}) {
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, ...UNSET, DATA_DIR: dataDir, ...ports, ...more };
  const child = spawn(process.execPath, [inRoot('tools/start.mjs')], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  starters.push(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const until = async (text: string | RegExp) => {
    while (output.search(text) < 0) {
      if (child.exitCode !== null) throw new Error(`ended before it said ${text}:\n${output}`);
      await sleep(20);
    }
  };
  return {
    child,
    ended,
    until,
    said: () => output,
    field: (label: string) => new RegExp(`${label} +(\\S+)`).exec(output)?.[1] ?? '',
  };
}

/** The goal of five seconds is for an idle machine; scales it to the load of a busy one. */
const share = () => Math.max(1, (loadavg()[0] ?? 0) / availableParallelism());

const json = (name: string) => JSON.parse(readFileSync(join(dataDir, name), 'utf8'));
const home = () =>
  existsSync(join(dataDir, 'postgres.json')) ? json('postgres.json').folder : join(dataDir, 'postgres');
const postgres = (): number => runningPostmaster(join(home(), 'data'))?.pid ?? 0;
const services = (): Record<string, number> => json('processes.json');

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'dundun-start-')); // mode 0700, as a careful person's would be
  // Below the range of ephemeral ports: another process could get ours in the seconds before they are used.
  const api = await nextFree(randomInt(12_000, 24_000));
  ports = { API_PORT: String(api), CONSOLE_PORT: String(await nextFree(api + 1)) };
});
afterEach(async () => {
  for (const starter of starters.splice(0)) {
    if (starter.exitCode !== null || starter.signalCode !== null) continue;
    starter.kill('SIGTERM');
    await new Promise((resolve) => starter.once('close', resolve));
  }
  if (postgres()) process.kill(postgres(), 'SIGQUIT');
  rmSync(home(), { recursive: true, force: true });
  rmSync(dataDir, { recursive: true, force: true });
});

it('starts in an empty folder, leaves no process behind and starts again within five seconds', async () => {
  const first = start();
  await first.until(READY);
  const address = `http://127.0.0.1:${ports.API_PORT}`;
  expect(first.field('API')).toBe(address);
  expect((await fetch(`${address}/health/ready`)).status).toBe(200);
  expect((await fetch(first.field('Console'))).status).toBe(200);
  const [key, secret] = [first.field('API key'), first.field('API secret')];
  const list = await fetch(`${address}/v1/lists`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${key}:${secret}`)}`, 'content-type': 'application/json' },
    body: '{"title":"Newsletter"}',
  });
  expect(await list.json()).toMatchObject({ title: 'Newsletter' });
  expect(first.said().match(READY)).toHaveLength(1);
  expect(first.said().split(secret)).toHaveLength(3); // its own line and the curl line

  const running = [postgres(), ...Object.values(services())];
  expect(running).toHaveLength(4);
  first.child.kill('SIGINT');
  expect(await first.ended).toBe(0);
  expect(running.filter(isAlive)).toEqual([]);
  expect(readdirSync(dataDir)).not.toContain('start.lock');

  // The fastest of three: other work may slow one down.
  const times: number[] = [];
  while (times.length < 3 && !times.some((took) => took < 5000)) {
    const from = performance.now();
    const again = start();
    await again.until(READY);
    times.push((performance.now() - from) / share());
    expect(again.said()).toMatch(/Packages +up to date[^]+Build +up to date/);
    expect(again.field('API key')).toBe(key);
    again.child.kill('SIGINT');
    expect(await again.ended).toBe(0);
  }
  expect(Math.min(...times)).toBeLessThan(5000);
});

it('survives a kill -9: its processes end and the next start adopts the database', async () => {
  const first = start();
  await first.until(READY);
  const [database, left] = [postgres(), Object.values(services())];
  first.child.kill('SIGKILL');
  await first.ended;
  for (const pid of left) expect(await waitGone(pid, 26_000)).toBe(true);
  expect(postgres()).toBe(database);

  const second = start();
  await second.until(READY);
  expect(postgres()).toBe(database);
  expect(second.field('API key')).toBe(first.field('API key'));
});

it('restarts processes that die, PostgreSQL included', async () => {
  const one = start();
  await one.until(READY);
  const [{ api = 0 }, database] = [services(), postgres()];
  process.kill(api, 'SIGKILL');
  process.kill(database, 'SIGKILL');
  await one.until(/api +WARN +ended \(SIGKILL\)/);
  await one.until('PostgreSQL ended and is restarted');
  const health = () => fetch(`${one.field('API')}/health/ready`).then(({ status }) => status, () => 0); // prettier-ignore
  while ((await health()) !== 200) await sleep(50);
  expect(postgres()).not.toBe(database);
  expect(services().api).not.toBe(api);
});

it('refuses a second starter on the same data folder', async () => {
  const one = start();
  await one.until('Dundun starts');
  const other = start();
  expect(await other.ended).toBe(1);
  expect(other.said()).toContain(`process ${one.child.pid}`);
});

it('reports all faults of the environment at once, taken ports included, and starts nothing', async () => {
  const taken = createServer();
  await new Promise<void>((resolve) => taken.listen(Number(ports.API_PORT), '127.0.0.1', resolve));
  try {
    const one = start({ LOG_LEVEL: 'loud', DATABASE_URL: 'mysql://elsewhere' });
    expect(await one.ended).toBe(1);
    expect(one.said()).toContain(`API_PORT ${ports.API_PORT} is taken on 127.0.0.1`);
    expect(one.said()).toContain('LOG_LEVEL');
    expect(one.said()).toContain('DATABASE_URL');
    expect(one.said()).not.toMatch(READY);
    expect(readdirSync(dataDir)).toEqual(['logs']);
    expect(isAlive(one.child.pid)).toBe(false);
  } finally {
    taken.close();
  }
});
