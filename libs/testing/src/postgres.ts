import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './processes.js';
import { until } from './until.js';

/** A durable PostgreSQL of one spec file, which may kill it. */
export interface PrivatePostgres {
  url: string;
  /** kill -9 of its first process; the others end when they notice, after the statement that they run. */
  kill(): Promise<void>;
  /** Starts it again on the same port; it recovers. */
  start(): Promise<void>;
  close(): Promise<void>;
}

interface Server {
  url: string;
  port: number;
  pid: number;
  home: string;
  stop(): Promise<void>;
}

interface Tool {
  startPostgres(options: { dataDir: string; port?: number }): Promise<Server>;
}

const TOOL = join(process.cwd(), 'tools/postgres.mjs');

export async function aPrivatePostgres(): Promise<PrivatePostgres> {
  const { startPostgres } = (await import(TOOL)) as Tool;
  const dataDir = mkdtempSync(join(tmpdir(), 'dundun-postgres-'));
  chmodSync(dataDir, 0o755); // the user `postgres` has to enter it when root runs the tests
  // A port that no other server takes while this one is down.
  let server = await startPostgres({ dataDir, port: await freePort() });
  const { url, port, home } = server;
  return {
    url,
    kill: async () => {
      // While one of them runs, the server cannot start again.
      const others = childrenOf(server.pid);
      process.kill(server.pid, 'SIGKILL');
      await until('the server is gone', () => !isAlive(server.pid));
      await until('its processes are gone', () => others.every(isGone), { ms: 120_000 });
    },
    start: async () => {
      server = await startPostgres({ dataDir, port });
      if (server.port !== port) throw new Error(`PostgreSQL came back on another port, ${server.port}`);
    },
    close: async () => {
      await server.stop();
      for (const folder of [home, dataDir]) rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Returns the processes that a process has started; none where the kernel does not say. */
function childrenOf(pid: number): number[] {
  const list = `/proc/${pid}/task/${pid}/children`;
  return existsSync(list) ? readFileSync(list, 'utf8').trim().split(/\s+/).filter(Boolean).map(Number) : [];
}

/** A process that nobody has waited for is gone as well. */
function isGone(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .startsWith('Z');
  } catch {
    return true;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
