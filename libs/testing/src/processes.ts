import { spawn, type ChildProcess } from 'node:child_process';
import { createServer } from 'node:net';
import { join } from 'node:path';

const ROOT = process.cwd();

/** A process of the built product. */
export interface Running {
  readonly child: ChildProcess;
  /** What it wrote so far, both streams. */
  output(): string;
  /** Asks it to end and waits; kills it after the drain time. @returns its exit code */
  stop(): Promise<number | null>;
  /** kill -9, waits until it is gone. */
  kill(): Promise<void>;
}

/** A port that was free a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

const DRAIN_MS = 26_000;

/** Starts a built file of the workspace, with this environment alone. */
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
