import { afterEach, describe, expect, it } from '@jest/globals';
import { until } from '@dundun/testing';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { limitConnections, releaseConnection } from './connection-limits.js';

const GET = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';
const MOST = 2;

describe('limitConnections', () => {
  const opened: { server?: Server; sockets: Socket[] } = { sockets: [] };
  afterEach(async () => {
    for (const socket of opened.sockets.splice(0)) socket.destroy();
    opened.server?.closeAllConnections();
    await new Promise((resolve) => opened.server?.close(resolve));
  });

  /** Starts a server with the limit. Requests with credentials release their connection. */
  async function served(trustProxy?: string) {
    const server = createServer((request, response) => {
      if (request.headers.authorization) releaseConnection(request.socket);
      response.end('served');
    });
    opened.server = server;
    limitConnections(server, MOST, trustProxy);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    return (request = GET) =>
      new Promise<number>((resolve) => {
        const socket = connect(port, '127.0.0.1');
        opened.sockets.push(socket);
        socket.on('error', () => undefined);
        socket.once('data', (chunk) => resolve(Number(/^HTTP\/1\.1 (\d+)/.exec(String(chunk))?.[1])));
        socket.write(request);
      });
  }

  it('refuses connections beyond the limit until one ends', async () => {
    const ask = await served();
    expect([await ask(), await ask(), await ask(), await ask()]).toEqual([200, 200, 429, 429]);
    opened.sockets[0]?.destroy();
    await until('one more is served', async () => (await ask()) === 200);
  });

  it.each(['loopback', '10.0.0.0/8, 127.0.0.1', '127.0.0.0/8', '1', 'true'])(
    'does not count connections of proxies: %s',
    async (trustProxy) => {
      const ask = await served(trustProxy);
      expect([await ask(), await ask(), await ask()]).toEqual([200, 200, 200]);
    },
  );

  it.each(['10.0.0.0/8', '::1', 'uniquelocal', 'false', '0'])('counts those of others: %s', async (trustProxy) => {
    const ask = await served(trustProxy);
    expect([await ask(), await ask(), await ask()]).toEqual([200, 200, 429]);
  });

  it('does not count a connection after its release, and counts none twice', async () => {
    const ask = await served();
    const known = GET.replace('Host', 'Authorization: x\r\nHost');
    expect([await ask(known), await ask(known), await ask(known)]).toEqual([200, 200, 200]);
    for (const socket of opened.sockets) socket.destroy();
    expect([await ask(), await ask(), await ask()]).toEqual([200, 200, 429]);
  });
});
