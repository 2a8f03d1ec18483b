import { spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { Cannot } from '../cannot.mjs';
import { nextFree } from '../free-port.mjs';

const FIRST_PORT = 26_479;
/** The settings for a queue: nothing is evicted, and a crash of the machine loses at most one second. */
const SETTINGS = ['--appendonly', 'yes', '--appendfsync', 'everysec', '--maxmemory-policy', 'noeviction', '--save', ''];

/** Starts a Redis and returns its address and version; undefined without a `redis-server` on the PATH. */
export async function startRedis(folder) {
  const said = spawnSync('redis-server', ['--version'], { encoding: 'utf8' });
  if (said.status !== 0) return undefined;
  const port = await nextFree(FIRST_PORT);
  const where = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder];
  spawn('redis-server', [...where, '--pidfile', join(folder, 'redis.pid'), ...SETTINGS], {
    detached: true,
    stdio: 'ignore',
  }).unref();
  const url = `redis://127.0.0.1:${port}`;
  for (let tries = 0; !(await answers(url)); tries++) {
    if (tries === 100) throw new Cannot('redis-server did not start.');
    await sleep(50);
  }
  return { url, version: /v=([\d.]+)/.exec(said.stdout)?.[1] ?? 'unknown' };
}

async function answers(url) {
  const client = new Redis(url, { lazyConnect: true, retryStrategy: () => null, maxRetriesPerRequest: 0 });
  client.on('error', () => {});
  try {
    await client.connect();
    return (await client.ping()) === 'PONG';
  } catch {
    return false;
  } finally {
    client.disconnect();
  }
}
