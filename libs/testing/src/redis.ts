import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './processes.js';
import { until } from './until.js';

/** A Redis of one spec file, which may flush and kill it. It persists nothing. */
export interface PrivateRedis {
  url: string;
  /** Deletes all data. */
  flush(): Promise<void>;
  /** kill -9, waits until it is gone. */
  kill(): Promise<void>;
  /** Starts it again on the same port. */
  start(): Promise<void>;
}

/** Whether this machine has a `redis-server`. Tests that need one are skipped without it. */
export const hasRedis = spawnSync('redis-server', ['--version']).status === 0;

/**
 * @param cluster makes it a Redis Cluster of one node
 * @returns a server that is not running yet; call `start()`
 */
export async function aPrivateRedis({ cluster = false } = {}): Promise<PrivateRedis> {
  const port = await freePort();
  const mode = cluster
    ? ['--cluster-enabled', 'yes', '--cluster-port', String(await freePort()), '--cluster-announce-ip', '127.0.0.1']
    : [];
  let stop = async () => {};
  const start = async () => {
    const folder = mkdtempSync(join(tmpdir(), 'dundun-redis-'));
    const where = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--save', '', '--appendonly', 'no'];
    const child = spawn('redis-server', [...where, ...mode], { stdio: 'ignore' });
    const gone = new Promise((resolve) => child.once('exit', resolve));
    stop = async () => {
      child.kill('SIGKILL');
      await gone;
      rmSync(folder, { recursive: true, force: true });
    };
    await until('redis-server answers', async () => (await ask(port, 'PING')) === '+PONG');
    if (!cluster) return;
    await ask(port, 'CLUSTER ADDSLOTSRANGE 0 16383');
    await until('the cluster is up', async () => (await ask(port, 'CLUSTER INFO')).includes('cluster_state:ok'));
  };
  return {
    url: `redis://127.0.0.1:${port}`,
    flush: async () => {
      const answer = await ask(port, 'FLUSHALL');
      if (answer !== '+OK') throw new Error(`FLUSHALL: ${answer}`);
    },
    kill: () => stop(),
    start,
  };
}

function ask(port: number, command: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', timeout: 5_000 });
    const end = (answer: string) => {
      socket.destroy();
      resolve(answer);
    };
    socket.once('connect', () => socket.write(`${command}\r\n`));
    socket.once('data', (data) => end(data.toString().trim()));
    socket.once('error', () => end(''));
    socket.once('timeout', () => end(''));
    socket.once('close', () => end(''));
  });
}
