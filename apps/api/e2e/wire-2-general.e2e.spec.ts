import { describe, expect, it } from '@jest/globals';
import { basic } from '@dundun/testing';
import { expectOk, expectRefusal, TIMESTAMP, UUID } from './support/answers.js';
import { aList, anAddress, anEmail, aSubscriber, NOBODY, put, standing, unique } from './support/fixtures.js';
import { delivered } from './support/messages.js';
import { operationsOf, readDocument } from './support/openapi.js';
import { useWorkspace } from './support/product.js';
import { rawRequest } from './support/raw-http.js';
import { anotherWorkspace } from './support/workspaces.js';

const EMPTY_JSON = { headers: { 'Content-Type': 'application/json' } };

describe('the general part of the wire contract', () => {
  const subject = useWorkspace();
  const { call } = subject;
  const full = () => ({ Authorization: basic(subject.product.apiKey, subject.product.apiSecret) });

  describe('answers', () => {
    it('[W2-1, W2-20] are 200 with JSON, opaque ids and times in milliseconds', async () => {
      const list = await aList(call);
      expect(list).toMatchObject({ id: expect.stringMatching(UUID), created_at: expect.stringMatching(TIMESTAMP) });
      const uid = await aSubscriber(call, list.id);
      for (const [route, body] of [
        [`PUT /v1/lists/${list.id}`, { title: 'Changed' }],
        [`PUT /v1/lists/${list.id}/subscribers/${uid}`, { subscribed: false }],
        [`POST /v1/users/${uid}/events`, { event: 'Seen' }],
        [`DELETE /v1/lists/${list.id}/subscribers/${uid}`, undefined],
        [`DELETE /v1/lists/${list.id}`, undefined],
      ] as const) {
        expectOk(await call(route, { body }));
      }
    });

    it('[W2-2] of errors have one text, and a stable code in the header', async () => {
      expectRefusal(await call(`GET /v1/lists/${NOBODY}`), 404, 'unknown_list', 'There is no such list.');
      expectRefusal(
        await call('GET /v1/lists', { as: 'none' }),
        401,
        'wrong_credentials',
        'Wrong authentication credentials.',
      );
      expectRefusal(await call('GET /nowhere'), 404, 'unknown_route');
    });

    it('[W2-3] of errors follow RFC 9457 on request', async () => {
      const headers = { Accept: 'application/problem+json', 'Request-Id': 'asked-1' };
      const answer = await call('POST /v1/lists', { body: { title: '', redirect_url: 'x' }, headers });
      expect(answer.status).toBe(400);
      expect(answer.headers.get('Content-Type')).toMatch(/^application\/problem\+json\b/);
      expect(answer.headers.get('Dundun-Error')).toBe('invalid_input');
      const both = /^(?=.*title must be 1 to 64 characters)(?=.*redirect_url must be an http or https address).*\.$/;
      expect(answer.body).toEqual({
        type: 'about:blank',
        title: 'Bad Request',
        status: 400,
        detail: expect.stringMatching(both),
        code: 'invalid_input',
        request_id: 'asked-1',
        errors: expect.arrayContaining([
          { field: 'title', message: 'must be 1 to 64 characters without line breaks' },
          { field: 'redirect_url', message: 'must be an http or https address or null' },
        ]),
      });
      expect(answer.body.errors).toHaveLength(2);
      for (const [route, status, code] of [
        [`GET /v1/lists/${NOBODY}`, 404, 'unknown_list'],
        ['GET /nowhere', 404, 'unknown_route'],
        ['DELETE /v1/lists', 405, 'method_not_allowed'],
      ] as const) {
        const title = status === 404 ? 'Not Found' : 'Method Not Allowed';
        expect((await call(route, { headers })).body).toMatchObject({ status, title, code, request_id: 'asked-1' });
      }
      expect((await call('GET /v1/lists', { headers, as: 'none' })).body).toMatchObject({
        status: 401,
        code: 'wrong_credentials',
      });
    });

    it('[W2-4] of wrong input name every wrong field', async () => {
      const body = {
        from: { name: '', email: 'x' },
        to: 'x',
        subject: '',
        cc: 'x',
        template: 'welcome',
        reply_to: '<>',
      };
      const { body: answer, status } = await call('POST /v1/send/email', { body });
      expect(status).toBe(400);
      for (const field of ['from.name', 'from.email', 'to', 'subject', 'cc', 'template_variables', 'reply_to']) {
        expect(answer.error).toContain(`${field} must`);
      }
    });

    it('[W2-5] of unknown ids and of foreign ones are the same 404', async () => {
      const theirs = await anotherWorkspace(subject.product);
      const foreign = await aList(theirs.call);
      for (const id of [foreign.id, NOBODY, 'abc', '123', '%20', '..%2F..', "1'--", 'a'.repeat(900)]) {
        expectRefusal(await call(`GET /v1/lists/${id}`), 404, 'unknown_list', 'There is no such list.');
        expectRefusal(await call(`DELETE /v1/lists/${id}`), 404, 'unknown_list', 'There is no such list.');
      }
      expectOk(await theirs.call(`GET /v1/lists/${foreign.id}`), foreign);
    });

    it('[W2-6] of conflicts are 409', async () => {
      const { id } = await aList(call);
      await call(`DELETE /v1/lists/${id}`);
      expectRefusal(
        await call(`POST /v1/lists/${id}/subscribers`, { body: { email: anAddress() } }),
        409,
        'list_archived',
      );
    });

    it('[W2-12] carry a request id, the caller’s if it is valid', async () => {
      const own = await call('GET /v1/lists', { headers: { 'Request-Id': 'my-request.1' } });
      expect(own.headers.get('Request-Id')).toBe('my-request.1');
      const made = [
        await call('GET /v1/lists'),
        await call('GET /nowhere'),
        await call('GET /v1/lists', { as: 'none' }),
      ];
      expect(new Set(made.map(({ headers }) => headers.get('Request-Id'))).size).toBe(3);
      const odd = await call('GET /v1/lists', { headers: { 'Request-Id': 'a b<script>' } });
      expect(odd.headers.get('Request-Id')).toMatch(/^[\w.:-]+$/);
    });
  });

  describe('tolerated', () => {
    it('[W2-13] an empty body with a JSON content type', async () => {
      const { id } = await aList(call);
      const uid = await aSubscriber(call, id);
      expectOk(await call('GET /v1/lists', EMPTY_JSON));
      expectOk(await call(`GET /v1/lists/${id}`, EMPTY_JSON));
      expectOk(await call(`DELETE /v1/lists/${id}/subscribers/${uid}`, { ...EMPTY_JSON, raw: '' }));
      expectOk(await call(`DELETE /v1/lists/${id}`, EMPTY_JSON), { status: 'ok' });
      expectRefusal(await call('POST /v1/lists', { raw: '' }), 400, 'invalid_input');
    });

    it('[W2-14] a JSON body on DELETE', async () => {
      const { id } = await aList(call);
      const uid = await aSubscriber(call, id);
      expectOk(await call(`DELETE /v1/lists/${id}/subscribers/${uid}`, { body: { reason: 'asked' } }), {
        status: 'ok',
      });
      expectOk(await call(`DELETE /v1/lists/${id}`, { body: {} }), { status: 'ok' });
    });

    it('[W2-15] a raw @ in a path', async () => {
      const uid = anAddress();
      const body = JSON.stringify({ event: 'Seen' });
      const headers = { ...full(), 'Content-Type': 'application/json' };
      const { apiUrl } = subject.product;
      expectOk(await rawRequest(apiUrl, { method: 'POST', path: `/v1/users/${uid}/events`, headers, body }), {
        status: 'ok',
      });
      for (const spelt of [uid, uid.replace('@', '%40')]) {
        const { body: page } = await rawRequest(apiUrl, { path: `/v1/users/${spelt}/events`, headers: full() });
        expect(page.data).toMatchObject([{ event: 'Seen' }]);
      }
    });

    it('[W2-16] unknown body keys, which are named', async () => {
      const answer = await call('POST /v1/lists', {
        body: { title: 'x', colour: 'red', subscriber_count: 7, 'naïve\n': 1 },
      });
      expectOk(answer);
      expect(answer.body.subscriber_count).toBe(0);
      for (const name of ['colour', 'subscriber_count']) expect(answer.headers.get('Dundun-Notice')).toContain(name);
      const body = { ...anEmail(), template_varibles: {}, from: { name: 'Ada', email: 'ada@dundun.test', nick: 'a' } };
      const sent = await call('POST /v1/send/email', { body });
      expect(sent.headers.get('Dundun-Notice')).toMatch(/template_varibles/);
      expect(sent.headers.get('Dundun-Notice')).toMatch(/from\.nick/);
      expect((await call('POST /v1/lists', { body: { title: 'x' } })).headers.get('Dundun-Notice')).toBeNull();
    });

    it('[W2-17, W2-34] paths without /v1, with the same rules', async () => {
      const { id } = (await call('POST /lists', { body: { title: 'Unversioned' } })).body;
      expectOk(await call(`GET /lists/${id}`, { as: 'key' }));
      expectOk(await call('GET /lists?limit=1', { as: 'key' }));
      expectOk(await call(`PUT /lists/${id}`, { as: 'key', body: { title: 'Still' } }));
      const { uid } = (await call(`POST /lists/${id}/subscribers`, { body: { email: anAddress() } })).body;
      expectOk(await call(`PUT /lists/${id}/subscribers/${uid}`, { body: { subscribed: false } }), {
        subscribed: false,
      });
      expectOk(await call(`DELETE /lists/${id}/subscribers/${uid}`), { status: 'ok' });
      expectOk(await call(`DELETE /lists/${id}`), { status: 'ok' });
      expectOk(await call(`POST /users/${uid}/events`, { as: 'key', body: { event: 'Seen' } }), { status: 'ok' });
      expectOk(await call(`GET /users/${uid}/events`));
      expectOk(await call('GET /account', { as: 'key' }));
      const mail = await call('POST /send/email', { body: anEmail() });
      expectOk(await call(`GET /messages/${mail.body.id}`));
      expectOk(
        await call('POST /send/sms', { body: { from: 'DUNDUN', to: '2348012345678', body: 'x', source: 'at' } }),
      );
      expectRefusal(await call('POST /lists', { as: 'key', body: { title: 'x' } }), 403, 'secret_needed');
      expectRefusal(await call('GET /lists', { as: 'none' }), 401, 'wrong_credentials');
      expectRefusal(await call('POST /lists', { body: {} }), 400, 'invalid_input');
      expectRefusal(await call('GET /listsandmore'), 404, 'unknown_route');
    });

    it('[W2-18] any User-Agent, and none', async () => {
      for (const agent of ['', 'curl/8', 'Mozilla/5.0 (éà) <script>', 'x'.repeat(4_000), undefined]) {
        const headers = {
          ...full(),
          ...(agent === undefined ? {} : { 'User-Agent': Buffer.from(agent).toString('latin1') }),
        };
        expectOk(await rawRequest(subject.product.apiUrl, { path: '/v1/lists', headers }));
      }
    });

    it('[W2-19] ids that look like numbers', async () => {
      const uid = String(Date.now());
      expectOk(await call(`POST /v1/users/${uid}/events`, { body: { event: 'Seen', value: 1 } }), { status: 'ok' });
      expect((await call(`GET /v1/users/${uid}/events`)).body.data).toHaveLength(1);
      const { id } = await aList(call);
      expectOk(await put(call, id, uid, true), { subscribed: true });
      expect(await standing(call, id, uid)).toBe('subscribed');
      expectRefusal(await call('GET /v1/lists/123'), 404, 'unknown_list');
    });
  });

  it.each([
    ['2026-11-20T09:30:00Z', '2026-11-20T09:30:00.000Z'],
    ['2026-11-20T09:30:00.123456Z', '2026-11-20T09:30:00.123Z'],
    ['2026-11-20T10:30:00+01:00', '2026-11-20T09:30:00.000Z'],
    ['2026-11-20T10:30:00+0100', '2026-11-20T09:30:00.000Z'],
    ['2026-11-20T09:30:00', '2026-11-20T09:30:00.000Z'],
    ['2026-11-20 09:30:00', '2026-11-20T09:30:00.000Z'],
    ['2026-11-20', '2026-11-20T00:00:00.000Z'],
    [1763631000123, '2025-11-20T09:30:00.123Z'],
    ['1763631000123', '2025-11-20T09:30:00.123Z'],
  ])('[W2-21] accepts the timestamp %j', async (timestamp, shown) => {
    const uid = unique('user');
    expectOk(await call(`POST /v1/users/${uid}/events`, { body: { event: 'Then', timestamp } }), { status: 'ok' });
    expect((await call(`GET /v1/users/${uid}/events`)).body.data).toMatchObject([{ timestamp: shown }]);
  });

  it.each(['yesterday', '2026-13-01', '2026-02-30', '20/11/2026', true, 1.5, -1e20, '2026-11-20T25:00:00Z', [], {}])(
    '[W2-21] refuses the timestamp %j',
    async (timestamp) => {
      const answer = await call(`POST /v1/users/${unique('user')}/events`, { body: { event: 'Then', timestamp } });
      expectRefusal(answer, 400, 'invalid_input', /^timestamp must be a timestamp/);
    },
  );

  it('[9-1] has every operation under /v1, except those of the console and of the hooks', async () => {
    const paths = operationsOf(await readDocument(subject)).map(({ path }) => path);
    expect(paths.filter((path) => !/^\/(v1|console|hooks)\//.test(path))).toEqual([]);
    expect(new Set(paths)).toEqual(
      new Set([
        ...paths,
        '/v1/lists',
        '/v1/lists/{id}',
        '/v1/lists/{id}/subscribers',
        '/v1/send/email',
        '/v1/send/sms',
      ]),
    );
    expectRefusal(await call('GET /v2/lists'), 404, 'unknown_route');
  });

  it('[W2-35] serves pages for people under /p/, including 404', async () => {
    for (const path of ['/p/confirm/nothing', `/p/confirm/${'a'.repeat(43)}`, '/p/', '/p/nowhere/at/all']) {
      const answer = await call(`GET ${path}`, { as: 'none' });
      expect(answer.status).toBe(404);
      expect(answer.headers.get('Content-Type')).toMatch(/^text\/html/);
      expect(answer.text).toMatch(/<h1\b/);
    }
  });

  it('[W2-20] keeps unusual text intact from input to mail', async () => {
    const title = 'Ünïcödé 👩‍👩‍👧 "quotes" \\ <b> ☃';
    expect((await aList(call, { title })).title).toBe(title);
    const mail = await delivered(call, 'email', anEmail({ to: anAddress(), subject: title }));
    expect(mail.subject).toBe(title);
  });
});
