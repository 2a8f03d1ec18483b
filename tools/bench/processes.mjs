import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Cannot } from '../cannot.mjs';
import { tail } from '../run.mjs';

const START_MS = 60_000;
const END_WITH_US = ['--import', new URL('../end-with-parent.mjs', import.meta.url).href];
const running = new Set();

/** Starts a Node program that ends with this process; its output goes to a log file. */
export function startProgram(name, file, { env = {}, folder, flags = [] }) {
  const logFile = join(folder, `${name}.log`);
  const log = openSync(logFile, 'a', 0o600);
  const node = process.env.BENCH_NODE_OPTIONS?.split(' ') ?? [];
  const child = spawn(process.execPath, [...END_WITH_US, ...flags, ...node, file], {
    env: { PATH: process.env.PATH, NODE_ENV: 'production', ...env },
    stdio: ['ignore', log, log, 'ipc'],
    cwd: folder,
  });
  closeSync(log);
  running.add(child);
  child.once('exit', () => running.delete(child));
  const said = () => tail(readFileSync(logFile, 'utf8'), 15);
  return Object.assign(child, { name, said });
}

/** Waits until the address answers with 200. */
export async function waitReady(child, url) {
  for (const until = Date.now() + START_MS; ; await sleep(100)) {
    const answer = await fetch(url).catch(() => undefined);
    if (answer?.ok) return;
    if (child.exitCode !== null || Date.now() > until)
      throw new Cannot(`${child.name} did not start:\n${child.said()}`);
  }
}

/** Sends a message to a program started here and waits for its answer. */
export function tell(child, message) {
  if (child.connected) child.send(message);
  return hear(child);
}

/** Waits for the next message of a program started here: that it is ready, or an answer. */
export async function hear(child) {
  if (!child.connected) throw new Cannot(`${child.name} has ended:\n${child.said()}`);
  const over = new AbortController();
  const gone = once(child, 'exit', over).then(() => {
    throw new Cannot(`${child.name} ended:\n${child.said()}`);
  });
  try {
    const [answer] = await Promise.race([once(child, 'message', over), gone]);
    if (answer.error) throw new Cannot(`${child.name}: ${answer.error}`);
    return answer;
  } finally {
    over.abort();
  }
}

export async function stopProgram(child) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  const late = setTimeout(() => child.kill('SIGKILL'), 5_000);
  await once(child, 'exit');
  clearTimeout(late);
}

export const stopPrograms = () => Promise.all([...running].map(stopProgram));
