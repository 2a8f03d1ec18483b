import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { endGroup } from '../run.mjs';
import { forget, markOf, remember } from './earlier-run.mjs';
import { openLog } from './log-file.mjs';
import { isPlainTrouble, readable } from './readable.mjs';

const FIRST_DELAY_MS = 500;
const LONGEST_DELAY_MS = 10_000;
const HEALTHY_MS = 30_000; // after this time the next delay is the first one again
const DRAIN_MS = 25_000;

/**
 * Runs a program and restarts it whenever it ends, until `stop()`. Passes its warnings and errors to `show`. `deaths()` counts the
 * restarts.
 */
export function supervise({ name, file, flags = [], env, dataDir, show }) {
  const log = openLog(join(dataDir, 'logs', `${name}.log`));
  let child;
  let delay = FIRST_DELAY_MS;
  let timer;
  let deaths = 0;
  let stopping = false;
  let ended = Promise.resolve();

  let from;

  const start = () => {
    from = Date.now();
    // A process group of its own: Ctrl-C in the terminal reaches it only through us, in the right order.
    child = spawn(process.execPath, [...flags, '--import', markOf(dataDir), file], { env, detached: true, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] }); // prettier-ignore
    const { pid } = child;
    if (pid) remember(dataDir, name, pid);
    listen(child.stdout, (line) => readable(line));
    listen(
      child.stderr,
      (line) => readable(line) ?? (isPlainTrouble(line) ? { level: 'ERROR', text: line } : undefined),
    );
    ended = endOf(child).then((how) => {
      forget(dataDir, name);
      if (stopping) return;
      deaths++;
      if (Date.now() - from > HEALTHY_MS) delay = FIRST_DELAY_MS;
      show({ level: 'WARN', text: `ended (${how}); restarted in ${delay / 1000} s` });
      timer = setTimeout(start, delay);
      delay = Math.min(delay * 2, LONGEST_DELAY_MS);
    });
  };
  const listen = (stream, judge) => {
    createInterface({ input: stream }).on('line', (line) => {
      log.write(line);
      const trouble = judge(line);
      if (trouble) show(trouble);
    });
  };
  start();

  return {
    name,
    deaths: () => deaths,
    /** Returns for how many milliseconds it has been up; 0 while it is down. */
    upFor: () => (child.exitCode === null && child.signalCode === null ? Date.now() - from : 0),
    /** Sends SIGTERM; after 25 s, or when `hurry` is aborted, SIGKILL. */
    async stop(hurry) {
      stopping = true;
      clearTimeout(timer);
      const kill = () => child.pid && endGroup(child.pid, 'SIGKILL');
      const patience = setTimeout(kill, DRAIN_MS);
      hurry?.addEventListener('abort', kill, { once: true });
      if (hurry?.aborted) kill();
      else child.kill('SIGTERM');
      await ended;
      clearTimeout(patience);
    },
  };
}

/** Resolves with how a process ended, after all its output was read and no child of it holds the output open. */
function endOf(child) {
  return new Promise((resolve) => {
    let rest;
    child.once('error', (error) => child.pid ?? resolve(error.message));
    child.once('exit', () => (rest = setTimeout(() => endGroup(child.pid, 'SIGKILL'), DRAIN_MS)));
    child.once('close', (code, signal) => {
      clearTimeout(rest);
      resolve(signal ?? `code ${code}`);
    });
  });
}
