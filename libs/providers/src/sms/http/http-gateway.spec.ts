import { afterEach, describe, expect, it } from '@jest/globals';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { anSms, startFakeGateway } from '../../testing/index.js';
import { atTheEnd, closeAll, fakeAndProvider } from '../testing.js';
import { httpGateway } from './http-gateway.js';

afterEach(closeAll);

const started = (own = {}) => fakeAndProvider({ start: startFakeGateway, descriptor: httpGateway }, {}, own);

/** Starts a gateway that answers everything with this, and records the last call. */
async function gateway(status: number, text: string) {
  const last = { method: '', url: '', headers: {} as Record<string, unknown>, body: '' };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request
      .on('data', (chunk: Buffer) => chunks.push(chunk))
      .on('end', () => {
        const { method = '', url = '', headers } = request;
        Object.assign(last, { method, url, headers, body: Buffer.concat(chunks).toString() });
        response.writeHead(status).end(text);
      });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  atTheEnd({
    close: () => new Promise<void>((resolve) => (server.closeAllConnections(), server.close(() => resolve()))),
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const create = (settings: object, own = {}) => atTheEnd(httpGateway.create(settings, own));
  return { origin, last, create };
}

const nasty = `"quote" \\ & <b> 'x' {{secret}} 100% ü 🥁\nnext`;
const JSON_SENDS = { body: '{"to":"{{to}}","text":"{{text}}"}' };

describe('an SMS over a gateway', () => {
  it('arrives once, as the template says', async () => {
    const { fake, sms } = await started({
      statusCallback: (id: string) => `https://here.test/hooks/k?reference=${id}`,
    });
    const outcome = await sms.send(anSms({ to: '2348012345678', body: nasty, reference: 'r-1' }));
    expect(outcome).toMatchObject({ kind: 'accepted', providerId: fake.messages[0]?.id });
    const callback = 'https://here.test/hooks/k?reference=r-1';
    expect(fake.messages).toEqual([
      { id: expect.any(String), to: '2348012345678', from: 'DUNDUN', text: nasty, reference: 'r-1', callback },
    ]);
  });

  it.each([
    ['json', '{"t":"{{text}}","n":"{{to_e164}}"}', (body: string) => JSON.parse(body).t],
    ['form', 'n={{to}}&t={{text}}', (body: string) => new URLSearchParams(body).get('t')],
    ['text', '{{text}}', (body: string) => body],
  ])('escapes the text in a body of %s', async (format, body, textIn) => {
    const { origin, last, create } = await gateway(200, 'ok');
    await create({ url: `${origin}/send`, format, body }).send(anSms({ body: nasty }));
    expect(textIn(last.body)).toBe(nasty);
  });

  it('sends half a character as a replacement', async () => {
    const { origin, last, create } = await gateway(200, 'ok');
    const sms = create({ url: `${origin}/?t={{text}}`, format: 'form', body: 't={{text}}' });
    expect(await sms.send(anSms({ body: 'a\ud800' }))).toMatchObject({ kind: 'accepted' });
    expect(last.body).toBe('t=a%EF%BF%BD');
  });

  it('escapes the text in XML, and omits characters that XML cannot hold', async () => {
    const { origin, last, create } = await gateway(200, 'ok');
    await create({ url: origin, format: 'xml', body: '<t>{{text}}</t>' }).send(anSms({ body: 'a<b>&"\'\u0001c' }));
    expect(last.body).toBe('<t>a&lt;b&gt;&amp;&quot;&apos;c</t>');
    expect(last.headers['content-type']).toMatch(/^text\/xml/);
  });

  it('calls an address with a query, and headers with the secret', async () => {
    const { origin, last, create } = await gateway(200, 'OK: 17');
    const settings = {
      url: `${origin}/api/send?dst={{to}}&msg={{text}}&key={{secret}}`,
      method: 'GET',
      headers: 'X-Api-Key: {{secret}}\nAccept: text/plain',
      secret: 'k/1&2',
      successText: 'OK',
    };
    expect(await create(settings).send(anSms({ to: '+2348012345678', body: nasty }))).toMatchObject({
      kind: 'accepted',
    });
    const query = new URL(last.url, origin).searchParams;
    expect(Object.fromEntries(query)).toEqual({ dst: '2348012345678', msg: nasty, key: 'k/1&2' });
    expect([last.method, last.headers['x-api-key'], last.headers.accept]).toEqual(['GET', 'k/1&2', 'text/plain']);
  });

  it.each<[object, number, string, object]>([
    [{}, 200, 'anything', { kind: 'accepted', providerId: null }],
    [{ successText: 'sent' }, 200, 'credit low', { kind: 'unknown' }],
    [{ statusPath: 's' }, 200, '{"s":"OK"}', { kind: 'accepted' }],
    [{ statusPath: 's' }, 200, '{"s":true}', { kind: 'accepted' }],
    [{ statusPath: 's' }, 200, '{"s":0}', { kind: 'accepted' }],
    [{ statusPath: 's' }, 200, '{"s":"no_credit"}', { kind: 'not_sent', fault: 'provider', code: 'no_credit' }],
    [{ statusPath: 's' }, 200, '{"t":"ok"}', { kind: 'unknown' }],
    [{ statusPath: 's', refusedValues: 'Bad, worse' }, 400, '{"s":"BAD"}', { kind: 'refused' }],
    [
      { statusPath: 'a.0.s', successValues: 'x', idPath: 'a.0.id' },
      200,
      '{"a":[{"s":"X","id":7}]}',
      { providerId: '7' },
    ],
    [{ idPath: 'id' }, 200, '{"id":123456789012345678901}', { kind: 'accepted', providerId: null }],
    [{ idPath: 'constructor.name' }, 200, '{}', { kind: 'accepted', providerId: null }],
    [{}, 302, '', { kind: 'not_sent', fault: 'provider' }],
  ])('with %j reads %i %s', async (given, status, text, expected) => {
    const { origin, create } = await gateway(status, text);
    expect(await create({ url: origin, ...JSON_SENDS, ...given }).send(anSms())).toMatchObject(expected);
  });

  it('never connects to an address that the guard refuses, with or without another endpoint', async () => {
    const { origin, last, create } = await gateway(200, 'ok');
    const resolve = () => Promise.reject(Object.assign(new Error('not allowed'), { code: 'forbidden_address' }));
    for (const own of [{ resolve }, { resolve, origin }]) {
      const sms = create({ url: origin, ...JSON_SENDS }, own);
      expect(await sms.send(anSms())).toMatchObject({ kind: 'not_sent', fault: 'provider' });
      expect(await sms.verify()).toMatchObject({ ok: false });
    }
    expect(last.url).toBe('');
  });

  it('says without a test path what its test could not check', async () => {
    const { origin, last, create } = await gateway(404, '');
    const sms = create({ url: `${origin}/send`, ...JSON_SENDS, headers: 'X-Key: {{secret}}', secret: 's' });
    expect(await sms.verify()).toEqual({ ok: true, unchecked: expect.stringContaining('No test path') });
    expect([last.url, last.headers['x-key']]).toEqual(['/', undefined]);
  });

  it('is named by its host', () => {
    expect(httpGateway.nameOf?.({ url: 'https://sms.example.com:8443/send', ...JSON_SENDS })).toBe(
      'sms.example.com:8443',
    );
  });
});

describe('settings', () => {
  const good = { url: 'https://sms.example.com/send', ...JSON_SENDS };
  it.each([
    { url: 'ftp://sms.example.com' },
    { url: 'https://user:pass@sms.example.com/' },
    { url: 'https://{{to}}.example.com/' },
    { url: 'https://sms.example.com/#x' },
    { url: 'sms.example.com' },
    { url: 'https://sms.example.com/a b' },
    { url: 'https://sms.example.com/a\nb' },
    { url: 'https://sms.example.com/ü' },
    { headers: 'X-Name: ü' },
    { body: '{"text": {{text}}}' },
    { body: '{"text": "{{txt}}"}' },
    { body: '{"text": "fixed"}' },
    { body: undefined },
    { method: 'GET' },
    { headers: 'no colon' },
    { headers: 'Host: other' },
    { headers: 'Content-Length: 3' },
    { headers: 'X: {{nothing}}' },
    { testPath: 'https://other.example.com/' },
    { testPath: '//other.example.com/' },
    { statusPath: 'a..b' },
    { reportHeader: 'x-signature' },
    { reportSecret: 'k' },
  ])('refuse %j', (given) => {
    expect(httpGateway.settings.safeParse({ ...good, ...given }).success).toBe(false);
  });

  it('are valid with an address and a body', () => {
    expect(httpGateway.settings.safeParse(good).success).toBe(true);
    expect(httpGateway.protection?.(good)).toBeGreaterThan(
      httpGateway.protection?.({ ...good, url: 'http://a.test' }) ?? 9,
    );
  });
});
