// Recognising and ending a PostgreSQL that an earlier start left behind.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { commandLine, executable, isAlive, waitGone } from '../process-info.mjs';

/** What `postmaster.pid` says (its lines: pid, data folder, start time, port …), or undefined without one. */
export function readPidFile(data) {
  try {
    const lines = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n');
    return { pid: Number(lines[0]), port: Number(lines[3]) };
  } catch {
    return undefined;
  }
}

/** The postmaster of this data folder. A process that merely has the number of a dead one by now is none. */
export function runningPostmaster(data) {
  const file = readPidFile(data);
  if (!file || !isAlive(file.pid) || executable(file.pid) !== 'postgres') return undefined;
  return ` ${commandLine(file.pid)} `.includes(` -D ${data} `) ? file : undefined;
}

/**
 * Fast shutdown: open transactions are rolled back, everything is written. After `patience` (milliseconds), or as soon as
 * `hurry` is aborted, an immediate one, which costs a recovery at the next start.
 */
export async function endPostmaster(pid, { hurry, patience = 20_000 } = {}) {
  const end = async (signal, ms) => {
    try {
      process.kill(pid, signal);
      process.kill(pid, 'SIGCONT'); // a stopped process hears nothing
    } catch {
      return true;
    }
    return waitGone(pid, ms);
  };
  if (!hurry?.aborted) {
    const hurried = new Promise((resolve) => hurry?.addEventListener('abort', () => resolve(false), { once: true }));
    if (await Promise.race([end('SIGINT', patience), hurried])) return;
  }
  if (await end('SIGQUIT', 5000)) return;
  await end('SIGKILL', 5000);
}
