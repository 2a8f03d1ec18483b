// Recognises and stops a PostgreSQL that an earlier start left running.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { commandLine, executable, isAlive, waitGone } from '../process-info.mjs';

/** Reads `postmaster.pid` (lines: pid, data folder, start time, port …). Returns undefined when the file is missing. */
export function readPidFile(data) {
  try {
    const lines = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n');
    return { pid: Number(lines[0]), port: Number(lines[3]) };
  } catch {
    return undefined;
  }
}

/** Returns the running postmaster of this data folder. An unrelated process that reuses its pid does not count. */
export function runningPostmaster(data) {
  const file = readPidFile(data);
  if (!file || !isAlive(file.pid) || executable(file.pid) !== 'postgres') return undefined;
  return ` ${commandLine(file.pid)} `.includes(` -D ${data} `) ? file : undefined;
}

/**
 * Requests a fast shutdown, which rolls back open transactions and writes everything. After `patience` milliseconds, or when `hurry`
 * is aborted, requests an immediate shutdown, after which the next start has to recover.
 */
export async function endPostmaster(pid, { hurry, patience = 20_000 } = {}) {
  const end = async (signal, ms) => {
    try {
      process.kill(pid, signal);
      process.kill(pid, 'SIGCONT'); // a stopped process receives no other signal
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
