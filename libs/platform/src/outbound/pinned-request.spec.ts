import { afterEach, describe, expect, it } from '@jest/globals';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createServer as createTlsServer, type Server as TlsServer } from 'node:tls';
import { OutboundGuard } from './outbound-guard.js';

const running: (Server | TlsServer)[] = [];
afterEach(async () => {
  for (const server of running.splice(0)) {
    if ('closeAllConnections' in server) server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

/** A server on a loopback address that only the operator's list allows, and the calls it received. */
async function listening(answer: RequestListener, address = '127.0.0.1', wanted = 0) {
  const calls: { url: string; headers: IncomingMessage['headers']; body: string }[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      calls.push({ url: `${request.method} ${request.url}`, headers: request.headers, body });
      answer(request, response);
    });
  });
  running.push(server);
  await new Promise<void>((resolve) => server.listen(wanted, address, resolve));
  return { calls, port: (server.address() as AddressInfo).port };
}

/** A guard whose lookups return these addresses, one after the other. */
function guarding(OUTBOUND_ALLOW: string, ...addresses: string[]) {
  const asked: string[] = [];
  const guard = new OutboundGuard({ OUTBOUND_ALLOW }, async (name) => {
    asked.push(name);
    return [addresses[Math.min(asked.length, addresses.length) - 1] ?? ''];
  });
  return { guard, asked };
}
const hello: RequestListener = (_, response) => void response.end('hello');

describe('fetchPinned', () => {
  it('calls the checked address under its name', async () => {
    const { calls, port } = await listening(hello);
    const { guard, asked } = guarding(`127.0.0.1/32:${port}`, '127.0.0.1');
    const request = { method: 'POST', headers: { 'x-a': 'b', Host: 'other.test' }, body: '{"a":1}' } as const;
    const answer = await guard.fetchPinned(`http://pinned.test:${port}/hook?x=%20y`, request);
    expect(answer).toMatchObject({ status: 200, text: 'hello', cut: false });
    expect(calls).toEqual([
      {
        url: 'POST /hook?x=%20y',
        headers: expect.objectContaining({ host: `pinned.test:${port}`, 'x-a': 'b', 'content-length': '7' }),
        body: '{"a":1}',
      },
    ]);
    expect(asked).toEqual(['pinned.test']);
  });

  it('does not follow a name that changes its address meanwhile', async () => {
    const first = await listening(hello, '127.0.0.1');
    const second = await listening(hello, '127.0.0.2', first.port);
    const { guard, asked } = guarding(`127.0.0.1/32:${first.port}`, '127.0.0.1', '127.0.0.2');
    const url = `http://rebinding.test:${first.port}/`;
    expect(await guard.fetchPinned(url)).toMatchObject({ status: 200 });
    expect([asked.length, first.calls.length, second.calls.length]).toEqual([1, 1, 0]);
    // The next call resolves again and is refused.
    await expect(guard.fetchPinned(url)).rejects.toMatchObject({ code: 'forbidden_address' });
    expect([first.calls.length, second.calls.length]).toEqual([1, 0]);
  });

  it('refuses addresses that are not on the list', async () => {
    const { calls, port } = await listening(hello);
    const { guard } = guarding('127.0.0.0/8:1', '127.0.0.1');
    for (const host of ['inside.test', '127.0.0.1', '0x7f.1', '[::ffff:127.0.0.1]', 'localhost']) {
      await expect(guard.fetchPinned(`http://${host}:${port}/`)).rejects.toMatchObject({ code: 'forbidden_address' });
    }
    expect(calls).toEqual([]);
  });

  it('follows no redirect', async () => {
    const { calls, port } = await listening((_, response) => {
      response.writeHead(302, { location: 'http://169.254.169.254/' }).end();
    });
    const { guard } = guarding(`127.0.0.1/32:${port}`, '127.0.0.1');
    const answer = await guard.fetchPinned(`http://pinned.test:${port}/`);
    expect(answer).toMatchObject({ status: 302, headers: { location: 'http://169.254.169.254/' } });
    expect(calls).toHaveLength(1);
  });

  it('reads 64 KB and closes the connection', async () => {
    let closed = () => {};
    const hungUp = new Promise<void>((resolve) => (closed = resolve));
    const { port } = await listening((_, response) => {
      response.on('close', closed);
      const more = () => {
        while (response.writable && response.write('a'.repeat(16_384)));
      };
      response.on('drain', more);
      more();
    });
    const { guard } = guarding(`127.0.0.1/32:${port}`, '127.0.0.1');
    const answer = await guard.fetchPinned(`http://pinned.test:${port}/`);
    expect([answer.text.length, answer.cut]).toEqual([65_536, true]);
    await hungUp;
  });

  it.each<[string, RequestListener]>([
    ['no answer', () => {}],
    ['an answer without an end', (_, response) => void response.write('a')],
  ])('times out in total: %s', async (_, answer) => {
    const { port } = await listening(answer);
    const { guard } = guarding(`127.0.0.1/32:${port}`, '127.0.0.1');
    const call = guard.fetchPinned(`http://pinned.test:${port}/`, { timeoutMs: 300 });
    await expect(call).rejects.toMatchObject({ code: 'ETIMEDOUT' });
  });

  it('includes the lookup in the timeout', async () => {
    const guard = new OutboundGuard({}, () => new Promise(() => {}));
    await expect(guard.fetchPinned('http://slow.test/', { timeoutMs: 50 })).rejects.toMatchObject({
      code: 'ETIMEDOUT',
    });
  });

  it("passes on the network's errors", async () => {
    const { port } = await listening((request) => void request.socket.resetAndDestroy());
    const { guard } = guarding('127.0.0.1/32', '127.0.0.1');
    await expect(guard.fetchPinned(`http://pinned.test:${port}/`)).rejects.toMatchObject({ code: 'ECONNRESET' });
    await expect(guard.fetchPinned('http://pinned.test:1/')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });

  it('requires a certificate for the name', async () => {
    let named = '';
    const server = createTlsServer({
      SNICallback(name, done) {
        named = name;
        done(new Error('no certificate here'));
      },
    });
    running.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const { guard } = guarding(`127.0.0.1/32:${port}`, '127.0.0.1');
    await expect(guard.fetchPinned(`https://pinned.test:${port}/`, { https: true })).rejects.toMatchObject({
      message: expect.any(String),
    });
    expect(named).toBe('pinned.test');
    await expect(guard.fetchPinned(`http://pinned.test:${port}/`, { https: true })).rejects.toMatchObject({
      code: 'forbidden_address',
    });
  });
});
