import { afterEach, describe, expect, it } from '@jest/globals';
import { OutboundGuard, type AddressLookup } from '@dundun/platform/outbound';
import { selfSigned } from '@dundun/providers/testing';
import { createServer, type Server } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { Receiver } from './receiver.service.js';
import { newSigningSecret } from './signature.js';
import { startReceiver, type FakeReceiver } from '../testing.js';

const LOOPBACK = { OUTBOUND_ALLOW: '127.0.0.1/32' };
const closing: { close(): unknown }[] = [];
afterEach(async () => {
  for (const each of closing.splice(0)) await each.close();
});

class ImpatientReceiver extends Receiver {
  protected override readonly timeoutMs = 300;
}

async function fake(answer?: FakeReceiver['answer']): Promise<FakeReceiver> {
  const receiver = await startReceiver();
  if (answer) receiver.answer = answer;
  closing.push(receiver);
  return receiver;
}

const PAYLOAD = { type: 'user.deleted', timestamp: '2026-11-20T09:30:00.000Z', data: { uid: 'user-1' } };
const calling = (url: string, { guard = new OutboundGuard(LOOPBACK), secrets = [newSigningSecret()] } = {}) =>
  new Receiver(guard).call({ id: 'entry-1', number: 3, url, secrets, payload: PAYLOAD });

describe('Receiver', () => {
  it('sends the payload signed by Standard Webhooks', async () => {
    const receiver = await fake();
    const secret = newSigningSecret();
    const answer = await calling(receiver.url, { secrets: [secret] });
    expect(answer).toMatchObject({ isDelivered: true, status: 200, response: 'ok', error: null });
    const [{ headers, body }] = receiver.received as [FakeReceiver['received'][0]];
    expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toEqual(PAYLOAD);
    expect(headers).toMatchObject({
      'webhook-id': 'entry-1',
      'request-id': 'entry-1.3',
      'user-agent': 'Dundun-Webhooks/1.0',
      'content-type': 'application/json; charset=utf-8',
    });
  });

  it.each([200, 202, 204])('counts %d as delivered', async (status) => {
    const { url } = await fake((response) => response.writeHead(status).end());
    expect(await calling(url)).toMatchObject({ isDelivered: true, status, error: null });
  });

  it.each([400, 401, 404, 410, 500, 503])('counts %d as failed', async (status) => {
    const { url } = await fake((response) => response.writeHead(status).end('no'));
    const error = `It answered ${status}.`;
    expect(await calling(url)).toMatchObject({ isDelivered: false, status, response: 'no', error });
  });

  it('reads Retry-After', async () => {
    const { url } = await fake((response) => response.writeHead(429, { 'retry-after': '90' }).end());
    expect(await calling(url)).toMatchObject({ status: 429, retryAfter: 90_000 });
  });

  it('does not follow redirects', async () => {
    const target = await fake();
    const { url } = await fake((response) => response.writeHead(302, { location: target.url }).end());
    expect(await calling(url)).toMatchObject({
      isDelivered: false,
      status: 302,
      error: expect.stringMatching(/redirect/),
    });
    expect(target.received).toEqual([]);
  });

  it('limits how much of an answer it reads and keeps', async () => {
    const { url } = await fake((response) => response.end('é\0'.repeat(5_000_000)));
    const { isDelivered, response } = await calling(url);
    expect([isDelivered, (response ?? '').length]).toEqual([true, 512]);
    expect(response).toMatch(/^é+$/);
  });

  it('times out on a hanging receiver', async () => {
    const { url } = await fake(() => undefined);
    const impatient = new ImpatientReceiver(new OutboundGuard(LOOPBACK));
    const call = { id: 'x', number: 1, url, secrets: [newSigningSecret()], payload: PAYLOAD };
    const error = 'It did not answer within 0.3 seconds.';
    expect(await impatient.call(call)).toMatchObject({ isDelivered: false, status: null, error });
  });

  it('reports a receiver that speaks no HTTP, hangs up or is down', async () => {
    const garbage = await raw((server) => server.on('connection', (socket) => socket.end('\x00garbage\r\n\r\n')));
    const reset = await raw((server) => server.on('connection', (socket) => socket.resetAndDestroy()));
    const gone = await fake();
    await gone.close();
    for (const url of [garbage, reset, gone.url]) {
      const answer = await calling(url);
      expect(answer).toMatchObject({ isDelivered: false, status: null, response: null });
      expect(answer.error).toMatch(/^The connection failed: [A-Z_]+\.$|^The answer is not HTTP\.$/);
    }
  });

  it('refuses an untrusted certificate', async () => {
    const receiver = await startReceiver({ tls: selfSigned('127.0.0.1') });
    closing.push(receiver);
    const answer = await calling(receiver.url);
    expect(answer).toMatchObject({
      isDelivered: false,
      status: null,
      error: 'The connection failed: DEPTH_ZERO_SELF_SIGNED_CERT.',
    });
    expect(receiver.received).toEqual([]);
  });
});

describe('an internal address', () => {
  it.each([
    'http://127.0.0.1/',
    'http://10.0.0.1/',
    'http://172.16.0.1/',
    'http://192.168.1.1/',
    'http://169.254.169.254/latest/meta-data/',
    'http://100.64.0.1/',
    'http://0.0.0.0/',
    'http://[::1]/',
    'http://[fc00::1]/',
    'http://[fe80::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[64:ff9b::7f00:1]/',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://0177.0.0.1/',
    'http://example.com@127.0.0.1/',
    'http://example.com:22/',
    'gopher://example.com/',
    'file:///etc/passwd',
  ])('is not called: %s', async (url) => {
    const guard = new OutboundGuard({}, () => Promise.resolve(['93.184.215.14']));
    const answer = await calling(url, { guard });
    expect(answer).toMatchObject({
      isDelivered: false,
      status: null,
      error: expect.stringMatching(/^The address cannot be used/),
    });
  });

  it('is not called after a name is rebound to it', async () => {
    const receiver = await fake();
    let addresses = ['127.0.0.1'];
    const lookup: AddressLookup = () => Promise.resolve(addresses);
    const guard = new OutboundGuard({ OUTBOUND_ALLOW: `127.0.0.1/32:${new URL(receiver.url).port}` }, lookup);
    const url = receiver.url.replace('127.0.0.1', 'hooks.example.com');
    expect(await calling(url, { guard })).toMatchObject({ isDelivered: true });
    addresses = ['10.0.0.1'];
    expect(await calling(url, { guard })).toMatchObject({
      status: null,
      error: expect.stringMatching(/public internet/),
    });
    addresses = ['93.184.215.14', '10.0.0.1'];
    expect(await calling(url, { guard })).toMatchObject({
      status: null,
      error: expect.stringMatching(/public internet/),
    });
    expect(receiver.received).toHaveLength(1);
  });
});

async function raw(prepare: (server: Server) => void): Promise<string> {
  const server = createServer();
  prepare(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push({ close: () => server.close() });
  return `http://127.0.0.1:${(server.address() as { port: number }).port}/`;
}
