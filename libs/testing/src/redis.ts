import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { connect as connectTls } from 'node:tls';
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

/** The files of a certificate, which clients must trust, and the only login. */
export interface RedisGuard {
  cert: string;
  key: string;
  user: string;
  password: string;
}

/**
 * @param cluster makes it a Redis Cluster of one node
 * @param guard makes it speak TLS only and demand the login
 * @returns a server that is not running yet; call `start()`
 */
export async function aPrivateRedis({
  cluster = false,
  guard,
}: { cluster?: boolean; guard?: RedisGuard } = {}): Promise<PrivateRedis> {
  const port = await freePort();
  const listening = guard
    ? [
        ...['--port', '0', '--tls-port', String(port), '--tls-auth-clients', 'no'],
        ...['--tls-cert-file', guard.cert, '--tls-key-file', guard.key, '--tls-ca-cert-file', guard.cert],
        ...['--user', guard.user, 'on', `>${guard.password}`, '~*', '&*', '+@all', '--user', 'default', 'off'],
      ]
    : ['--port', String(port)];
  const mode = cluster
    ? ['--cluster-enabled', 'yes', '--cluster-port', String(await freePort()), '--cluster-announce-ip', '127.0.0.1']
    : [];
  let stop = async () => {};
  const start = async () => {
    const folder = mkdtempSync(join(tmpdir(), 'dundun-redis-'));
    const where = [...listening, '--bind', '127.0.0.1', '--dir', folder, '--save', '', '--appendonly', 'no'];
    const child = spawn('redis-server', [...where, ...mode], { stdio: 'ignore' });
    const gone = new Promise((resolve) => child.once('exit', resolve));
    stop = async () => {
      child.kill('SIGKILL');
      await gone;
      rmSync(folder, { recursive: true, force: true });
    };
    await until('redis-server answers', async () => (await ask(port, guard, 'PING')) === '+PONG');
    if (!cluster) return;
    await ask(port, guard, 'CLUSTER ADDSLOTSRANGE 0 16383');
    await until('the cluster is up', async () => (await ask(port, guard, 'CLUSTER INFO')).includes('cluster_state:ok'));
  };
  return {
    url: guard ? `rediss://${guard.user}:${guard.password}@127.0.0.1:${port}` : `redis://127.0.0.1:${port}`,
    flush: async () => {
      const answer = await ask(port, guard, 'FLUSHALL');
      if (answer !== '+OK') throw new Error(`FLUSHALL: ${answer}`);
    },
    kill: () => stop(),
    start,
  };
}

function ask(port: number, guard: RedisGuard | undefined, command: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = guard
      ? connectTls({ port, host: '127.0.0.1', ca: readFileSync(guard.cert), timeout: 5_000 })
      : connect({ port, host: '127.0.0.1', timeout: 5_000 });
    const end = (answer: string) => {
      socket.destroy();
      resolve(answer);
    };
    const commands = guard ? [`AUTH ${guard.user} ${guard.password}`, command] : [command];
    const next = () => socket.write(`${commands.shift()}\r\n`);
    socket.once(guard ? 'secureConnect' : 'connect', next);
    socket.on('data', (data: Buffer) => (commands.length > 0 ? next() : end(data.toString().trim())));
    socket.once('error', () => end(''));
    socket.once('timeout', () => end(''));
    socket.once('close', () => end(''));
  });
}
