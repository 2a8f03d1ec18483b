/**
 * @slow waits for mails and hashes passwords
 */
import { describe, expect, it } from '@jest/globals';
import { basic, caller, until, type Call } from '@dundun/testing';
import { TOTP } from 'otpauth';
import { expectOk, expectRefusal } from './support/answers.js';
import { rows } from './support/database.js';
import { NOBODY, unique } from './support/fixtures.js';
import { aSession, consoleHeaders, signedIn } from './support/members.js';
import { received } from './support/messages.js';
import { useWorkspace } from './support/product.js';
import { openWorkspace } from './support/workspaces.js';

const NEXT = 'battery staple correct';
const codeOf = (secret: string, steps = 0) => new TOTP({ secret }).generate({ timestamp: Date.now() + steps * 30_000 });

describe('the login of a person', () => {
  const subject = useWorkspace();
  const { call } = subject;

  const emailOf = async (session: Call): Promise<string> => (await session('GET /console/me')).body.email;
  const attempt = (email: string, fields: object = {}) =>
    call('POST /console/session', {
      as: 'none',
      body: { email, password: subject.product.password, ...fields },
      headers: consoleHeaders(subject.product),
    });

  /** A session whose login has a second factor. Its code of this step is unused. */
  async function withFactor(role = 'viewer') {
    const session = await aSession(subject.product, role);
    const email = await emailOf(session);
    const offer = await session('POST /console/me/two-factor', { body: { password: subject.product.password } });
    expectOk(offer);
    const { secret } = offer.body;
    const on = await session('POST /console/me/two-factor/confirm', { body: { code: codeOf(secret, -1) } });
    expectOk(on);
    return { session, email, secret: String(secret), codes: on.body.recovery_codes as string[] };
  }

  it('changes its password with the current one, which ends its other sessions', async () => {
    const session = await aSession(subject.product, 'viewer');
    const email = await emailOf(session);
    const other = await signedIn(subject.product, { email, password: subject.product.password });
    const change = (password: string, next = NEXT) =>
      session('POST /console/me/password', { body: { password, new_password: next } });
    expectRefusal(await change('wrong one'), 400, 'invalid_input', /password is wrong/);
    expectRefusal(await change(subject.product.password, 'short'), 400, 'invalid_input', /new_password/);
    expectOk(await change(subject.product.password));
    expectOk(await session('GET /console/session'));
    await until('the other session has ended', async () => (await other('GET /console/session')).status === 401);
    expectRefusal(await attempt(email), 401, 'wrong_login');
    expectOk(await attempt(email, { password: NEXT }));
  });

  it('limits guesses of its current password, whatever Idempotency-Key they carry', async () => {
    const session = await aSession(subject.product, 'viewer');
    const guess = (index: number) =>
      session('POST /console/me/password', {
        body: { password: `wrong ${index}`, new_password: NEXT },
        headers: { 'Idempotency-Key': unique('key') },
      });
    const answers = [];
    for (let index = 0; index <= 10; index++) answers.push(await guess(index));
    expect(answers.map(({ status }) => status)).toEqual([...Array.from({ length: 10 }, () => 400), 429]);
    expectRefusal(answers.at(-1) as (typeof answers)[0], 429, 'too_many_codes');
  });

  it('is reset by mail: the same answer for every address, a link that works once', async () => {
    const session = await aSession(subject.product, 'viewer');
    const owner = await aSession(subject.product, 'owner');
    const email = await emailOf(session);
    const ask = (address: string) => call('POST /console/password-resets', { as: 'none', body: { email: address } });
    const [known, unknown] = [await ask(email.toUpperCase()), await ask(`${unique('nobody')}@example.com`)];
    expect([known.status, known.body]).toEqual([unknown.status, unknown.body]);
    expectOk(known, { status: 'ok' });
    const [mail] = await received(owner, email);
    const token = /\/reset#([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? '';
    const open = (given: string) => call('POST /console/password-resets/open', { as: 'none', body: { token: given } });
    const use = (password = NEXT, headers = {}) =>
      call('POST /console/password-resets/use', { as: 'none', body: { token, password }, headers });
    expectOk(await open(token), { email });
    expectRefusal(await use(NEXT, { Origin: 'https://evil.example' }), 403, 'forbidden_origin');
    expectRefusal(await use('short'), 400, 'invalid_input', /password/);
    const stored = await rows(subject.product, 'SELECT encode(token_hash, $1) AS hash FROM password_resets', [
      'base64',
    ]);
    expect(JSON.stringify(stored)).not.toContain(token);
    const uses = await Promise.all([use(), use(), use()]);
    expect(uses.map(({ status }) => status).sort()).toEqual([200, 404, 404]);
    expectRefusal(await open(token), 404, 'unknown_reset');
    await until('the session has ended', async () => (await session('GET /console/session')).status === 401);
    expectOk(await attempt(email, { password: NEXT }));
    for (const forged of ['x', 'a'.repeat(43), '\u{1f941}']) expectRefusal(await open(forged), 404, 'unknown_reset');
  });

  it('mails three links an hour, and none that is expired works', async () => {
    const session = await aSession(subject.product, 'viewer');
    const owner = await aSession(subject.product, 'owner');
    const email = await emailOf(session);
    for (let time = 0; time < 6; time++)
      expectOk(await call('POST /console/password-resets', { as: 'none', body: { email } }));
    const mails = await received(owner, email, 3);
    const COUNT = 'SELECT r.token_hash FROM password_resets r JOIN logins l ON l.id = r.login_id WHERE l.email = $1';
    expect(await rows(subject.product, COUNT, [email])).toHaveLength(3);
    await rows(subject.product, 'UPDATE password_resets SET expires_at = now()');
    const token = /\/reset#([\w-]{43})/.exec(mails[0]?.text ?? '')?.[1];
    expectRefusal(
      await call('POST /console/password-resets/use', { as: 'none', body: { token, password: NEXT } }),
      404,
      'unknown_reset',
    );
  });

  it('signs in with a second factor: a code once, a recovery code once', async () => {
    const { session, email, secret, codes } = await withFactor();
    expect((await session('GET /console/me')).body).toMatchObject({
      two_factor_since: expect.any(String),
      recovery_codes: 10,
    });
    expectRefusal(await attempt(email), 401, 'second_factor_needed');
    expectRefusal(await attempt(email, { code: '000000' }), 401, 'wrong_code');
    const code = codeOf(secret);
    const both = await Promise.all([attempt(email, { code }), attempt(email, { code })]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401]);
    expectRefusal(await attempt(email, { code: codeOf(secret, -1) }), 401, 'wrong_code');
    expectOk(await attempt(email, { code: codes[0] }));
    expectRefusal(await attempt(email, { code: codes[0] }), 401, 'wrong_code');
    expectRefusal(await attempt(email, { code: codes[1], password: 'wrong one' }), 401, 'wrong_login');
    expectRefusal(
      await session('POST /console/me/two-factor/remove', { body: { password: 'wrong' } }),
      400,
      'invalid_input',
    );
    expectOk(await session('POST /console/me/two-factor/remove', { body: { code: codes[1] } }));
    expectOk(await attempt(email));
  });

  it('has its second factor turned off by an owner, but not by others', async () => {
    const { email } = await withFactor();
    const [owner, admin] = [await aSession(subject.product, 'owner'), await aSession(subject.product, 'admin')];
    const { data } = (await owner('GET /console/members')).body as { data: { id: string; email: string }[] };
    const member = data.find((each) => each.email === email);
    expect(member).toMatchObject({ two_factor: true, last_seen_at: expect.any(String) });
    const seen = (await admin('GET /console/members')).body.data as object[];
    expect(seen).toContainEqual(expect.objectContaining({ email, two_factor: false, last_seen_at: null }));
    const reset = `DELETE /console/members/${member?.id}/two-factor`;
    for (const by of [admin, call]) expectRefusal(await by(reset), 403, 'role_needed');
    expectOk(await owner(reset));
    expectOk(await attempt(email));
    expectRefusal(await owner(`DELETE /console/members/${NOBODY}/two-factor`), 404, 'unknown_member');
  });

  it('lists its sessions and ends them', async () => {
    const session = await aSession(subject.product, 'viewer');
    const email = await emailOf(session);
    const others = [1, 2].map(() => signedIn(subject.product, { email, password: subject.product.password }));
    const [second, third] = (await Promise.all(others)) as [Call, Call];
    const list = async () =>
      (await session('GET /console/me/sessions')).body.data as { id: string; current: boolean }[];
    expect(await list()).toHaveLength(3);
    expect((await list()).filter(({ current }) => current)).toEqual([
      expect.objectContaining({ address: expect.stringMatching(/127|::1/), single_sign_on: false }),
    ]);
    const own = (await second('GET /console/me/sessions')).body.data as { id: string; current: boolean }[];
    const { id } = own.find(({ current }) => current) as { id: string };
    const stranger = await aSession(subject.product, 'owner');
    expectRefusal(await stranger(`DELETE /console/me/sessions/${id}`), 404, 'unknown_session');
    expectOk(await session(`DELETE /console/me/sessions/${id}`));
    await until('the session has ended', async () => (await second('GET /console/session')).status === 401);
    expectRefusal(await session(`DELETE /console/me/sessions/${id}`), 404, 'unknown_session');
    expectOk(await session('DELETE /console/me/sessions'));
    await until('the third has ended', async () => (await third('GET /console/session')).status === 401);
    expect(await list()).toHaveLength(1);
    const { data } = (await stranger('GET /console/members')).body as { data: { id: string; email: string }[] };
    expectOk(await stranger(`DELETE /console/members/${data.find((each) => each.email === email)?.id}/sessions`));
    await until('the first has ended', async () => (await session('GET /console/session')).status === 401);
  });

  it('belongs to members of several workspaces, between which it goes without a second sign-in', async () => {
    const there = await openWorkspace(subject.product);
    const elsewhere = await aSession(there, 'owner');
    const { session, email, codes } = await withFactor('viewer');
    expectOk(await elsewhere('POST /console/invitations', { body: { email, role: 'admin' } }));
    const [mail] = await received(elsewhere, email);
    const token = /\/accept#([\w-]{43})/.exec(mail?.text ?? '')?.[1];
    const accept = (fields: object) =>
      call('POST /console/invitations/accept', { as: 'none', body: { token, name: 'Ada', ...fields } });
    const offer = await call('POST /console/invitations/open', { as: 'none', body: { token } });
    expect(offer.body).toMatchObject({ signs_in_already: true });
    expectRefusal(await accept({ password: 'my own choice' }), 401, 'wrong_login');
    expectRefusal(await accept({ password: subject.product.password }), 401, 'second_factor_needed');
    expectOk(await accept({ password: subject.product.password, code: codes[0] }));
    const own = (await session('GET /console/me')).body.workspaces as { id: string; role: string; current: boolean }[];
    expect(own.map(({ role }) => role).sort()).toEqual(['admin', 'viewer']);
    const next = await session('POST /console/session/workspace', { body: { workspace: String(there.workspaceId) } });
    expect(next.body).toMatchObject({ workspace: { id: String(there.workspaceId) }, member: { role: 'admin' } });
    await until('the earlier token has ended', async () => (await session('GET /console/session')).status === 401);
    const cookie = next.headers.getSetCookie().map((each) => each.split(';')[0]).join('; '); // prettier-ignore
    const moved: Call = (route, options = {}) =>
      call(route, { ...options, as: 'none', headers: { ...consoleHeaders(subject.product), Cookie: cookie } });
    expectOk(await moved('GET /console/integrations'));
    expectRefusal(await moved('POST /console/session/workspace', { body: { workspace: 1 } }), 404, 'unknown_workspace');
    // The factor protects another workspace, too.
    const { data } = (await elsewhere('GET /console/members')).body as { data: { id: string; email: string }[] };
    const { id } = data.find((each) => each.email === email) as { id: string };
    expectRefusal(await elsewhere(`DELETE /console/members/${id}/two-factor`), 409, 'shared_login');
    expectRefusal(await moved('POST /console/me/leave', { body: { workspace: 1 } }), 404, 'unknown_workspace');
    expectOk(await moved('POST /console/me/leave', { body: { workspace: there.workspaceId } }));
    expectOk(await attempt(email, { code: codes[1] }));
  });

  it('keeps the last owner from leaving', async () => {
    const there = await openWorkspace(subject.product);
    const owner = await signedIn(there, there);
    const leave = await owner('POST /console/me/leave', { body: { workspace: there.workspaceId } });
    expectRefusal(leave, 409, 'last_owner');
  });

  it('needs a second factor where the workspace requires one, for all but the own login', async () => {
    const there = await openWorkspace(subject.product);
    const session = await aSession(there, 'admin');
    expectOk(await session('PUT /console/workspace', { body: { require_two_factor: true } }));
    await until('it is required', async () => (await session('GET /v1/lists')).status === 403);
    expectRefusal(await session('GET /v1/lists'), 403, 'two_factor_required');
    expect((await session('GET /console/session')).body).toMatchObject({ two_factor_required: true });
    const offer = await session('POST /console/me/two-factor', { body: { password: there.password } });
    expectOk(await session('POST /console/me/two-factor/confirm', { body: { code: codeOf(offer.body.secret) } }));
    await until('it is there', async () => (await session('GET /v1/lists')).status === 200);
    // An API key is no person.
    expectOk(await caller(there)('GET /v1/lists'));
  });
});

