import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Module } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import { Authenticator, type Caller } from '@dundun/platform/http';
import { createHttpApp, RefusalFilter } from '@dundun/platform/server';
import { useDatabase } from '@dundun/testing';
import type { FastifyInstance } from 'fastify';
import { SubscribersApiModule } from '../subscribers.api.module.js';
import {
  aStage,
  callerOf,
  confirmationMails,
  entities,
  quiet,
  standings,
  subscribersOn,
  type Stage,
} from '../testing.js';

const db = useDatabase(entities, { PUBLIC_URL: 'https://go.example' });
let app: Awaited<ReturnType<typeof createHttpApp>>;
let fastify: FastifyInstance;
let stage: Stage;

/** The Authorization header names the caller: `full`, `key` or `browser`. */
class WhoeverSaysSo extends Authenticator {
  authenticate(authorization: string | undefined): Caller {
    const caller = callerOf(stage.workspaceId, authorization === 'full' ? 'full' : 'key');
    return authorization === 'browser' ? { ...caller, kind: 'browser' } : caller;
  }
}

beforeAll(async () => {
  @Module({
    imports: [...subscribersOn(db.config), SubscribersApiModule],
    providers: [
      { provide: Authenticator, useClass: WhoeverSaysSo },
      { provide: APP_FILTER, useClass: RefusalFilter },
    ],
  })
  class TestModule {}
  app = await createHttpApp(TestModule, db.config, quiet);
  await app.init();
  fastify = app.getHttpAdapter().getInstance() as unknown as FastifyInstance;
  await fastify.ready();
});
afterAll(() => app?.close());
beforeEach(async () => {
  stage = await aStage(app);
});

async function ask(route: string, body?: object | string, headers: Record<string, string> = {}) {
  const [method, url] = route.split(' ') as ['GET', string];
  const type: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' };
  const response = await fastify.inject({
    method,
    url,
    payload: body,
    headers: { authorization: 'full', ...type, ...headers },
  });
  return { status: response.statusCode, text: response.body, headers: response.headers };
}
async function call(...asked: Parameters<typeof ask>) {
  const { text, ...answer } = await ask(...asked);
  return {
    ...answer,
    body: JSON.parse(text),
    code: answer.headers['dundun-error'],
    notice: answer.headers['dundun-notice'],
  };
}
const as = (authorization: string) => ({ authorization });
const subscribe = (body: object, headers?: Record<string, string>) =>
  call(`POST /v1/lists/${stage.plain.id}/subscribers`, body, headers);
const OK = { status: 200, body: { status: 'ok' } };

