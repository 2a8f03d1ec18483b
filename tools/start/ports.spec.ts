import { randomInt } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { freePort, nextFree } from '../free-port.mjs';
import { addressFor, choosePorts, rememberPorts } from './ports.mjs';

const host = '127.0.0.1';
let dataDir: string;
const listening: Server[] = [];

const listen = (port: number) =>
  new Promise<void>((resolve) => {
    // Another process has it, which is as good.
    const server = createServer().once('error', () => resolve());
    listening.push(server.listen(port, host, resolve));
  });

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'dundun-ports-'));
});
afterEach(() => {
  for (const server of listening.splice(0)) server.close();
  rmSync(dataDir, { recursive: true });
});

it('replaces a default port that is taken, and chooses the same port next time', async () => {
  await listen(3000);
  const first = await choosePorts({ env: {}, host, dataDir });
  expect(first.faults).toEqual([]);
  expect(first.ports.api).not.toBe(3000);
  const remembered = await nextFree(randomInt(12_000, 24_000));
  rememberPorts(dataDir, { api: remembered });
  expect((await choosePorts({ env: {}, host, dataDir })).ports.api).toBe(remembered);
});

it('reports every port that is set and taken', async () => {
  const api = await freePort();
  await listen(api);
  const console = await freePort();
  await listen(console);
  const { faults } = await choosePorts({ env: { API_PORT: `${api}`, CONSOLE_PORT: `${console}` }, host, dataDir });
  expect(faults).toEqual([
    expect.stringContaining(`API_PORT ${api} is taken on 127.0.0.1`),
    expect.stringContaining(`CONSOLE_PORT ${console} is taken on 127.0.0.1`),
  ]);
});

it('refuses the same port for both', async () => {
  const port = await freePort();
  const { faults } = await choosePorts({ env: { API_PORT: `${port}`, CONSOLE_PORT: `${port}` }, host, dataDir });
  expect(faults).toEqual([expect.stringContaining('set twice')]);
  expect((await choosePorts({ env: { API_PORT: '3001' }, host, dataDir })).ports.console).not.toBe(3001);
});

it('reports a host that is not an address of this machine', async () => {
  const { faults } = await choosePorts({ env: {}, host: '192.0.2.1', dataDir });
  expect(new Set(faults)).toEqual(new Set([expect.stringContaining('HOST nothing can listen on 192.0.2.1')]));
});

it.each([
  ['127.0.0.1', 'http://127.0.0.1:3000'],
  ['0.0.0.0', 'http://127.0.0.1:3000'],
  ['::', 'http://[::1]:3000'],
  ['::1', 'http://[::1]:3000'],
])('prints an address that can be opened for %s', (where, address) => {
  expect(addressFor(where, 3000)).toBe(address);
});