describe('the settings of a workspace', () => {
  const subject = useWorkspace();
  const { call } = subject;
  const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
  const logoOf = async () => (await call('GET /console/workspace')).body.logo_url as string | null;
  const put = (body: Buffer, type = 'image/png') =>
    fetch(`${subject.product.apiUrl}/console/workspace/logo`, {
      method: 'PUT',
      headers: { Authorization: basic(subject.product.apiKey, subject.product.apiSecret), 'Content-Type': type },
      body: new Uint8Array(body),
    });

  it('are brand, sender and language, each checked', async () => {
    const set = (body: object) => call('PUT /console/workspace', { body });
    const brand = {
      brand_color: '#3E46A7',
      brand_text_color: '#101010',
      brand_page_color: '#ffffff',
      brand_font: 'georgia',
      brand_heading_font: 'verdana',
      sender_name: 'Ada at Shop',
      postal_address: '1 Broad Street\nLagos',
      default_language: 'PT-br',
    };
    expect((await set(brand)).body).toMatchObject({ ...brand, brand_color: '#3e46a7', default_language: 'pt-BR' });
    expect((await set({ brand_color: null, sender_name: null })).body).toMatchObject({
      brand_color: null,
      sender_name: null,
    });
    for (const wrong of [
      { brand_color: 'red' },
      { brand_color: '#12345' },
      { brand_page_color: 'white' },
      { brand_font: 'Comic Sans' },
      { brand_heading_font: "x', serif; background: url(x)" },
      { sender_name: 'Ada\nBcc: x' },
      { postal_address: 'x'.repeat(501) },
      { default_language: 'english' },
      { require_two_factor: 'yes' },
    ])
      expectRefusal(await set(wrong), 400, 'invalid_input', new RegExp(Object.keys(wrong)[0] as string));
  });

  it('hold a logo that is a picture, whatever it calls itself', async () => {
    for (const [body, status] of [
      [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'), 400],
      [Buffer.alloc(0), 400],
      [Buffer.concat([PNG, Buffer.alloc(256 * 1024)]), 413],
    ] as const)
      expect((await put(body)).status).toBe(status);
    expect(await logoOf()).toBeNull();
    expect((await put(PNG, 'text/html')).status).toBe(200);
    const path = new URL((await logoOf()) as string).pathname;
    const logo = await fetch(`${subject.product.apiUrl}${path}`);
    expect(Object.fromEntries(logo.headers)).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'cache-control': 'public, max-age=31536000, immutable',
    });
    expect(Buffer.from(await logo.arrayBuffer()).equals(PNG)).toBe(true);
    expectOk(await call('DELETE /console/workspace/logo'));
    expect(await logoOf()).toBeNull();
    for (const gone of [path, '/logos/x', `/logos/${'0'.repeat(64)}`, '/logos/..%2f..%2fetc'])
      expect((await fetch(`${subject.product.apiUrl}${gone}`)).status).toBe(404);
  });

  it('belong to a workspace that an owner creates and goes to', async () => {
    const owner = await signedIn(subject.product, subject.product);
    expectRefusal(await call('POST /console/workspaces', { body: { name: 'Second' } }), 403, 'role_needed');
    const made = await owner('POST /console/workspaces', { body: { name: 'Second' } });
    expect(made.body).toMatchObject({ name: 'Second', role: 'owner', current: false });
    const moved = await owner('POST /console/session/workspace', { body: { workspace: made.body.id } });
    expect(moved.body).toMatchObject({ workspace: { id: made.body.id, name: 'Second' }, member: { role: 'owner' } });
  });
});
