// Reads enough about a process from its id to never stop an unrelated one.
import { spawnSync } from 'node:child_process';
import { readFileSync, readlinkSync } from 'node:fs';
import { basename } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const attempt = (read) => {
  try {
    return read();
  } catch {
    return undefined;
  }
};
const ps = (pid, column) => {
  const { status, stdout } = spawnSync('ps', ['-o', `${column}=`, '-p', String(pid)], { encoding: 'utf8' });
  return status === 0 ? stdout.trim() : '';
};

/** Returns whether the process runs. A zombie does not. */
export function isAlive(pid) {
  if (!Number.isInteger(pid) || pid < 1) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (error.code !== 'EPERM') return false;
  }
  const stat = attempt(() => readFileSync(`/proc/${pid}/stat`, 'utf8'));
  return !/^[ZX]/.test(stat?.slice(stat.lastIndexOf(')') + 2) ?? '');
}

/** Returns the command line as one string, or '' when it cannot be read. */
export function commandLine(pid) {
  const raw = attempt(() => readFileSync(`/proc/${pid}/cmdline`, 'utf8'));
  return raw === undefined ? ps(pid, 'command') : raw.split('\0').join(' ');
}

/** Returns the name of the program's file. Falls back where /proc/<pid>/exe is not readable, as for root without CAP_SYS_PTRACE. */
export function executable(pid) {
  const file = attempt(() => readlinkSync(`/proc/${pid}/exe`)?.replace(/ \(deleted\)$/, ''));
  return basename(file ?? attempt(() => readFileSync(`/proc/${pid}/comm`, 'utf8').trim()) ?? ps(pid, 'comm'));
}

/** Waits until the process has ended. Returns false when it still runs after `ms`. */
export async function waitGone(pid, ms, every = 25) {
  const until = Date.now() + ms;
  while (isAlive(pid)) {
    if (Date.now() > until) return false;
    await sleep(every);
  }
  return true;
}
