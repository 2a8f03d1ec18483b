// The folder of one test run, and the removal of what killed runs left behind.
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endPostmaster, runningPostmaster } from '../postgres/postmaster.mjs';
import { commandLine, executable, isAlive, waitGone } from '../process-info.mjs';

const PREFIX = 'dundun-test-';
/** Each spec file's database is hundreds of small files: PostgreSQL spent a third of its time in ext4. */
const MEMORY = '/dev/shm';
const ROOM = 4 * 2 ** 30;

/** Returns the place for databases of tests: memory if it has room, else the temporary folder. */
export const quickestFolder = () => (hasRoom(MEMORY) ? MEMORY : tmpdir());

/** Makes the folder; its name carries our process id. */
export function makeFolder() {
  const folder = mkdtempSync(join(quickestFolder(), `${PREFIX}${process.pid}-`));
  chmodSync(folder, 0o755); // the user `postgres` has to enter it when root runs the tests
  return folder;
}

function hasRoom(path) {
  if (!existsSync(path)) return false;
  const { bavail, bsize } = statfsSync(path);
  return bavail * bsize >= ROOM;
}

/** Ends the servers of test runs that are gone, and deletes their folders. */
export async function sweep() {
  for (const path of [MEMORY, tmpdir()].filter(existsSync)) {
    for (const name of readdirSync(path)) {
      const [, pid] = /^dundun-test-(\d+)-/.exec(name) ?? [];
      if (!pid || Number(pid) === process.pid || isRunning(Number(pid))) continue;
      await removeFolder(join(path, name)).catch(() => {}); // perhaps another user's
    }
  }
}

const isRunning = (pid) => isAlive(pid) && commandLine(pid).includes('test.mjs');

/** Ends the servers that run in the folder, and deletes it. */
export async function removeFolder(folder) {
  const pointer = join(folder, 'postgres.json');
  const elsewhere = existsSync(pointer) ? [JSON.parse(readFileSync(pointer, 'utf8')).folder] : [];
  for (const home of [join(folder, 'postgres'), ...elsewhere]) {
    const server = runningPostmaster(join(home, 'data'));
    if (server) await endPostmaster(server.pid, { patience: 5000 });
    rmSync(home, { recursive: true, force: true });
  }
  await endRedis(folder);
  rmSync(folder, { recursive: true, force: true });
}

async function endRedis(folder) {
  const file = join(folder, 'redis.pid');
  const pid = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0;
  if (!isAlive(pid) || !executable(pid).startsWith('redis')) return;
  process.kill(pid, 'SIGKILL'); // it keeps nothing
  await waitGone(pid, 5000);
}
