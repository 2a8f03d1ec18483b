/**
 * What strangers reach: connections without end, slow headers, metrics.
 * @slow waits for slow connections to be ended
 */
import { afterEach, describe, expect, it } from '@jest/globals';
import { basic, freePort, until } from '@dundun/testing';
import type { Socket } from 'node:net';
import { expectOk, expectRefusal } from './support/answers.js';
import { useProduct } from './support/product.js';
import { bytes, dial, rawRequest } from './support/raw-http.js';

const TOKEN = 'a-token-for-metrics';
const MOST = 150;

describe('an api that strangers reach', () => {
  const subject = useProduct({
    workers: 0,
    environment: { CONNECTIONS_PER_ADDRESS: String(MOST) },
  });
  const { call } = subject;
  const sockets: Socket[] = [];
  const dialed = () => {
    const socket = dial(subject.product.apiUrl);
    sockets.push(socket);
    return socket;
  };
  const connected = (count: number) =>
    Promise.all(
      Array.from({ length: count }, () => {
        const socket = dialed();
        return new Promise<Socket>((resolve) => socket.once('connect', () => resolve(socket)));
      }),
    );
  const head = (path: string, headers = '') => `GET ${path} HTTP/1.1\r\nHost: x\r\n${headers}\r\n`;
  const answered = (socket: Socket, request: string) =>
    new Promise<string>((resolve) => {
      socket.once('data', (chunk: Buffer) => resolve(chunk.toString('latin1')));
      socket.write(request);
    });
  afterEach(async () => {
    const open = sockets.splice(0).filter((socket) => !socket.destroyed);
    await Promise.all(open.map((socket) => new Promise((resolve) => socket.once('close', resolve).destroy())));
  });

  it('refuses the connections of an address beyond its limit with 429, and takes more when some end', async () => {
    await Promise.all((await connected(MOST)).map((socket) => answered(socket, head('/health/live'))));
    const stream = await bytes(subject.product.apiUrl, [head('/health/live')]);
    expect(stream).toMatch(/^HTTP\/1\.1 429 [^]*\r\nDundun-Error: rate_limited\r\n[^]*\r\nRetry-After: 1\r\n/);
    expect(stream).toMatch(/\{"error":"This address has too many open connections\."\}$/);
    for (const socket of sockets.splice(0, 10)) socket.destroy();
    await until('a connection is taken again', async () =>
      (await bytes(subject.product.apiUrl, [head('/health/live', 'Connection: close\r\n')])).startsWith('HTTP/1.1 200'),
    );
  });

  it('does not count connections that presented the secret', async () => {
    const { apiKey, apiSecret } = subject.product;
    const authorization = `Authorization: ${basic(apiKey, apiSecret)}\r\n`;
    // Few at a time, because each asks the database.
    for (let opened = 0; opened < 2 * MOST; opened += 20) {
      const answers = await Promise.all(
        (await connected(20)).map((socket) => answered(socket, head('/v1/account', authorization))),
      );
      expect(answers.filter((answer) => !answer.startsWith('HTTP/1.1 200'))).toEqual([]);
    }
  });

  it('ends the oldest of many connections that send their headers slowly', async () => {
    const slow = await connected(120);
    for (const socket of slow) socket.write('GET /health/live HTTP/1.1\r\nX-Slow: ');
    const closed = () => slow.filter((socket) => socket.destroyed).length;
    // New connections of the same address find a place, and push out the oldest slow ones.
    await until('slow connections are ended', async () => {
      await rawRequest(subject.product.apiUrl, { path: '/health/live' });
      return closed() >= 20;
    });
    expect(slow[0]?.destroyed).toBe(true);
    expect(closed()).toBeLessThan(60);
    expectOk(await call('GET /v1/account'));
  });

  it('ends a connection whose headers do not arrive in time with 408', async () => {
    const stream = await bytes(subject.product.apiUrl, ['GET /v1/lists HTTP/1.1\r\nX-Slow: '], (got) =>
      got.includes('}'),
    );
    expect(stream).toMatch(/^HTTP\/1\.1 408 /);
  });

  it('wants a token for metrics and readiness when METRICS_TOKEN is set', async () => {
    for (const path of ['/metrics', '/health/ready'])
      expect((await call(`GET ${path}`, { as: 'none' })).status).toBe(200);
    const port = String(await freePort());
    await subject.product.startApi({ API_PORT: port, METRICS_TOKEN: TOKEN });
    const url = `http://127.0.0.1:${port}`;
    const ask = (path: string, authorization?: string) =>
      rawRequest(url, { path, headers: authorization === undefined ? {} : { Authorization: authorization } });
    expectOk(await ask('/health/live'), { status: 'ok' });
    const { apiKey, apiSecret } = subject.product;
    for (const path of ['/metrics', '/health/ready']) {
      for (const wrong of [
        undefined,
        'Bearer',
        'Bearer wrong',
        `Bearer ${TOKEN}x`,
        basic('x', 'wrong'),
        basic(apiKey, apiSecret),
      ])
        expectRefusal(await ask(path, wrong), 401, 'wrong_credentials');
      for (const right of [`Bearer ${TOKEN}`, `bearer ${TOKEN}`, basic('prometheus', TOKEN)])
        expect([path, (await ask(path, right)).status]).toEqual([path, 200]);
    }
  });
});
