import { describe, expect, it } from '@jest/globals';
import { runAdmin, basic, until } from '@dundun/testing';
import { expectOk, expectRefusal } from './support/answers.js';
import { aList, anAddress, anEmail, anSms, aNumber, NOBODY, unique } from './support/fixtures.js';
import { operationsOf, readDocument } from './support/openapi.js';
import { useProduct } from './support/product.js';
import { anotherKey } from './support/workspaces.js';

const ORIGIN = 'https://shop.example';

describe('keys, browsers and sessions', () => {
  const subject = useProduct({
    environment: { BOOTSTRAP_API_KEY: 'any text, äß & more', BOOTSTRAP_API_SECRET: 'päss:wörd ☃ with colons:' },
  });
  const { call } = subject;

  it('[W1-14] accepts any text as bootstrapped key and secret', async () => {
    expectOk(await call('GET /v1/lists', { as: 'key' }));
    expectOk(await call('POST /v1/lists', { body: { title: 'x' } }));
  });

  it('[W1-14] generates keys with dk_ and secrets with ds_', async () => {
    const made = await anotherKey(subject.product);
    expect([made.key, made.secret]).toEqual([
      expect.stringMatching(/^dk_\w{16,}$/),
      expect.stringMatching(/^ds_\w{20,}$/),
    ]);
    expectOk(await made.call('POST /v1/lists', { body: { title: 'x' } }));
  });

  it('[W1-15] refuses a revoked key within a second, although it is in use', async () => {
    const made = await anotherKey(subject.product);
    let using = true;
    const use = (async () => {
      while (using) await made.call('GET /v1/lists');
    })();
    try {
      await runAdmin(subject.product, 'key', 'revoke', '--key', made.key);
      for (const as of ['key', 'full'] as const) {
        const refused = await until(
          'the key has stopped',
          async () => {
            const answer = await made.call('GET /v1/lists', { as });
            return answer.status !== 200 && answer;
          },
          // The margin is for a busy machine. A key that constant use kept alive would never be refused.
          { ms: 5_000 },
        );
        expectRefusal(refused, 401, 'wrong_credentials', 'Wrong authentication credentials.');
      }
    } finally {
      using = false;
      await use;
    }
  });

  it('[W1-12] allows a browser key only to track events, identify, join by number and read the account', async () => {
    const browser = await anotherKey(subject.product, '--kind', 'browser');
    const { id } = await aList(call);
    const uid = unique('user');
    expectOk(await browser.call(`POST /v1/users/${uid}/events`, { as: 'key', body: { event: 'Seen' } }), {
      status: 'ok',
    });
    expectOk(await browser.call(`POST /v1/lists/${id}/subscribers`, { as: 'key', body: { number: aNumber() } }));
    expectOk(await browser.call('POST /v1/users', { as: 'key', body: { id: uid, first_name: 'Ada' } }));
    expectOk(await browser.call(`PUT /v1/users/${uid}`, { as: 'key', body: { last_name: 'Lovelace' } }));
    expectOk(await browser.call('GET /v1/account', { as: 'key' }));
    expectRefusal(await browser.call('GET /v1/lists', { as: 'key' }), 403, 'key_kind_not_allowed');
    expectRefusal(await browser.call(`GET /v1/lists/${id}`, { as: 'key' }), 403, 'key_kind_not_allowed');
    expectRefusal(
      await browser.call(`PUT /v1/lists/${id}`, { as: 'key', body: { title: 'Mine now' } }),
      403,
      'key_kind_not_allowed',
    );
    const byEmail = await browser.call(`POST /v1/lists/${id}/subscribers`, { as: 'key', body: { email: anAddress() } });
    expectRefusal(byEmail, 403, 'secret_needed');
    expectRefusal(await browser.call('POST /v1/send/email', { as: 'key', body: anEmail() }), 403, 'secret_needed');
    expectRefusal(await browser.call('POST /v1/send/sms', { as: 'key', body: anSms() }), 403, 'secret_needed');
  });

  describe('CORS', () => {
    const preflight = (path: string, method: string) =>
      call(`OPTIONS ${path}`, {
        as: 'none',
        headers: {
          Origin: ORIGIN,
          'Access-Control-Request-Method': method,
          'Access-Control-Request-Headers': 'authorization, content-type',
        },
      });

    it.each([
      ['/v1/users/u1/events', 'POST'],
      ['/users/u1/events', 'POST'],
      [`/v1/lists/${NOBODY}/subscribers`, 'POST'],
      ['/v1/account', 'GET'],
      ['/v1/users', 'POST'],
      ['/v1/users/u1', 'PUT'],
      ['/users/u1', 'PUT'],
    ])('[W1-13] allows the preflight of %s %s', async (path, method) => {
      const { status, headers } = await preflight(path, method);
      expect([status, headers.get('Access-Control-Allow-Origin')]).toEqual([200, ORIGIN]);
      expect(headers.get('Access-Control-Allow-Methods')).toContain(method);
      expect(headers.get('Access-Control-Allow-Headers')?.toLowerCase()).toMatch(/authorization.*content-type/);
      expect(headers.get('Access-Control-Allow-Credentials')).toBeNull();
    });

    it('[W1-13] allows no other preflight', async () => {
      for (const [path, method] of [
        ['/v1/lists', 'POST'],
        ['/v1/send/email', 'POST'],
        [`/v1/lists/${NOBODY}`, 'PUT'],
        ['/console/inbox', 'GET'],
      ] as const) {
        const answer = await preflight(path, method);
        expect(answer.status).toBe(405);
        expect(answer.headers.get('Access-Control-Allow-Origin')).toBeNull();
      }
    });

    it('[W1-13] makes an answer readable only for calls with the key alone', async () => {
      const allowed = async (as: 'key' | 'full' | 'none', route: string, body?: object) =>
        (await call(route, { as, body, headers: { Origin: ORIGIN } })).headers.get('Access-Control-Allow-Origin');
      const event = `POST /v1/users/${unique('user')}/events`;
      expect(await allowed('key', event, { event: 'Seen' })).toBe(ORIGIN);
      expect(await allowed('key', event, { event: '' })).toBe(ORIGIN);
      expect(await allowed('key', 'GET /v1/account')).toBe(ORIGIN);
      expect(await allowed('key', `PUT /v1/users/${unique('user')}`, { first_name: 'Ada' })).toBe(ORIGIN);
      expect(await allowed('full', `PUT /v1/users/${unique('user')}`, { first_name: 'Ada' })).toBeNull();
      expect(await allowed('full', event, { event: 'Seen' })).toBeNull();
      expect(await allowed('full', 'GET /v1/account')).toBeNull();
      expect(await allowed('key', 'GET /v1/lists')).toBeNull();
    });

    it('lets a page read that its key is wrong, on the routes of browsers only', async () => {
      const refused = (as: 'none' | { key: string; secret: string }, route: string) =>
        call(route, { as, body: route.startsWith('GET') ? undefined : {}, headers: { Origin: ORIGIN } });
      for (const as of ['none', { key: 'dk_nobody', secret: '' }] as const)
        for (const route of ['POST /v1/users/u1/events', 'PUT /users/u1', 'GET /v1/account']) {
          const answer = await refused(as, route);
          expectRefusal(answer, 401, 'wrong_credentials');
          expect(answer.headers.get('Access-Control-Allow-Origin')).toBe(ORIGIN);
          expect(answer.headers.get('Access-Control-Expose-Headers')).toContain('Dundun-Error');
        }
      const elsewhere = await refused('none', 'GET /v1/lists');
      expect([elsewhere.status, elsewhere.headers.get('Access-Control-Allow-Origin')]).toEqual([401, null]);
    });
  });

  describe('a session of the console', () => {
    const signIn = async () => {
      const { email, password } = subject.product;
      const answer = await call('POST /console/session', { as: 'none', body: { email, password } });
      expectOk(answer);
      return (answer.headers.get('Set-Cookie') ?? '').split(';')[0] as string;
    };

    it('[W1-3] replaces key and secret, but changes must come from the console', async () => {
      const Cookie = await signIn();
      const body = { title: unique('Session') };
      const { CONSOLE_PORT } = subject.product.environment;
      expectOk(await call('GET /v1/lists', { as: 'none', headers: { Cookie } }));
      expectRefusal(await call('POST /v1/lists', { as: 'none', body, headers: { Cookie } }), 403, 'forbidden_origin');
      expectRefusal(
        await call('POST /v1/lists', { as: 'none', body, headers: { Cookie, Origin: ORIGIN } }),
        403,
        'forbidden_origin',
      );
      const own = { Cookie, Origin: `http://127.0.0.1:${CONSOLE_PORT}` };
      expectOk(await call('POST /v1/lists', { as: 'none', body, headers: own }));
      expectOk(await call('DELETE /console/session', { as: 'none', headers: own }), {
        status: 'ok',
        sign_out_url: null,
      });
      expectRefusal(await call('GET /console/inbox', { as: 'none', headers: { Cookie } }), 401, 'not_signed_in');
    });

    it('[W1-4] refuses a forged cookie, and wrong credentials with a valid cookie', async () => {
      expectRefusal(
        await call('GET /console/inbox', { as: 'none', headers: { Cookie: 'dundun_session=x' } }),
        401,
        'not_signed_in',
      );
      const headers = { Cookie: await signIn(), Authorization: basic('dk_nobody', 'x') };
      expectRefusal(await call('GET /v1/lists', { as: 'none', headers }), 401, 'wrong_credentials');
    });
  });

  it('[W1-9] documents the limits of the key level', async () => {
    const operations = operationsOf(await readDocument(subject)).filter((operation) => operation['x-access'] === 'key');
    for (const { description } of operations)
      expect(description).toMatch(/\d+ calls a second per key, \d+ per user, \d+ per address/);
  });
});
