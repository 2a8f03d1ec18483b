import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Controller, Module } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import { StatusOk } from '@dundun/contracts';
import { ConfigModule, createLogger } from '@dundun/platform/config';
import { DatabaseModule } from '@dundun/platform/database';
import { Endpoint } from '@dundun/platform/http';
import { createHttpApp, RefusalFilter } from '@dundun/platform/server';
import { basic, useDatabase } from '@dundun/testing';
import type { FastifyInstance } from 'fastify';
import { AccountsApiModule } from './accounts.api.module.js';
import { accountsEntities } from './accounts.entities.js';
import { Integrations } from './integrations/integrations.service.js';
import { Members } from './team/members.service.js';
import { aKey, aMember, solve } from './testing.js';

@Controller()
class ProbeController {
  @Endpoint('POST /v1/probe', { summary: 'Probe', access: 'secret', role: 'admin', returns: StatusOk, tag: 'Probe' })
  probe(): StatusOk {
    return { status: 'ok' };
  }
}

const db = useDatabase(accountsEntities, { CONSOLE_URL: 'https://console.example.com' });
let app: Awaited<ReturnType<typeof createHttpApp>>;
let fastify: FastifyInstance;

beforeAll(async () => {
  const logger = createLogger('test', 'silent');
  @Module({
    imports: [ConfigModule.for(db.config, logger), DatabaseModule.for(accountsEntities), AccountsApiModule],
    controllers: [ProbeController],
    providers: [{ provide: APP_FILTER, useClass: RefusalFilter }],
  })
  class TestModule {}
  app = await createHttpApp(TestModule, db.config, logger);
  await app.init();
  fastify = app.getHttpAdapter().getInstance() as unknown as FastifyInstance;
  await fastify.ready();
});
afterAll(() => app.close());
afterEach(() => void jest.restoreAllMocks());

type Call = { headers?: Record<string, string>; body?: object; from?: string };
async function call(route: string, { headers = {}, body, from = '192.0.2.1' }: Call = {}) {
  const [method, url] = route.split(' ') as ['GET', string];
  const answer = await fastify.inject({ method, url, headers, remoteAddress: from, ...(body && { payload: body }) });
  return { status: answer.statusCode, headers: answer.headers, body: answer.json() as Record<string, unknown> };
}
const withKey = (key: string, secret?: string) => ({ headers: { authorization: basic(key, secret) } });
const CONSOLE = { 'sec-fetch-site': 'same-origin' };
const login = (email: string, password = 'correct horse', more: Call = {}) =>
  call('POST /console/session', { body: { email, password }, ...more });
/** Uses up the attempts of every account. */
const noAttemptsLeft = () =>
  db.database.execute(`UPDATE sign_in_counters SET spent_until = now() + interval '5 minutes' WHERE slot < 65536`);
/** Solves a challenge for the account. */
async function solved(email: string): Promise<string> {
  const { body } = await call('POST /console/session/challenge', { body: { email } });
  return solve(String(body.challenge), Number(body.bits));
}
const cookieOf = ({ headers }: Awaited<ReturnType<typeof call>>) =>
  /dundun_session=[^;]*/.exec(String(headers['set-cookie']))?.[0] ?? '';

describe('GET /v1/account', () => {
  it('returns the workspace and its features at either access level', async () => {
    const { workspaceId, key, secret } = await aKey(db.database, { kind: 'browser' });
    const account = { status: 200, body: { id: String(workspaceId), features: ['lists', 'email', 'events'] } };
    expect(await call('GET /v1/account', withKey(key))).toMatchObject(account);
    await app.get(Integrations).connectInbox(workspaceId, 'at', ['DUNDUN']);
    account.body.features = ['lists', 'email', 'sms', 'events'];
    expect(await call('GET /account', withKey(key, secret))).toMatchObject(account);
  });

  it('refuses missing, malformed, unknown and wrong credentials with the texts of the contract', async () => {
    const { key } = await aKey(db.database);
    for (const authorization of [
      undefined,
      'Basic !',
      basic('dk_unknown', 'x'),
      basic(key, 'wrong'),
      basic(key, 'x'.repeat(10_000)),
    ]) {
      const { status, body, headers } = await call('GET /v1/account', {
        headers: { ...(authorization !== undefined && { authorization }) },
      });
      expect([status, body]).toEqual([401, { error: 'Wrong authentication credentials.' }]);
      expect(headers['www-authenticate']).toContain('Basic');
    }
  });
});

describe('an operation that needs the secret', () => {
  it('refuses the key alone and accepts key and secret', async () => {
    const { key, secret } = await aKey(db.database);
    expect((await call('POST /v1/probe', withKey(key))).status).toBe(403);
    expect((await call('POST /v1/probe', withKey(key, 'wrong'))).status).toBe(401);
    expect((await call('POST /v1/probe', withKey(key, secret))).status).toBe(200);
  });
});

