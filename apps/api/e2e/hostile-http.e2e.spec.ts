import { describe, expect, it } from '@jest/globals';
import { basic } from '@dundun/testing';
import { expectCivil, expectNoInnards, expectOk, expectRefusal } from './support/answers.js';
import { aList, anAddress, aSubscriber, standing, unique } from './support/fixtures.js';
import { confirmLink } from './support/confirm-page.js';
import { received } from './support/messages.js';
import { useProduct } from './support/product.js';
import { answersIn, bytes, dial, rawRequest } from './support/raw-http.js';

const NEVER_HTML = /<html|<!doctype/i;

describe('hostile HTTP', () => {
  const subject = useProduct();
  const { call } = subject;
  const url = () => subject.product.apiUrl;
  const authorization = () => basic(subject.product.apiKey, subject.product.apiSecret);
  const titles = async () =>
    (await call('GET /v1/lists?limit=30')).body.data.map(({ title }: { title: string }) => title);
  const raw = async (text: string, more: string[] = []) => {
    const got = await bytes(
      url(),
      [text, ...more],
      (stream) => answersIn(stream).length > 0 && !/chunked/i.test(stream),
    );
    expect(got).not.toMatch(NEVER_HTML);
    expectNoInnards({ text: got });
    return answersIn(got);
  };

  it.each([
    '/v1/lists/%00',
    '/v1/lists/%',
    '/v1/lists/%zz',
    '/v1/lists/%c0%af',
    '/v1/lists/%ff',
    '/v1/lists/%ed%a0%80',
    '/v1/lists/..%2f..%2fetc%2fpasswd',
    '/v1/lists/../../../etc/passwd',
    '/v1/lists//',
    '//v1/lists',
    '/v1//lists',
    '/v1/lists/;x=1',
    '/v1/lists/%0d%0aX-Injected:%20yes',
    `/v1/lists/${'a'.repeat(1_001)}`,
    `/v1/lists/${'a/'.repeat(2_000)}`,
    `/v1/lists?limit=${'1'.repeat(10_000)}`,
    '/v1/lists?limit=%00',
    '/v1/lists?limit[]=1',
    '/v1/lists?limit[$gt]=1',
    '/v1/lists?__proto__=1&constructor=2',
    '/v1/lists?next_cursor=%',
    '/v1/lists?next_cursor=%ff%fe',
    '/v1/users/%00/events',
    '/v1/users/%ff/events',
    `/v1/users/${'u'.repeat(5_000)}/events`,
    '/v1/messages/%27%20OR%201=1',
    '/console/inbox?to=%00',
    '/docs/../../package.json',
    '/docs/%2e%2e/%2e%2e/package.json',
    '/docs/..%5c..%5cpackage.json',
    '/.env',
    '/.git/config',
    '/v1/lists\\..\\..',
    '*',
  ])('answers the path %s with a documented error', async (path) => {
    const answer = await rawRequest(url(), { path, headers: { Authorization: authorization() } });
    expectCivil(answer);
    expect(answer.text).not.toMatch(/"workspaces"|root:|BOOTSTRAP/);
    expect(answer.headers.get('X-Injected')).toBeNull();
  });

  it.each(['/v1/users/%00/events', '/v1/users/%ff/events', '/v1/users/%ed%a0%80/events', '/v1/users//events'])(
    'stores nothing for the user of %s',
    async (path) => {
      const headers = { Authorization: authorization(), 'Content-Type': 'application/json' };
      const answer = await rawRequest(url(), { method: 'POST', path, headers, body: '{"event":"x"}' });
      expectCivil(answer);
      expect(answer.status).toBeGreaterThanOrEqual(400);
    },
  );

  it('never resolves a malformed id to a person', async () => {
    const { id } = await aList(call);
    const uid = await aSubscriber(call, id);
    for (const spelt of [`${uid}%00`, `%00${uid}`, `${uid}%20`, `${uid};x`, uid.toUpperCase()]) {
      const answer = await rawRequest(url(), {
        method: 'DELETE',
        path: `/v1/lists/${id}/subscribers/${spelt}`,
        headers: { Authorization: authorization() },
      });
      expectCivil(answer);
      expect([spelt, answer.status]).toEqual([spelt, answer.status === 404 ? 404 : 400]);
      expect(await standing(call, id, uid)).toBe('subscribed');
    }
  });

  it.each(['PATCH', 'TRACE', 'PURGE', 'PROPFIND', 'LINK', 'SEARCH', 'POST', 'PUT', 'DELETE', 'COPY', 'QUERY'])(
    'has no operation %s /v1/account',
    async (method) => {
      const headers = { Authorization: authorization(), 'X-Secret-Echo': 'do not echo me' };
      const answer = await rawRequest(url(), { method, path: '/v1/account', headers });
      expectRefusal(
        answer,
        405,
        'method_not_allowed',
        new RegExp(`^This path has no ${method}\\. Its methods are GET, `),
      );
      expect(answer.headers.get('Allow')).toBe('GET, HEAD, OPTIONS');
      expect(answer.text).not.toContain('do not echo me');
    },
  );

  it('refuses a method that the path does not have with 405 and Allow, also by its unversioned alias', async () => {
    const { id } = await aList(call);
    for (const [route, allow] of [
      [`POST /v1/lists/${id}`, 'DELETE, GET, HEAD, PUT'],
      [`PATCH /v1/lists/${id}`, 'DELETE, GET, HEAD, PUT'],
      [`PATCH /lists/${id}?x=1`, 'DELETE, GET, HEAD, PUT'],
      ['PUT /v1/lists', 'GET, HEAD, POST'],
      ['DELETE /v1/lists/', 'GET, HEAD, POST'],
      ['GET /v1/send/email', 'POST'],
      [`GET /v1/lists/${id}/subscribers`, 'OPTIONS, POST'],
      ['OPTIONS /v1/lists', 'GET, HEAD, POST'],
    ] as const) {
      const body = /^(GET|OPTIONS)/.test(route) ? undefined : { title: 'x' };
      const answer = await call(route, { body });
      expectRefusal(answer, 405, 'method_not_allowed');
      expect([route, answer.headers.get('Allow')]).toEqual([route, allow]);
    }
    const head = await call('HEAD /v1/send/email');
    expect([head.status, head.headers.get('Allow'), head.text]).toEqual([405, 'POST', '']);
  });

  it('answers HEAD like GET, without the body', async () => {
    const { id } = await aList(call);
    for (const path of [
      '/v1/account',
      '/v1/lists',
      `/v1/lists/${id}`,
      '/health/live',
      '/docs',
      '/docs-json',
      '/metrics',
    ]) {
      const [get, head] = [await call(`GET ${path}`), await call(`HEAD ${path}`)];
      expect([path, head.status, head.text]).toEqual([path, 200, '']);
      expect(head.headers.get('Content-Type')).toBe(get.headers.get('Content-Type'));
      if (path !== '/metrics') expect(head.headers.get('Content-Length')).toBe(String(Buffer.byteLength(get.text)));
    }
    expect((await call('HEAD /v1/account', { as: 'none' })).status).toBe(401);
    expect((await call('HEAD /v1/lists/nobody')).status).toBe(404);
    expect((await call('HEAD /nowhere')).status).toBe(404);
  });

  it('lets no answer be taken for another type, and no page be framed', async () => {
    for (const path of ['/v1/account', '/nowhere', '/health/live', '/docs', '/docs-json', '/v1/lists/%ff'])
      expect((await call(`GET ${path}`)).headers.get('X-Content-Type-Options')).toBe('nosniff');
    expect(await bytes(url(), ['GARBAGE\r\n\r\n'])).toMatch(/\r\nX-Content-Type-Options: nosniff\r\n/);
    const { headers } = await call('GET /docs', { as: 'none' });
    expect(headers.get('Content-Security-Policy')).toMatch(
      /^default-src 'none'; script-src 'self'; .*frame-ancestors 'none'$/,
    );
    expect(headers.get('X-Frame-Options')).toBe('DENY');
  });

  it.each([
    ['garbage', 'GARBAGE\r\n\r\n'],
    ['nothing but line ends', '\r\n\r\n\r\nXX\r\n\r\n'],
    ['TLS', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
    ['an unknown protocol', 'GET / SPDY/9.9\r\n\r\n'],
    ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['a header without a name', 'GET /v1/lists HTTP/1.1\r\nHost: x\r\n: nothing\r\n\r\n'],
    ['a blank before the colon', 'GET /v1/lists HTTP/1.1\r\nHost : x\r\n\r\n'],
    ['a control character in a header', 'GET /v1/lists HTTP/1.1\r\nHost: x\r\nX: a\x00b\r\n\r\n'],
    ['no Host', 'GET /v1/lists HTTP/1.1\r\n\r\n'],
    ['two lengths', 'POST /v1/lists HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n{}'],
    ['a length that is no number', 'POST /v1/lists HTTP/1.1\r\nHost: x\r\nContent-Length: five\r\n\r\n{}'],
    ['a negative length', 'POST /v1/lists HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n{}'],
    [
      'a length and chunks',
      'POST /v1/lists HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /smuggled HTTP/1.1\r\n\r\n',
    ],
    ['an odd transfer coding', 'POST /v1/lists HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: xchunked\r\n\r\n0\r\n\r\n'],
    [
      'two transfer codings',
      'POST /v1/lists HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n',
    ],
    ['a broken chunk', 'POST /v1/lists HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n{}\r\n0\r\n\r\n'],
    ['a bare line feed', 'GET /v1/lists HTTP/1.1\nHost: x\n\n'],
  ])('answers %s with JSON and closes', async (_, text) => {
    const [answer, ...more] = await raw(text);
    expect(answer?.status).toBeGreaterThanOrEqual(400);
    expect(answer?.status).toBeLessThan(500);
    expect(answer?.body).toEqual({ error: expect.any(String) });
    expect(answer?.requestId).toMatch(/^[\w.:-]+$/);
    // The refusal may be sent before the rest of the request turns out to be malformed.
    expect(more.filter(({ status }) => status !== 400)).toEqual([]);
  });

  it('refuses unknown expectations and honors 100-continue', async () => {
    const head = (expect: string) =>
      `GET /v1/account HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization()}\r\nExpect: ${expect}\r\n\r\n`;
    for (const expected of ['banana', '100-continue, banana', '200-ok']) {
      const answer = await rawRequest(url(), {
        path: '/v1/account',
        headers: { Authorization: authorization(), Expect: expected },
      });
      expectRefusal(answer, 400, 'invalid_input', 'Expect must be 100-continue.');
    }
    const stream = await bytes(url(), [head('100-Continue')], (got) => /\}$/.test(got));
    expect(stream).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 OK\r\n/);
  });

  it('answers CONNECT like any unknown operation', async () => {
    const stream = await bytes(url(), ['CONNECT 169.254.169.254:80 HTTP/1.1\r\nHost: x\r\n\r\n']);
    expect(answersIn(stream)).toEqual([
      { status: 404, requestId: expect.stringMatching(/^req_/), body: { error: 'There is no such operation.' } },
    ]);
    expect(stream).toMatch(/\r\ndundun-error: unknown_route\r\n/i);
  });

  it.each([
    ['GET', '/v1/lists/%ff', 400, 'invalid_input', /^path must be UTF-8/],
    ['GET', `/v1/users/${'a'.repeat(1_001)}`, 400, 'invalid_input', 'path must have parts of at most 1000 characters.'],
    ['QUERY', '/v1/lists', 405, 'method_not_allowed', undefined],
    ['GET', '/docs//', 404, 'unknown_route', undefined],
  ] as const)('explains in its own words what is wrong with %s %.20s', async (method, path, status, code, text) => {
    const headers = { Authorization: authorization() };
    expectRefusal(await rawRequest(url(), { method, path, headers }), status, code, text);
  });

  it.each(['next_cursor=%00', 'next_cursor=a&next_cursor=b', 'limit=1&limit=2', 'previous_cursor=a%00b'])(
    'names the rule that the query %s violates',
    async (query) => {
      const [field = ''] = query.split('=');
      const rule = query.includes('&') ? 'must be given once' : 'must not have a NUL character, which cannot be stored';
      expectRefusal(await call(`GET /v1/lists?${query}`), 400, 'invalid_input', `${field} ${rule}.`);
    },
  );

  it('[W2-35] shows people a page when something goes wrong, also for unknown links', async () => {
    const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const json = { 'Content-Type': 'application/json' };
    for (const [method, path, status, headers, body] of [
      ['GET', '/p/%ff', 400, {}, undefined],
      ['GET', '/t/%ff', 400, {}, undefined],
      ['GET', '/s/%ff', 400, {}, undefined],
      ['GET', `/p/s/${'a'.repeat(1_001)}`, 404, {}, undefined],
      ['GET', '/p', 404, {}, undefined],
      ['GET', '/t?x', 404, {}, undefined],
      ['PUT', '/p/s/x', 405, json, '{}'],
      ['POST', '/p/s/x', 413, form, `email=${'a'.repeat(11_000)}`],
      ['POST', '/p/s/x', 415, {}, 'email=ada'],
      ['POST', '/p/s/x', 415, { 'Content-Type': 'text/plain' }, 'email=ada'],
      ['POST', '/p/u/x', 400, json, '{"broken":'],
      ['POST', '/t/c/x', 405, json, '{"broken":'],
      ['GET', '/p/s/x', 400, { Expect: 'banana' }, undefined],
    ] as const) {
      const answer = await rawRequest(url(), { method, path, headers: { ...headers, Accept: '*/*' }, body });
      const shown = [method, path.slice(0, 20), answer.status, answer.headers.get('Content-Type')];
      expect(shown).toEqual([method, path.slice(0, 20), status, 'text/html; charset=utf-8']);
      expect(answer.text).toMatch(/^<!doctype html>[^]*<h1/);
      expect(answer.headers.get('Content-Security-Policy')).toMatch(/default-src 'none'/);
      expect(answer.headers.get('Request-Id')).toMatch(/^req_/);
    }
    // Paths with the same prefix are not pages.
    for (const path of ['/px', '/things', '/v1/p/x']) expectRefusal(await call(`GET ${path}`), 404, 'unknown_route');
  });

  it.each([
    'GET /p/s/',
    'POST /p/s/',
    'GET /p/u/',
    'POST /p/u/',
    'GET /p/preferences/',
    'POST /p/preferences/',
    'GET /p/confirm/',
    'POST /p/confirm/',
    'GET /t/o/',
    'GET /t/c/',
    'GET /s/',
    'POST /hooks/providers/',
    'POST /hooks/sources/',
  ])('answers 404 for a token that cannot be stored: %s', async (route) => {
    const [method = '', path = ''] = route.split(' ');
    for (const token of ['\0', 'a\0b', '\ufeff']) {
      const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
      const body = method === 'POST' ? 'email=ada%40dundun.test' : undefined;
      const answer = await rawRequest(url(), { method, path: path + encodeURIComponent(token), headers, body });
      // The pixel is a picture for every token.
      expect(path === '/t/o/' ? [200, 404] : [400, 404]).toContain(answer.status);
    }
    expect(subject.product.api.output()).not.toMatch(/"level":50/);
  });

  it.each([
    ['/hooks/providers/x', 'text/plain', 1_100_000, 413],
    ['/hooks/sources/x', 'application/octet-stream', 1_100_000, 413],
    ['/hooks/sources/x', 'application/json', 1_100_000, 413],
    ['/hooks/sources/x', 'application/x-www-form-urlencoded', 1_100_000, 413],
    ['/v1/lists', 'application/json', 1_100_000, 413],
    ['/v1/lists', 'text/plain', 500_000, 415],
    ['/v1/lists', 'text/plain', 1_100_000, 413],
  ])('keeps the connection usable after refusing POST %s with %s', async (path, type, size, status) => {
    const first = `POST ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization()}\r\nContent-Type: ${type}\r\n`;
    const second = 'GET /health/live HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';
    const stream = await bytes(url(), [`${first}Content-Length: ${size}\r\n\r\n`, 'x'.repeat(size), second]);
    const statuses = answersIn(stream).map((answer) => answer.status);
    // It may close the connection, but not leave it open without an answer.
    expect([[status, 200], [status]]).toContainEqual(statuses);
    if (statuses.length === 1) expect(stream).toMatch(/\r\nConnection: close\r\n/i);
  });

  it('serves requests with an empty or odd Host', async () => {
    for (const host of ['', 'a b', 'x:99999', '[::1', '../..', 'ä']) {
      const [answer] = await raw(
        `GET /v1/account HTTP/1.1\r\nHost: ${host}\r\nAuthorization: ${authorization()}\r\n\r\n`,
      );
      expect([host, answer?.status]).toEqual([host, 200]);
    }
  });

  it('answers too many or too long headers with JSON', async () => {
    for (const header of [
      `X: ${'a'.repeat(100_000)}`,
      Array.from({ length: 5_000 }, (_, index) => `X-${index}: ${index}`).join('\r\n'),
    ]) {
      const [answer] = await raw(`GET /v1/lists HTTP/1.1\r\nHost: x\r\n${header}\r\n\r\n`);
      expect([400, 401, 431]).toContain(answer?.status);
      expect(answer?.body).toEqual({ error: expect.any(String) });
    }
    const [answer] = await raw(`GET /v1/lists/${'a'.repeat(100_000)} HTTP/1.1\r\nHost: x\r\n\r\n`);
    expect([400, 401, 404, 414, 431]).toContain(answer?.status);
    expect(answer?.body).toEqual({ error: expect.any(String) });
  });

  it('does not execute a request smuggled behind a body', async () => {
    const title = unique('Smuggled');
    const inner = `POST /v1/lists HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization()}\r\nContent-Type: application/json\r\nContent-Length: ${13 + title.length - 1}\r\n\r\n{"title":"${title}"}`;
    const outer = (headers: string) =>
      `POST /v1/lists HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization()}\r\nContent-Type: application/json\r\n${headers}\r\n\r\n0\r\n\r\n${inner}`;
    for (const headers of [
      `Content-Length: ${inner.length + 5}\r\nTransfer-Encoding: chunked`,
      `Transfer-Encoding: chunked\r\nContent-Length: 5`,
      `Transfer-Encoding:\tchunked\r\nTransfer-Encoding: identity`,
      `Transfer-Encoding: chunked\r\nTransfer-Encoding: x`,
    ]) {
      await raw(outer(headers));
      expect(await titles()).not.toContain(title);
    }
  });

  it('separates pipelined requests, and survives garbage after them', async () => {
    const head = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization()}\r\n\r\n`;
    const three = `${head('/v1/account')}${head('/v1/lists/abc')}${head('/v1/account')}`;
    const got = await bytes(url(), [three], (stream) => answersIn(stream).length >= 3);
    expect(answersIn(got).map(({ status }) => status)).toEqual([200, 404, 200]);
    const answers = answersIn(await bytes(url(), [`${three}GARBAGE\r\n\r\n`]));
    expect(answers.length).toBeGreaterThan(0);
    expect(answers.at(-1)).toMatchObject({ status: 400, body: { error: expect.any(String) } });
  });

  it('handles duplicate headers safely', async () => {
    const title = unique('Doubled');
    const body = JSON.stringify({ title });
    const twoKeys = {
      Authorization: authorization(),
      'Content-Type': 'application/json',
      'Idempotency-Key': ['a', 'b c'],
    };
    expectCivil(await rawRequest(url(), { method: 'POST', path: '/v1/lists', headers: twoKeys, body }));
    const twoIds = { Authorization: authorization(), 'Request-Id': ['one', 'two'] };
    const answer = await rawRequest(url(), { path: '/v1/lists', headers: twoIds });
    expectOk(answer);
    const twice = `GET /v1/lists HTTP/1.1\r\nHost: x\r\nAuthorization: ${basic('dk_nobody', 'x')}\r\nAuthorization: ${authorization()}\r\n\r\n`;
    expect((await raw(twice))[0]?.status).toBe(401);
  });

  it('builds links from its own address, not from Host', async () => {
    const { id } = await aList(call, { double_optin: true });
    const email = anAddress();
    const headers = {
      Authorization: authorization(),
      'Content-Type': 'application/json',
      Host: 'evil.example',
      'X-Forwarded-Host': 'evil.example',
      Forwarded: 'host=evil.example',
    };
    expectOk(
      await rawRequest(url(), {
        method: 'POST',
        path: `/v1/lists/${id}/subscribers`,
        headers,
        body: JSON.stringify({ email }),
      }),
    );
    const [mail] = await received(call, email);
    expect(confirmLink(mail!)).toMatch(new RegExp(`^${url()}/p/`));
    expect(JSON.stringify(mail)).not.toContain('evil.example');
  });

  it('uses only the path of an absolute address in the request line', async () => {
    const [answer] = await raw(
      `GET http://169.254.169.254/v1/account HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization()}\r\n\r\n`,
    );
    expect([200, 400, 404]).toContain(answer?.status);
    expect(answer?.body).toEqual(
      answer?.status === 200 ? expect.objectContaining({ features: expect.any(Array) }) : { error: expect.any(String) },
    );
  });

  it('serves other requests while many bodies never arrive', async () => {
    const head = `POST /v1/lists HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization()}\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{"tit`;
    const idle = Array.from({ length: 100 }, () => dial(url()));
    for (const socket of idle) socket.write(head);
    for (let time = 0; time < 20; time++) expectOk(await call('GET /v1/account'));
    for (const socket of idle) socket.destroy();
  });
});
