/**
 * Single sign-on against a real OpenID Connect provider.
 * @slow starts a product and a provider, and hashes passwords
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startIdentityProvider, type Answer, type Call, type IdentityProviderProcess } from '@dundun/testing';
import { expectOk, expectRefusal } from './support/answers.js';
import { rows } from './support/database.js';
import { consoleHeaders } from './support/members.js';
import { useProduct } from './support/product.js';

describe('single sign-on', () => {
  const subject = useProduct({ workers: 0 });
  const { call } = subject;
  let provider: IdentityProviderProcess;

  beforeAll(async () => {
    provider = await startIdentityProvider(subject.product.consoleUrl);
    await subject.product.api.stop();
    await subject.product.startApi(provider.environment);
  });
  afterAll(() => provider?.close());

  const post = (path: string, body: object, cookie = '') =>
    call(`POST /console/session/${path}`, {
      as: 'none',
      body,
      headers: { ...consoleHeaders(subject.product), ...(cookie && { Cookie: cookie }) },
    });
  const cookiesOf = ({ headers }: Answer | Response) =>
    headers.getSetCookie().map((each) => each.split(';')[0]).join('; '); // prettier-ignore

  /** Signs in at the provider, as a browser does. @returns the query with which it sends the browser back */
  async function atProvider(url: string, login: string): Promise<string> {
    const jar = new Map<string, string>();
    let next: { url: string; body?: URLSearchParams } = { url };
    for (let hop = 0; hop < 12; hop++) {
      const Cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
      const answer = await fetch(next.url, {
        method: next.body ? 'POST' : 'GET',
        body: next.body,
        headers: { Cookie },
        redirect: 'manual',
      });
      for (const set of answer.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
        jar.set(name, value);
      }
      const location = answer.headers.get('location');
      const target = location ? new URL(location, next.url) : undefined;
      if (target?.pathname === '/login/sso') return target.search.slice(1);
      if (target) next = { url: target.href };
      else next = { url: next.url, body: new URLSearchParams({ prompt: 'login', login, password: 'any' }) };
    }
    throw new Error('the provider never sent the browser back');
  }

  async function begin(): Promise<{ url: string; cookie: string }> {
    const begun = await post('sso', {});
    expectOk(begun);
    expect(begun.headers.getSetCookie()).toEqual([expect.stringMatching(/^dundun_sso=.*HttpOnly; SameSite=Lax/)]);
    return { url: begun.body.url, cookie: cookiesOf(begun) };
  }

  /** Signs in. @returns the answer, and a client with the session */
  async function signIn(login: string): Promise<{ answer: Answer; session: Call }> {
    const { url, cookie } = await begin();
    const answer = await post('sso/finish', { query: await atProvider(url, login) }, cookie);
    const headers = { ...consoleHeaders(subject.product), Cookie: cookiesOf(answer) };
    return { answer, session: (route, options = {}) => call(route, { ...options, as: 'none', headers }) };
  }

  it('is offered by its name', async () => {
    expectOk(await call('GET /console/sign-in', { as: 'none' }), { password: true, single_sign_on: 'Example ID' });
    const { url } = await begin();
    const asked = Object.fromEntries(new URL(url).searchParams);
    expect(asked).toMatchObject({
      code_challenge_method: 'S256',
      response_type: 'code',
      scope: 'openid email profile',
    });
    expect(Object.keys(asked)).toEqual(expect.arrayContaining(['state', 'nonce', 'code_challenge']));
  });

  it('makes a member with the highest role of the groups, and follows them', async () => {
    const { answer, session } = await signIn('grace+staff+admins');
    expect(answer.body).toMatchObject({ member: { email: 'grace@example.com', name: 'grace', role: 'admin' } });
    expect((await session('GET /console/me')).body).toMatchObject({ has_password: false });
    expect((await session('GET /console/me/sessions')).body.data).toMatchObject([{ single_sign_on: true }]);
    expectRefusal(
      await session('POST /console/me/two-factor', { body: { password: 'x' } }),
      400,
      'invalid_input',
      /identity provider/,
    );
    const out = await session('DELETE /console/session');
    const url = new URL(out.body.sign_out_url);
    expect([url.pathname, url.searchParams.get('post_logout_redirect_uri')]).toEqual([
      '/session/end',
      `${subject.product.consoleUrl}/login`,
    ]);
    expect(url.searchParams.get('id_token_hint')).toMatch(/^ey/);
    expectRefusal(await session('GET /console/session'), 401, 'not_signed_in');
  });

  it('gives the same login to the same person at the provider, whose lost group takes the membership back', async () => {
    const first = await signIn('joan+staff');
    expect(first.answer.body.member).toMatchObject({ role: 'viewer' });
    const moved = `UPDATE login_subjects SET subject = $1 WHERE subject = $2`;
    await rows(subject.product, moved, ['joan+admins', 'joan+staff']);
    const second = await signIn('joan+admins');
    expect(second.answer.body.member).toMatchObject({ id: first.answer.body.member.id, role: 'admin' });
    await rows(subject.product, moved, ['joan', 'joan+admins']);
    expectRefusal((await signIn('joan')).answer, 403, 'sso_refused');
    expect(await rows(subject.product, `SELECT FROM members WHERE email = 'joan@example.com'`)).toEqual([]);
  });

  it('signs the owner in by the verified address, who stays an owner as the last one', async () => {
    await rows(subject.product, `UPDATE logins SET email = 'boss@example.com' WHERE email = $1`, [
      subject.product.email,
    ]);
    const { answer } = await signIn('boss+staff');
    expect(answer.body.member).toMatchObject({ role: 'owner' });
  });

  it('accepts an open invitation of the verified address', async () => {
    const add = `INSERT INTO invitations (workspace_id, id, email, role, token_hash, expires_at)
      VALUES (1, gen_random_uuid(), 'Mary@example.com', 'marketer', 'x', now() + interval '1 day')`;
    await rows(subject.product, add);
    expect((await signIn('mary')).answer.body.member).toMatchObject({ role: 'marketer' });
    expect((await call('GET /console/invitations')).body.data).toEqual([]);
  });

  it('refuses people without access, without a verified address, and those who deny', async () => {
    expectRefusal((await signIn('nobody')).answer, 403, 'sso_refused', /no access/);
    expectRefusal((await signIn('unverified-eve+admins')).answer, 403, 'sso_refused', /verified/);
    expect(await rows(subject.product, `SELECT FROM logins WHERE email LIKE '%eve%' OR email LIKE 'nobody%'`)).toEqual(
      [],
    );
    const { url, cookie } = await begin();
    const state = new URL(url).searchParams.get('state');
    const iss = encodeURIComponent(provider.environment.OIDC_ISSUER as string);
    const denied = await post('sso/finish', { query: `error=access_denied&state=${state}&iss=${iss}` }, cookie);
    expectRefusal(denied, 403, 'sso_refused', /denied/);
  });

  it('refuses answers of another browser, a second use, forged codes and other sites', async () => {
    const [mine, theirs] = [await begin(), await begin()];
    const query = await atProvider(mine.url, 'ada+staff');
    expectRefusal(await post('sso/finish', { query }), 403, 'sso_refused', /another browser/);
    expectRefusal(await post('sso/finish', { query }, theirs.cookie), 403, 'sso_refused');
    expectRefusal(
      await post(
        'sso/finish',
        { query },
        mine.cookie.replace(/=(.)/, (_, first) => `=${first === 'x' ? 'y' : 'x'}`),
      ),
      403,
      'sso_refused',
    );
    expectOk(await post('sso/finish', { query }, mine.cookie));
    expectRefusal(await post('sso/finish', { query }, mine.cookie), 403, 'sso_refused');
    for (const forged of ['', 'x', 'code=x', query.replace(/code=./, 'code=%00'), 'state='.repeat(900)])
      expect([400, 403]).toContain((await post('sso/finish', { query: forged }, theirs.cookie)).status);
    const elsewhere = { as: 'none' as const, body: {}, headers: { Origin: 'https://evil.example' } };
    expectRefusal(await call('POST /console/session/sso', elsewhere), 403, 'forbidden_origin');
  });

  it('can be the only way in', async () => {
    const api = await subject.product.startApi({
      ...provider.environment,
      OIDC_ONLY: 'true',
      API_PORT: String(Number(new URL(subject.product.apiUrl).port) + 500),
    });
    const url = subject.product.apiUrl.replace(/\d+$/, (port) => String(Number(port) + 500));
    const ask = (path: string, body: object) =>
      fetch(`${url}${path}`, {
        method: 'POST',
        headers: { ...consoleHeaders(subject.product), 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      });
    const email = 'boss@example.com';
    for (const [path, body] of [
      ['/console/session', { email, password: subject.product.password }],
      ['/console/password-resets', { email }],
      ['/console/invitations/accept', { token: 'x', name: 'x', password: 'correct horse' }],
    ] as const) {
      const answer = await ask(path, body);
      expect([answer.status, answer.headers.get('Dundun-Error')]).toEqual([403, 'sso_only']);
    }
    expect(await (await fetch(`${url}/console/sign-in`)).json()).toMatchObject({ password: false });
    await api.stop();
  });
});
