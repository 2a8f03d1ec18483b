import { afterEach, describe, expect, it } from '@jest/globals';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ProviderOptions } from './descriptor.js';
import { HttpClient, outcomeOfStatus, retryAfterMs } from './http.js';
import { jsonObject } from './json.js';

const running: { close(): unknown }[] = [];
afterEach(async () => {
  for (const each of running.splice(0).reverse()) await each.close();
});

async function client(
  listener: RequestListener,
  timeoutMs = 10_000,
  options: ProviderOptions = {},
): Promise<HttpClient> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const made = new HttpClient(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, { timeoutMs, ...options });
  running.push({ close: () => new Promise((resolve) => (server.closeAllConnections(), server.close(resolve))) }, made);
  return made;
}

describe('HttpClient with an address that a user entered', () => {
  const origin = 'http://mail.example.test:8025';

  it('connects to the resolved address and sends the original host name', async () => {
    const asked: string[] = [];
    const server = createServer((request, response) => response.end(request.headers.host));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const resolve = async (host: string, to: number) => (asked.push(`${host} ${to}`), '127.0.0.1');
    const http = new HttpClient('https://unused.test', { origin: `http://mail.example.test:${port}`, resolve });
    running.push({ close: () => new Promise((done) => (server.closeAllConnections(), server.close(done))) }, http);
    expect(await http.call({ method: 'GET', path: '/' })).toMatchObject({ text: `mail.example.test:${port}` });
    expect(asked).toEqual([`mail.example.test ${port}`]);
  });

  it('does not connect to a forbidden address', async () => {
    const refuse = () =>
      Promise.reject(Object.assign(new Error('not the public internet'), { code: 'forbidden_address' }));
    const http = new HttpClient('https://unused.test', { origin, resolve: refuse });
    running.push(http);
    const answer = await http.call({ method: 'POST', path: '/', body: 'x' });
    expect(answer).toMatchObject({ answered: false, handedOver: false, code: 'forbidden_address' });
  });
});

describe('HttpClient', () => {
  it('sends a body of any size with its content length', async () => {
    const http = await client((request, response) => {
      let size = 0;
      request.on('data', (chunk: Buffer) => (size += chunk.length));
      request.on('end', () => response.end(`${request.headers['content-length']} ${size}`));
    });
    for (const size of [0, 1, 65_536, 300_000]) {
      const answer = await http.call({ method: 'POST', path: '/', body: 'x'.repeat(size) });
      expect(answer).toMatchObject({ answered: true, status: 200, text: `${size} ${size}` });
    }
  });

  it.each(['GET', 'POST'] as const)('sends no byte of a %s without a body that is not wanted', async (method) => {
    const requests: (string | undefined)[] = [];
    const http = await client((request, response) => {
      requests.push(request.headers['transfer-encoding'] ?? request.headers['content-length']);
      response.end('ok');
    });
    const call = (isWanted: boolean) => http.call({ method, path: '/', isWanted: () => Promise.resolve(isWanted) });
    expect(await call(false)).toMatchObject({ answered: false, handedOver: false });
    expect(requests).toEqual([]);
    expect(await call(true)).toMatchObject({ answered: true, text: 'ok' });
    expect(requests).toEqual([method === 'GET' ? undefined : '0']);
  });

  it('sends bytes unchanged', async () => {
    const http = await client(
      (request, response) => void request.on('data', (chunk: Buffer) => response.end(chunk.toString('hex'))),
    );
    const answer = await http.call({ method: 'POST', path: '/', body: Buffer.from([0, 13, 10, 255]) });
    expect(answer).toMatchObject({ answered: true, text: '000d0aff' });
  });

  it('reports a long body that was cut off as not handed over', async () => {
    const http = await client((request) => void request.once('data', () => request.socket.resetAndDestroy()));
    const answer = await http.call({ method: 'POST', path: '/', body: 'x'.repeat(50_000_000) });
    expect(answer).toMatchObject({ answered: false, handedOver: false });
  });

  it('returns the part received of an answer that breaks off or never ends', async () => {
    const http = await client((request, response) => {
      response.writeHead(201).write('{"sid":');
      if (request.url === '/cut') setTimeout(() => request.socket.resetAndDestroy(), 20);
    }, 2_000);
    for (const path of ['/cut', '/hang']) {
      const answer = await http.call({ method: 'POST', path, body: 'x' });
      expect(answer).toMatchObject({ answered: true, status: 201, text: '{"sid":' });
    }
  });

  it('stops reading an endless answer', async () => {
    const http = await client((_request, response) => {
      const more = () => void (response.writable && response.write('x'.repeat(10_000), more));
      more();
    });
    const answer = await http.call({ method: 'POST', path: '/', body: 'x' });
    expect(answer.answered && answer.text.length).toBeLessThan(400_000);
  });

  it('does not follow a redirect', async () => {
    const http = await client((_request, response) => response.writeHead(302, { location: '/other' }).end());
    expect(await http.call({ method: 'POST', path: '/', body: 'x' })).toMatchObject({ answered: true, status: 302 });
  });

  it('makes no call when the caller has already aborted', async () => {
    const http = await client((_request, response) => response.end());
    const answer = await http.call({ method: 'POST', path: '/', body: 'x', signal: AbortSignal.abort() });
    expect(answer).toMatchObject({ answered: false, handedOver: false, code: 'EABORT' });
  });
});

describe('retryAfterMs', () => {
  const now = Date.parse('2026-11-20T10:00:00Z');
  it.each([
    ['30', 30_000],
    ['0', 0],
    ['Fri, 20 Nov 2026 10:01:00 GMT', 60_000],
    ['Fri, 20 Nov 2026 09:00:00 GMT', 0],
    ['99999999', 86_400_000],
    ['soon', undefined],
    ['', undefined],
    [undefined, undefined],
    [['5'], 5_000],
  ])('reads %j as %j', (value, expected) => {
    expect(retryAfterMs(value, now)).toBe(expected);
  });
});

describe('outcomeOfStatus', () => {
  const of = (status: number) => outcomeOfStatus({ answered: true, status, headers: {}, text: '' }, 'x');
  it.each([200, 201, 400, 404, 422])('leaves %i to the adapter', (status) => expect(of(status)).toBeNull());
  it.each([500, 502, 504, 599])('maps %i to unknown', (status) =>
    expect(of(status)).toMatchObject({ kind: 'unknown' }),
  );
});

describe('jsonObject', () => {
  it.each(['', '[]', '1', 'null', '{"a":', '<html>'])('returns null for %j', (text) =>
    expect(jsonObject(text)).toBeNull(),
  );
  it('reads an object', () => expect(jsonObject('{"a":1}')).toEqual({ a: 1 }));
});
