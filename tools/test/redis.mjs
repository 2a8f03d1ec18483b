import { spawn, spawnSync } from 'node:child_process';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Cannot } from '../cannot.mjs';
import { nextFree } from '../free-port.mjs';

const START_MS = 10_000;
const FIRST_PORT = 26_379;

/** Starts a Redis that persists nothing. @returns its address, or undefined without a `redis-server` */
export async function startRedis(folder, signal) {
  if (spawnSync('redis-server', ['--version']).status !== 0) return undefined;
  const port = await nextFree(FIRST_PORT);
  const where = [
    '--port',
    String(port),
    '--bind',
    '127.0.0.1',
    '--dir',
    folder,
    '--pidfile',
    join(folder, 'redis.pid'),
  ];
  const child = spawn('redis-server', [...where, '--save', '', '--appendonly', 'no'], {
    detached: true,
    stdio: 'ignore',
  });
  const until = Date.now() + START_MS;
  while (!(await answers(port))) {
    signal.throwIfAborted();
    if (child.exitCode !== null || Date.now() > until) throw new Cannot('redis-server did not start.');
    await sleep(25);
  }
  return `redis://127.0.0.1:${port}`;
}

function answers(port) {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', timeout: 1000 });
    const end = (result) => resolve(result) ?? socket.destroy();
    socket.once('connect', () => socket.write('PING\r\n'));
    socket.once('data', (data) => end(data.toString().startsWith('+PONG')));
    for (const event of ['error', 'timeout']) socket.once(event, () => end(false));
  });
}
