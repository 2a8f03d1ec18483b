import { spawn, type ChildProcess } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { join } from 'node:path';

const ROOT = process.cwd();

/** A process of the built product. */
export interface Running {
  readonly child: ChildProcess;
  /** Returns its output so far, both streams. */
  output(): string;
  /** Sends SIGTERM and waits; kills it after the drain time. @returns its exit code, null if killed */
  stop(): Promise<number | null>;
  /** kill -9, waits until it is gone. */
  kill(): Promise<void>;
}

/** Below the ephemeral ports: the system assigns none of these between the check and the use. */
const FIRST_PORT = 12_000;
/** Each worker of Jest has a range of its own, and begins at a random port: other runs may share the machine. */
const STRETCH = 1_000;
const STRETCHES = 12;
const ownStretch = FIRST_PORT + (Number(process.env.JEST_WORKER_ID ?? 0) % STRETCHES) * STRETCH;
let given = randomInt(STRETCH);

/** Returns a free port that no other test is given soon. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < STRETCH; tries++) {
    const port = ownStretch + (given++ % STRETCH);
    if (await isFree(port)) return port;
  }
  throw new Error(`no port from ${ownStretch} on is free`);
}

function isFree(port: number): Promise<boolean> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', () => resolve(false));
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => server.close(() => resolve(true)));
  });
}

const DRAIN_MS = 26_000;

/** Starts a built file of the workspace with only this environment. */
export function runNode(file: string, environment: Record<string, string>, args: string[] = []): Running {
  const child = spawn(
    process.execPath,
    ['--import', join(ROOT, 'tools/end-with-parent.mjs'), join(ROOT, file), ...args],
    {
      cwd: ROOT,
      env: { PATH: process.env.PATH, NODE_ENV: 'production', ...environment },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    },
  );
  let written = '';
  const keep = (chunk: Buffer) => {
    written = (written + chunk.toString()).slice(-200_000);
  };
  child.stdout?.on('data', keep);
  child.stderr?.on('data', keep);
  const gone = new Promise<number | null>((resolve) => {
    child.once('exit', resolve);
    child.once('error', () => resolve(null));
  });
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal);
    const timer = setTimeout(() => child.kill('SIGKILL'), DRAIN_MS);
    return gone.finally(() => clearTimeout(timer));
  };
  return { child, output: () => written, stop: () => end('SIGTERM'), kill: async () => void (await end('SIGKILL')) };
}