describe('POST /console/session', () => {
  it('creates a new session that authenticates later calls', async () => {
    const { workspaceId } = await aMember(db.database, 'ada@example.com');
    const first = await login('ada@example.com', 'correct horse', { headers: CONSOLE });
    expect(first).toMatchObject({
      status: 200,
      body: {
        member: { email: 'ada@example.com', name: 'Ada', role: 'owner' },
        workspace: { id: String(workspaceId), name: 'Test', plan: 'unlimited' },
      },
    });
    expect(first.headers['set-cookie']).toEqual([
      expect.stringMatching(/^dundun_session=[\w-]{43}; Path=\/; Max-Age=1209600; HttpOnly; SameSite=Lax; Secure$/),
      expect.stringMatching(
        /^dundun_device=[\w-]{16}\.[\w-]{22}; Path=\/; Max-Age=31536000; HttpOnly; SameSite=Lax; Secure$/,
      ),
    ]);
    const second = await login('ada@example.com', 'correct horse', { headers: { cookie: cookieOf(first) } });
    expect(cookieOf(second)).not.toBe(cookieOf(first));
    const who = (cookie: string) => call('GET /console/session', { headers: { cookie } });
    expect(await who(cookieOf(second))).toMatchObject({ status: 200, body: first.body });
    // The new session ended the browser's earlier one.
    expect((await who(cookieOf(first))).status).toBe(401);
  });

  it('replaces a session planted in the browser', async () => {
    await aMember(db.database, 'fixed@example.com');
    const planted = `dundun_session=${'a'.repeat(43)}`;
    expect(cookieOf(await login('fixed@example.com', 'correct horse', { headers: { cookie: planted } }))).not.toBe(
      planted,
    );
    expect((await call('GET /console/session', { headers: { cookie: planted } })).status).toBe(401);
  });

  it('refuses a wrong password and an unknown email with the same answer', async () => {
    await aMember(db.database, 'grace@example.com');
    const wrong = await login('grace@example.com', 'wrong');
    const unknown = await login('nobody@example.com', 'wrong');
    expect(wrong).toMatchObject({ status: 401, body: { error: 'Wrong email or password.' } });
    expect(unknown).toMatchObject({ status: wrong.status, body: wrong.body });
    expect(wrong.headers['set-cookie']).toBeUndefined();
  });

  it.each([
    ['another site', { 'sec-fetch-site': 'cross-site', origin: 'https://console.example.com' }],
    ['a sibling site', { 'sec-fetch-site': 'same-site' }],
    ['another origin', { origin: 'https://evil.example' }],
    ['an opaque origin', { origin: 'null' }],
  ])('refuses a request from %s', async (_, headers) => {
    expect((await login('ada@example.com', 'correct horse', { headers })).status).toBe(403);
  });

  it('accepts requests from the console and from other clients than browsers', async () => {
    await aMember(db.database, 'joan@example.com');
    expect(
      (await login('joan@example.com', 'correct horse', { headers: { origin: 'https://console.example.com' } })).status,
    ).toBe(200);
    expect((await login('joan@example.com')).status).toBe(200);
  });

  it('locks nobody out: a known device and a solved challenge are admitted while others guess', async () => {
    await aMember(db.database, 'victim@example.com');
    const first = await login('victim@example.com', 'correct horse', { from: '198.51.100.1' });
    const device = /dundun_device=[^;]*/.exec(String(first.headers['set-cookie']))?.[0] ?? '';
    const guesses = await Promise.all(
      Array.from({ length: 15 }, (_, index) => login('victim@example.com', 'guess', { from: `203.0.113.${index}` })),
    );
    expect(guesses.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(4);
    await noAttemptsLeft();
    const refused = await login('victim@example.com', 'correct horse', { from: '203.0.113.99' });
    expect([refused.status, refused.headers['dundun-error']]).toEqual([429, 'too_many_logins']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    const known = await login('victim@example.com', 'correct horse', { headers: { cookie: device } });
    expect(known.status).toBe(200);
    const proof = await solved('victim@example.com');
    const body = { email: 'victim@example.com', password: 'correct horse', proof };
    expect((await call('POST /console/session', { body, from: '203.0.113.99' })).status).toBe(200);
    expect((await call('POST /console/session', { body, from: '203.0.113.99' })).status).toBe(429);
  });

  it('forgets the devices of a member whose password changes', async () => {
    const { loginId } = await aMember(db.database, 'moved@example.com');
    const first = await login('moved@example.com', 'correct horse', { from: '198.51.100.2' });
    const device = /dundun_device=[^;]*/.exec(String(first.headers['set-cookie']))?.[0] ?? '';
    await app.get(Members).changePassword(loginId, 'battery staple');
    await noAttemptsLeft();
    const answer = await login('moved@example.com', 'battery staple', { headers: { cookie: device } });
    expect(answer.status).toBe(429);
  });
});

describe('a session', () => {
  it('ends when the member signs out, which only the console can request', async () => {
    await aMember(db.database, 'mary@example.com');
    const cookie = cookieOf(await login('mary@example.com'));
    expect(
      (await call('DELETE /console/session', { headers: { cookie, 'sec-fetch-site': 'cross-site' } })).status,
    ).toBe(403);
    expect((await call('DELETE /console/session', { headers: { cookie } })).status).toBe(403);
    const out = await call('DELETE /console/session', { headers: { cookie, ...CONSOLE } });
    expect(out).toMatchObject({ status: 200, body: { status: 'ok' } });
    expect(out.headers['set-cookie']).toMatch(/^dundun_session=; Path=\/; Max-Age=0;/);
    expect((await call('GET /console/session', { headers: { cookie } })).status).toBe(401);
  });

  it('ends when the password changes', async () => {
    const { loginId } = await aMember(db.database, 'change@example.com');
    const cookie = cookieOf(await login('change@example.com'));
    await app.get(Members).changePassword(loginId, 'battery staple');
    expect((await call('GET /console/session', { headers: { cookie } })).status).toBe(401);
  });

  it('is not available to API credentials', async () => {
    const { key, secret } = await aKey(db.database);
    expect(await call('GET /console/session', withKey(key, secret))).toMatchObject({
      status: 401,
      body: { error: 'Sign in first.' },
    });
    expect((await call('GET /console/session')).status).toBe(401);
  });
});