describe('POST /v1/lists/:id/subscribers', () => {
  it('answers the uid and nothing else', async () => {
    const { status, body } = await subscribe({
      email: 'ada@example.com',
      number: '+234 801-234-5678',
      first_name: 'Ada',
    });
    expect(status).toBe(200);
    expect(body).toEqual({ uid: expect.stringMatching(/^[0-9a-f-]{36}$/) });
    const again = await subscribe({ number: 2348012345678 }, as('browser'));
    expect(again).toMatchObject({ status: 200, body, notice: undefined });
  });

  it('names every wrong field, and requires an email or a number', async () => {
    const wrong = { email: 'nobody', number: '12', created_at: 'soon', meta: { a: {} }, first_name: 7 };
    const { status, body } = await subscribe(wrong);
    expect(status).toBe(400);
    for (const field of Object.keys(wrong)) expect(body.error).toContain(field);
    expect(await subscribe({ first_name: 'Ada' })).toMatchObject({ status: 400 });
    expect(await subscribe({ email: null, number: null })).toMatchObject({ status: 400 });
  });

  it('accepts an email only with the secret', async () => {
    for (const level of ['key', 'browser']) {
      const answer = await subscribe({ email: 'ada@example.com' }, as(level));
      expect(answer).toMatchObject({
        status: 403,
        code: 'secret_needed',
        body: { error: expect.stringContaining('email') },
      });
    }
  });

  it('answers pages of other sites, with the key alone', async () => {
    const origin = { origin: 'https://shop.example' };
    const answer = await subscribe({ number: '2340000001' }, { ...as('key'), ...origin });
    expect(answer.headers['access-control-allow-origin']).toBe('https://shop.example');
    expect((await subscribe({ number: '2340000001' }, origin)).headers['access-control-allow-origin']).toBeUndefined();
    expect(await call(`OPTIONS /v1/lists/${stage.plain.id}/subscribers`, undefined, origin)).toMatchObject(OK);
  });

  it('answers 409 for an archived list, 404 for an unknown one, 400 for a number on a list that confirms by email', async () => {
    const number = '2340000001';
    await stage.lists.archive(stage.workspaceId, stage.plain.id);
    expect(await subscribe({ number }, as('key'))).toMatchObject({ status: 409, code: 'list_archived' });
    expect(await call('POST /v1/lists/7/subscribers', { number })).toMatchObject({ status: 404, code: 'unknown_list' });
    const asked = call(`POST /v1/lists/${stage.optin.id}/subscribers`, { number });
    expect(await asked).toMatchObject({ status: 400, code: 'optin_needs_email' });
  });

  it('runs once per idempotency key, and replays the notices', async () => {
    await subscribe({ number: '2340000002' });
    const { body } = await subscribe({ email: 'ada@example.com' });
    const once = { 'idempotency-key': 'once' };
    const first = await subscribe({ email: 'ada@example.com', number: '2340000002' }, once);
    expect(first).toMatchObject({ status: 200, body, notice: expect.stringContaining('number') });
    const again = await subscribe({ email: 'ada@example.com', number: '2340000002' }, once);
    expect(again).toMatchObject({ status: 200, body, notice: first.notice });
    expect(again.headers['idempotency-replayed']).toBe('true');
    expect(await subscribe({ email: 'bob@example.com' }, once)).toMatchObject({ status: 422 });
  });

  it('names unknown keys', async () => {
    expect((await subscribe({ email: 'ada@example.com', nickname: 'A' })).notice).toContain('nickname');
  });
});

describe('PUT and DELETE /v1/lists/:id/subscribers/:uid', () => {
  it('change the membership', async () => {
    const { uid } = (await subscribe({ email: 'ada@example.com' })).body;
    const path = `/v1/lists/${stage.plain.id}/subscribers/${uid}`;
    expect(await call(`PUT ${path}`, { subscribed: 'false' })).toMatchObject({
      status: 200,
      body: { subscribed: false },
    });
    expect(await call(`PUT ${path}`, { subscribed: true })).toMatchObject({ status: 200, body: { subscribed: true } });
    expect(await call(`PUT ${path}`, {})).toMatchObject({ status: 400 });
    for (const body of [undefined, '', '{"any":"body"}']) {
      expect(await call(`DELETE ${path}`, body, { 'content-type': 'application/json' })).toMatchObject(OK);
    }
    expect(await standings(stage, stage.plain)).toEqual({});
  });

  it('require the secret, a list and a person', async () => {
    const path = `/v1/lists/${stage.plain.id}/subscribers/nobody@example.com`;
    expect(await call(`PUT ${path}`, { subscribed: false }, as('key'))).toMatchObject({ status: 403 });
    expect(await call(`DELETE ${path}`, undefined, as('key'))).toMatchObject({ status: 403 });
    expect(await call(`PUT ${path}`, { subscribed: false })).toMatchObject({ status: 404, code: 'unknown_person' });
    expect(await call(`DELETE ${path}`)).toMatchObject({ status: 404, code: 'unknown_person' });
    expect(await call('DELETE /v1/lists/7/subscribers/7')).toMatchObject({ status: 404, code: 'unknown_list' });
    expect(await call(`DELETE /v1/lists/${stage.plain.id}/subscribers/%00`)).toMatchObject({ status: 404 });
  });
});

