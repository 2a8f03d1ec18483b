/** @slow packs the service, installs the tarball and starts it */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { nextFree } from './free-port.mjs';
import { isAlive, waitGone } from './process-info.mjs';
import { inRoot } from './root.mjs';
import { endGroup, run } from './run.mjs';

jest.setTimeout(300_000);

let folder: string;
let npx: ChildProcess | undefined;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dundun-npx-'));
});
afterEach(async () => {
  if (npx && npx.exitCode === null && npx.signalCode === null) {
    endGroup(npx.pid ?? 0, 'SIGTERM');
    await new Promise((resolve) => npx?.once('close', resolve));
  }
  const pointer = join(folder, '.data/postgres.json'); // root's database lies outside a folder that only root can enter
  if (existsSync(pointer)) rmSync(JSON.parse(readFileSync(pointer, 'utf8')).folder, { recursive: true });
  rmSync(folder, { recursive: true });
});

it('starts from the packed tarball in an empty folder, keeps its data there and leaves no process behind', async () => {
  const packed = await run(process.execPath, [inRoot('apps/dundun/tools/pack.mjs')], { cwd: folder });
  expect(packed).toMatchObject({ code: 0, stderr: '' });
  const [tarball = ''] = readdirSync(folder);
  expect(tarball).toMatch(/^dundun-.+\.tgz$/);

  const api = await nextFree(randomInt(12_000, 24_000));
  const console = await nextFree(api + 1);
  npx = spawn('npx', ['--yes', '--prefer-offline', `./${tarball}`], {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      NPM_CONFIG_CACHE: process.env.NPM_CONFIG_CACHE ?? join(process.env.HOME ?? folder, '.npm'),
      API_PORT: String(api),
      CONSOLE_PORT: String(console),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true, // a process group of its own, which a terminal would signal as a whole
  });
  let said = '';
  for (const stream of [npx.stdout, npx.stderr]) stream?.on('data', (chunk) => (said += chunk));
  while (!said.includes('Dundun is ready.')) {
    if (npx.exitCode !== null) throw new Error(`npx ended before the service was ready:\n${said}`);
    await sleep(50);
  }

  expect((await fetch(`http://127.0.0.1:${api}/health/ready`)).status).toBe(200);
  expect((await fetch(`http://127.0.0.1:${api}/docs/swagger-ui-bundle.js`)).status).toBe(200);
  expect((await fetch(`http://127.0.0.1:${console}/login`)).status).toBe(200);
  expect(readdirSync(folder).sort()).toEqual(['.data', tarball]);

  const running: number[] = Object.values(JSON.parse(readFileSync(join(folder, '.data/processes.json'), 'utf8')));
  expect(running).toHaveLength(3);
  const ended = new Promise((resolve) => npx?.once('close', resolve));
  endGroup(npx.pid ?? 0, 'SIGINT');
  await ended;
  for (const pid of running) expect(await waitGone(pid, 5000)).toBe(true);
  expect(running.filter(isAlive)).toEqual([]);
});
