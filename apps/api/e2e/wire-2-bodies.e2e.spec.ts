import { describe, expect, it } from '@jest/globals';
import { basic } from '@dundun/testing';
import { expectOk, expectRefusal } from './support/answers.js';
import { aList, anAddress, anEmail, unique } from './support/fixtures.js';
import { useProduct } from './support/product.js';
import { answersIn, bytes, rawRequest } from './support/raw-http.js';

const KB = 1024;
const MB = 1024 * KB;
const QUICK_MS = 10_000;
const MUCH_MEMORY = 100 * MB;

describe('bodies', () => {
  // A product of its own, because the tests measure its memory.
  const subject = useProduct();
  const { call } = subject;
  const credentials = () => `Authorization: ${basic(subject.product.apiKey, subject.product.apiSecret)}`;
  const listCount = async () => (await call('GET /v1/lists?limit=30')).body.data.length;
  const memory = async () =>
    Number(/^process_resident_memory_bytes (\S+)/m.exec((await call('GET /metrics', { as: 'none' })).text)?.[1]);

  /** Announces a length and sends that many blanks, as fast as they are accepted. */
  async function upload(path: string, length: number, chunked = false) {
    const size = chunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${length}`;
    const head = `POST ${path} HTTP/1.1\r\nHost: x\r\n${credentials()}\r\nContent-Type: application/json\r\n${size}\r\n\r\n`;
    const piece = Buffer.alloc(64 * KB, 0x20);
    const pieces = Array.from({ length: Math.ceil(length / piece.length) }, () => piece);
    const framed = chunked
      ? pieces.map((one) => Buffer.concat([Buffer.from('10000\r\n'), one, Buffer.from('\r\n')]))
      : pieces;
    const began = performance.now();
    const got = await bytes(
      subject.product.apiUrl,
      [head, ...framed],
      (text) => answersIn(text).length > 0 && /\}$/.test(text),
    );
    return { ms: performance.now() - began, answer: answersIn(got)[0], text: got };
  }

  it.each([
    ['/v1/lists', 101 * KB, false],
    ['/v1/lists', 11 * MB, false],
    ['/v1/lists', 11 * MB, true],
    ['/v1/send/sms', 11 * MB, false],
    ['/v1/users/u/events', 200 * KB, true],
    ['/v1/send/email', 11 * MB, false],
    ['/v1/send/email', 11 * MB, true],
  ])('[W2-7] %s refuses %d bytes quickly (chunked: %s)', async (path, length, chunked) => {
    const before = await memory();
    const { ms, answer, text } = await upload(path, length, chunked);
    expect(answer).toMatchObject({ status: 413, body: { error: expect.stringMatching(/too large|larger than/) } });
    expect(text).toMatch(/\r\ndundun-error: body_too_large\r\n/i);
    expect(text).toMatch(/\r\nrequest-id: /i);
    expect(ms).toBeLessThan(QUICK_MS);
    expect((await memory()) - before).toBeLessThan(MUCH_MEMORY);
  });

  it('[W2-7] does not read a large body without credentials', async () => {
    const head =
      'POST /v1/send/email HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9000000\r\n\r\n';
    const got = await bytes(subject.product.apiUrl, [head], (text) => /\}$/.test(text));
    expect(answersIn(got)[0]).toMatchObject({ status: 401, body: { error: 'Wrong authentication credentials.' } });
  });

  it('[W2-7] accepts almost 10 MB of email and almost 100 KB elsewhere', async () => {
    const text = 'x'.repeat(10 * MB - 400);
    expectOk(await call('POST /v1/send/email', { body: anEmail({ to: anAddress(), text }) }));
    const note = 'x'.repeat(100 * KB - 100);
    expectOk(await call(`POST /v1/users/${unique('user')}/events`, { body: { event: 'Long', value: note } }), {
      status: 'ok',
    });
    const list = await aList(call);
    const over = await call(`PUT /v1/lists/${list.id}`, { body: { title: 'x', padding: 'x'.repeat(100 * KB) } });
    expectRefusal(over, 413, 'body_too_large');
    expectOk(await call(`GET /v1/lists/${list.id}`), list);
  });

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/xml',
    'json',
    'image/png',
  ])('[W2-8] refuses bodies of type %s', async (type) => {
    const before = await listCount();
    const answer = await call('POST /v1/lists', { raw: '{"title":"x"}', headers: { 'Content-Type': type } });
    expectRefusal(answer, 415, 'unsupported_media_type', /must be JSON/);
    expect(await listCount()).toBe(before);
  });

  it('[W2-8] refuses bodies without a type', async () => {
    const headers = { Authorization: basic(subject.product.apiKey, subject.product.apiSecret) };
    const answer = await rawRequest(subject.product.apiUrl, {
      method: 'POST',
      path: '/v1/lists',
      headers,
      body: '{"title":"x"}',
    });
    expectRefusal(answer, 415, 'unsupported_media_type');
  });

  it.each(['application/json', 'application/json; charset=utf-8', 'APPLICATION/JSON', 'application/vnd.api+json'])(
    '[W2-8] accepts bodies of type %s',
    async (type) => {
      expectOk(await call('POST /v1/lists', { raw: '{"title":"x"}', headers: { 'Content-Type': type } }));
    },
  );

  it('[W2-8] refuses compressed bodies', async () => {
    for (const encoding of ['gzip', 'br', 'deflate']) {
      const answer = await call('POST /v1/lists', { raw: '{"title":"x"}', headers: { 'Content-Encoding': encoding } });
      expectRefusal(answer, 415, 'unsupported_media_type');
    }
  });

  it.each([
    '{',
    '{"title":}',
    "{'title':'x'}",
    '{"title":"x"',
    'title=x',
    '{"title":NaN}',
    '{"title":"x"}{"title":"y"}',
    '[1',
    'undefined',
  ])('[W2-4] refuses malformed JSON: %s', async (raw) => {
    const before = await listCount();
    expectRefusal(await call('POST /v1/lists', { raw }), 400, 'malformed_body', /^The body cannot be read/);
    expect(await listCount()).toBe(before);
  });

  it.each(['null', '[]', '"text"', '5', 'true', '[{"title":"x"}]'])(
    '[W2-4] refuses bodies that are no object: %s',
    async (raw) => {
      expectRefusal(await call('POST /v1/lists', { raw }), 400, 'invalid_input', 'body must be a JSON object.');
    },
  );

  describe('with many names', () => {
    const track = (body: object) => call(`POST /v1/users/${unique('user')}/events`, { body });
    const names = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`name${index}`, index]));
    const nested = (depth: number): object => (depth === 1 ? { leaf: 1 } : { deeper: nested(depth - 1) });

    it('[W2-36] accepts up to 300 properties with names of 150 bytes, five levels deep', async () => {
      for (const properties of [names(300), { ['n'.repeat(150)]: 1 }, { ['é'.repeat(75)]: 1 }, nested(5)]) {
        expectOk(await track({ event: 'Fits', properties }), { status: 'ok' });
      }
      for (const properties of [names(301), { ['n'.repeat(151)]: 1 }, { ['é'.repeat(76)]: 1 }, nested(6), { '': 1 }]) {
        expectRefusal(
          await track({ event: 'Does not fit', properties }),
          400,
          'invalid_input',
          /^properties must be an object of at most 300/,
        );
      }
    });

    it('[W2-36] limits meta likewise, and to one level', async () => {
      const { id } = await aList(call);
      const join = (meta: object) => call(`POST /v1/lists/${id}/subscribers`, { body: { email: anAddress(), meta } });
      for (const meta of [names(300), { ['n'.repeat(150)]: 1 }]) expectOk(await join(meta));
      for (const meta of [names(301), { ['n'.repeat(151)]: 1 }, nested(2), { list: [1] }]) {
        expectRefusal(await join(meta), 400, 'invalid_input', /^meta must be an object of at most 300/);
      }
    });

    it('[W2-36] accepts event names of up to 255 characters', async () => {
      expectOk(await track({ event: '💌'.repeat(255) }), { status: 'ok' });
      expectRefusal(
        await track({ event: 'e'.repeat(256) }),
        400,
        'invalid_input',
        'event must be 1 to 255 characters.',
      );
    });
  });
});