describe('GET /console/lists/:id/growth', () => {
  it('counts who joined on each of the last thirty days, in UTC', async () => {
    await subscribe({ number: '2340000021' });
    await subscribe({ number: '2340000022' });
    await subscribe({ number: '2340000023' });
    const { body: members } = await call(`GET /console/lists/${stage.plain.id}/members`);
    const move = (uid: string, days: number) =>
      db.database.execute(
        `UPDATE memberships m SET joined_at = date_trunc('day', now() AT TIME ZONE 'UTC') AT TIME ZONE 'UTC' - make_interval(days => $3)
         FROM people p WHERE p.workspace_id = m.workspace_id AND p.id = m.person_id AND m.workspace_id = $1 AND p.uid = $2`,
        [stage.workspaceId, uid, days],
      );
    await move(members.data[0].uid, 29);
    await move(members.data[1].uid, 30);
    const { status, body } = await call(`GET /console/lists/${stage.plain.id}/growth`);
    expect([status, body.data.length]).toEqual([200, 30]);
    expect(body.data.at(-1)).toEqual({ day: new Date().toISOString().slice(0, 10), joined: 1 });
    expect(body.data.map(({ joined }: { joined: number }) => joined)).toEqual([1, ...Array(28).fill(0), 1]);
    expect(await call('GET /console/lists/7/growth')).toMatchObject({ status: 404 });
    await call(`PUT /v1/lists/${stage.plain.id}/subscribers/${members.data[2].uid}`, { subscribed: false });
    const trends = await call('GET /console/list-trends');
    expect(trends.body.data).toEqual([{ id: stage.plain.id, joined: [1, ...Array(29).fill(0)] }]);
  });
});

describe('GET /console/lists/:id/members', () => {
  it('pages newest first, filtered by status and search', async () => {
    for (const name of ['ada', 'bob', 'cy'])
      await subscribe({ email: `${name}@example.com`, first_name: name, number: null });
    const { uid } = (await subscribe({ email: 'dee_%@example.com', last_name: 'Dee' })).body;
    await call(`PUT /v1/lists/${stage.plain.id}/subscribers/${uid}`, { subscribed: false });
    // A second apart: the server's clock may step back by a few milliseconds.
    await stage.database.execute(
      `UPDATE memberships m SET joined_at = now() + came.place * interval '1 second'
       FROM (SELECT id, row_number() OVER (ORDER BY id) AS place FROM people WHERE workspace_id = $1) AS came
       WHERE m.workspace_id = $1 AND m.person_id = came.id`,
      [stage.workspaceId],
    );
    const members = async (query: string) => (await call(`GET /console/lists/${stage.plain.id}/members?${query}`)).body;
    const first = await members('limit=3');
    expect(first.data.map(({ email }: { email: string }) => email)).toEqual([
      'dee_%@example.com',
      'cy@example.com',
      'bob@example.com',
    ]);
    expect(first.data[0]).toEqual({
      uid,
      email: 'dee_%@example.com',
      number: null,
      first_name: null,
      last_name: 'Dee',
      ...{ status: 'unsubscribed', email_status: 'unsubscribed', sms_status: 'unsubscribed' },
      joined_at: expect.stringMatching(/Z$/),
      attributes: {},
    });
    expect((await members(`limit=3&next_cursor=${first.next_cursor}`)).data).toHaveLength(1);
    expect((await members('status=subscribed')).data).toHaveLength(3);
    expect((await members('search=ADA')).data).toHaveLength(1);
    expect((await members('search=dee_%25')).data).toHaveLength(1);
  });

  it('shows the attributes that are asked for', async () => {
    const { uid } = (await subscribe({ email: 'ada@example.com', number: null })).body;
    const meta = { plan: 'pro', seats: 3, beta: false, secret: 'x' };
    await stage.database.execute('UPDATE people SET meta = $3 WHERE workspace_id = $1 AND uid = $2', [
      ...[stage.workspaceId, uid],
      JSON.stringify(meta),
    ]);
    const members = (query: string) => call(`GET /console/lists/${stage.plain.id}/members?${query}`);
    const { body } = await members('attributes=plan,seats,beta,unknown,plan');
    expect(body.data[0].attributes).toEqual({ plan: 'pro', seats: 3, beta: false });
    expect((await members('attributes=')).body.data[0].attributes).toEqual({});
    const many = Array.from({ length: 21 }, (_, index) => `a${index}`).join(',');
    expect(await members(`attributes=${many}`)).toMatchObject({ status: 400, code: 'invalid_input' });
  });

  it('requires a list of the workspace and more than the key', async () => {
    const { plain } = stage;
    stage = await aStage(app);
    expect(await call(`GET /console/lists/${plain.id}/members`)).toMatchObject({ status: 404 });
    expect(await call(`GET /console/lists/${stage.plain.id}/members`, undefined, as('key'))).toMatchObject({
      status: 403,
    });
  });
});

