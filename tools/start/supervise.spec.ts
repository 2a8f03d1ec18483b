import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { commandLine, isAlive } from '../process-info.mjs';
import { awaitEarlierRun, markOf } from './earlier-run.mjs';
import { supervise } from './supervise.mjs';

let dataDir: string;
let shown: { level: string; text: string }[];
const show = (line: { level: string; text: string }) => shown.push(line);

function run(program: string) {
  const file = join(dataDir, 'program.mjs');
  writeFileSync(file, program);
  return supervise({ name: 'api', file, env: process.env, dataDir, show });
}
const running = (): number | undefined => JSON.parse(readFileSync(join(dataDir, 'processes.json'), 'utf8')).api;
async function until(holds: () => boolean) {
  for (const end = performance.now() + 20_000; !holds(); await sleep(20))
    if (performance.now() > end) throw new Error('waited too long');
}

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'dundun-supervise-'));
  mkdirSync(join(dataDir, 'logs'));
  shown = [];
});
afterEach(() => rmSync(dataDir, { recursive: true }));

it('restarts a process that dies, keeps its log and shows its warnings', async () => {
  const one = run(`
    console.log(JSON.stringify({ level: 30, message: 'up' }));
    console.log(JSON.stringify({ level: 40, message: 'careful' }));
    setTimeout(() => process.exit(3), 50);`);
  await until(() => one.deaths() >= 2);
  await one.stop();
  expect(shown).toContainEqual({ level: 'WARN', text: 'careful' });
  expect(shown).toContainEqual({ level: 'WARN', text: 'ended (code 3); restarted in 0.5 s' });
  expect(shown).toContainEqual({ level: 'WARN', text: 'ended (code 3); restarted in 1 s' });
  expect(readFileSync(join(dataDir, 'logs', 'api.log'), 'utf8')).toContain('"message":"up"');
});

it('waits for a process that drains, unless it is hurried', async () => {
  const slow = `process.on('SIGTERM', () => setTimeout(() => process.exit(0), 600)); console.error('up'); setInterval(() => {}, 1e3);`;
  const patient = run(slow);
  await until(() => shown.length > 0);
  const from = performance.now();
  await patient.stop();
  expect(performance.now() - from).toBeGreaterThanOrEqual(550);

  shown = [];
  const stubborn = run(`process.on('SIGTERM', () => {}); console.error('up'); setInterval(() => {}, 1e3);`);
  await until(() => shown.length > 0);
  const hurry = new AbortController();
  const stopped = stubborn.stop(hurry.signal);
  hurry.abort();
  await stopped;
  expect(running()).toBeUndefined();
});

it('waits for processes of an earlier start and leaves others alone', async () => {
  const one = run(
    `process.on('SIGTERM', () => setTimeout(() => process.exit(0), 300)); console.error('up'); setInterval(() => {}, 1e3);`,
  );
  await until(() => shown.length > 0);
  const pid = running();
  expect(commandLine(pid)).toContain(markOf(dataDir));
  const stopped = one.stop();
  await awaitEarlierRun(dataDir, () => {});
  expect(isAlive(pid)).toBe(false);
  await stopped;

  writeFileSync(join(dataDir, 'processes.json'), JSON.stringify({ api: process.pid }));
  await awaitEarlierRun(dataDir, () => {});
});