describe('the page behind a confirmation link', () => {
  const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
  const link = async () => {
    await call(`POST /v1/lists/${stage.optin.id}/subscribers`, { email: 'ada@example.com' });
    return `/p/confirm/${(await confirmationMails(stage)).at(-1)?.token}`;
  };
  const statuses = async () => Object.values(await standings(stage, stage.optin));

  it('shows the list and a button, and changes nothing when opened', async () => {
    const path = await link();
    for (let times = 0; times < 2; times++) {
      const { status, text, headers } = await ask(`GET ${path}`);
      expect(status).toBe(200);
      expect(text).toContain('<h1 dir="auto">Optin &lt;news&gt;</h1>');
      expect(text).toContain('Once &amp; again');
      expect(text).toMatch(/<form method="post" action="\?seen=[\w-]{16}"><button type="submit">/);
      expect(headers).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
        'x-robots-tag': 'noindex, nofollow',
        'referrer-policy': 'no-referrer',
        'content-security-policy': expect.stringMatching(
          /^default-src 'none'; style-src 'sha256-[^']+'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
        ),
      });
      expect(headers['request-id']).toBeDefined();
      expect(text).not.toMatch(/(?:src|href)=/);
    }
    expect(await statuses()).toEqual(['pending']);
  });

  it('confirms once by its button, without a redirect', async () => {
    await stage.lists.update(stage.workspaceId, stage.optin.id, { redirect_url: 'https://elsewhere.example' });
    const path = await link();
    const shown = await ask(`GET ${path}`);
    const action = /action="([^"]+)"/.exec(shown.text)?.[1];
    const done = await ask(`POST ${path}${action}`, '', FORM);
    expect(done).toMatchObject({ status: 200, text: expect.stringContaining('your subscription is confirmed') });
    expect(await statuses()).toEqual(['subscribed']);
    const [evidence] = await stage.database.query(
      `SELECT text_shown FROM consents WHERE workspace_id = $1 AND action = 'confirmed'`,
      [stage.workspaceId],
    );
    expect(evidence).toEqual({
      text_shown:
        'Mailing list\nOptin <news>\nOnce & again\nDo you want to receive this list at ada@example.com?\n[Confirm subscription]',
    });
    for (const method of ['GET', 'POST']) {
      const used = await ask(`${method} ${path}`);
      expect(used).toMatchObject({ status: 404, text: expect.stringContaining('does not work any more') });
      expect(used.headers['content-type']).toBe('text/html; charset=utf-8');
    }
  });

  it('confirms without a form, with one, and with any fields in it', async () => {
    for (const [body, headers] of [
      [undefined, {}],
      ['', FORM],
      ['a=b&a=c&__proto__=x', FORM],
    ] as const) {
      stage = await aStage(app);
      expect(await ask(`POST ${await link()}`, body, headers)).toMatchObject({ status: 200 });
      expect(await statuses()).toEqual(['subscribed']);
    }
  });

  it('shows the page again when the description of the list changed since', async () => {
    const path = await link();
    const action = /action="([^"]+)"/.exec((await ask(`GET ${path}`)).text)?.[1];
    await stage.lists.update(stage.workspaceId, stage.optin.id, { description: 'Something else' });
    const again = await ask(`POST ${path}${action}`, '', FORM);
    expect(again).toMatchObject({ status: 200, text: expect.stringContaining('Something else') });
    expect(again.text).toContain('<form');
    expect(await statuses()).toEqual(['pending']);
  });

  it.each([
    'GET /p/confirm/nothing',
    `GET /p/confirm/${'x'.repeat(32)}`,
    'POST /p/confirm/%00',
    'GET /p/elsewhere',
    'POST /p/a/b',
    'GET /p/confirm',
  ])('%s shows an error page', async (route) => {
    const answer = await ask(route);
    expect(answer).toMatchObject({
      status: 404,
      text: expect.stringMatching(/^<!doctype html>.*does not work any more/),
    });
    expect(answer.headers['content-security-policy']).toContain("default-src 'none'");
  });

  it('is the only place that accepts forms', async () => {
    expect(await call('POST /v1/lists/7/subscribers', 'email=a', FORM)).toMatchObject({
      status: 415,
      code: 'unsupported_media_type',
    });
    expect(await ask(`POST ${await link()}`, 'a=' + 'x'.repeat(20_000), FORM)).toMatchObject({ status: 413 });
  });
});
