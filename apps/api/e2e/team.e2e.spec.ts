/**
 * @slow waits for mails and hashes passwords
 */
import { describe, expect, it } from '@jest/globals';
import { until, type Call } from '@dundun/testing';
import { expectOk, expectRefusal } from './support/answers.js';
import { rows } from './support/database.js';
import { aList, anAddress, anEmail as anMail, aSubscriber, NOBODY, unique } from './support/fixtures.js';
import { aSession, consoleHeaders, signedIn } from './support/members.js';
import { accepted, ended, received, type Captured } from './support/messages.js';
import { useWorkspace } from './support/product.js';

const anEmail = () => `${unique('Grace')}@example.com`;
const PASSWORD = 'battery staple';

describe('the members of a workspace', () => {
  const subject = useWorkspace();
  const { call } = subject;

  const invite = (email: string, fields: object = {}, by: Call = call) =>
    by('POST /console/invitations', { body: { email, role: 'marketer', ...fields } });

  /** Returns the token of the latest mail to the address. @param mails how many to wait for */
  async function tokenOf(email: string, mails = 1): Promise<string> {
    const [mail] = await received(call, email, mails);
    return /\/accept#([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? '';
  }

  const accept = (token: string, fields: object = {}) =>
    call('POST /console/invitations/accept', {
      as: 'none',
      body: { token, name: 'Grace', password: PASSWORD, ...fields },
      headers: consoleHeaders(subject.product),
    });
  const open = (token: string) => call('POST /console/invitations/open', { as: 'none', body: { token } });
  const memberOf = async (email: string): Promise<{ id: string; role: string; lists: string[] | null } | undefined> =>
    (
      (await call('GET /console/members')).body.data as {
        id: string;
        email: string;
        role: string;
        lists: string[] | null;
      }[]
    ).find((member) => member.email === email);

  it('come by an invitation: mail, link, password, session', async () => {
    const email = anEmail();
    const list = await aList(call);
    const invited = await invite(email, { lists: [list.id] });
    expectOk(invited);
    expect(invited.body).toMatchObject({ email, role: 'marketer', lists: [list.id], invited_by: null });
    expect(JSON.stringify(invited.body)).not.toMatch(/token|#/);
    const token = await tokenOf(email);
    expect((await open(token)).body).toMatchObject({ email, role: 'marketer', workspace: expect.any(String) });
    const accepted = await accept(token);
    expectOk(accepted);
    expect(accepted.body.member).toMatchObject({ email, name: 'Grace', role: 'marketer', lists: [list.id] });
    expect(accepted.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^dundun_session=[\w-]{43}; .*HttpOnly/),
      expect.stringMatching(/^dundun_device=.*HttpOnly/),
    ]);
    const session = await signedIn(subject.product, { email, password: PASSWORD });
    expect((await session('GET /console/session')).body.member.email).toBe(email);
    expect((await call('GET /console/invitations')).body.data).toEqual([]);
    expectRefusal(await accept(token), 404, 'unknown_invitation');
    expectRefusal(await invite(email.toUpperCase()), 400, 'invalid_input', /is a member already/);
  });

  it('come once when the link is used twice at once', async () => {
    const email = anEmail();
    await invite(email);
    const token = await tokenOf(email);
    const answers = await Promise.all([accept(token), accept(token), accept(token)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404]);
  });

  it('do not come by links that were revoked, replaced, expired or forged, or from other sites', async () => {
    const email = anEmail();
    const { body } = await invite(email);
    const first = await tokenOf(email);
    expectOk(await call(`POST /console/invitations/${body.id}/resend`));
    const second = await tokenOf(email, 2);
    expectRefusal(await accept(first), 404, 'unknown_invitation');
    const headers = { Origin: 'https://evil.example' };
    const given = { token: second, name: 'Eve', password: PASSWORD };
    expectRefusal(
      await call('POST /console/invitations/accept', { as: 'none', body: given, headers }),
      403,
      'forbidden_origin',
    );
    expectRefusal(await accept(second, { password: 'short' }), 400, 'invalid_input', /password/);
    expectRefusal(await accept(second, { name: 'Eve\nBcc: x' }), 400, 'invalid_input', /name/);
    expectOk(await open(second));
    await rows(subject.product, 'UPDATE invitations SET expires_at = now() WHERE id = $1', [body.id]);
    expectRefusal(await open(second), 404, 'unknown_invitation');
    expectRefusal(await accept(second), 404, 'unknown_invitation');
    expectOk(await call(`DELETE /console/invitations/${body.id}`));
    expectRefusal(await call(`DELETE /console/invitations/${body.id}`), 404, 'unknown_invitation');
    expectRefusal(await call(`POST /console/invitations/${body.id}/resend`), 404, 'unknown_invitation');
    for (const token of ['x', 'a'.repeat(43), '\u{1f941}']) expectRefusal(await open(token), 404, 'unknown_invitation');
  });

  it('have one invitation at a time, with the last role', async () => {
    const email = anEmail();
    await invite(email);
    const { body } = await invite(email.toLowerCase(), { role: 'viewer' });
    const { data } = (await call('GET /console/invitations')).body as { data: { id: string; role: string }[] };
    expect(data.filter(({ id }) => id === body.id)).toMatchObject([{ role: 'viewer' }]);
    await call(`DELETE /console/invitations/${body.id}`);
  });

  it('are limited to existing lists, unless they administer', async () => {
    const list = await aList(call);
    expectRefusal(
      await invite(anEmail(), { lists: [NOBODY] }),
      400,
      'invalid_input',
      /lists must be ids of your lists/,
    );
    expectRefusal(await invite(anEmail(), { lists: ['x'] }), 400, 'invalid_input', /lists/);
    expectRefusal(await invite(anEmail(), { lists: [] }), 400, 'invalid_input', /lists/);
    expectRefusal(
      await invite(anEmail(), { role: 'admin', lists: [list.id] }),
      400,
      'invalid_input',
      /lists must be null/,
    );
    expectRefusal(await invite(anEmail(), { role: 'god' }), 400, 'invalid_input', /role/);
  });

  it('change role and lists within a second', async () => {
    const session = await aSession(subject.product, 'viewer');
    const { email } = (await session('GET /console/session')).body.member;
    const { id } = (await memberOf(email)) as { id: string };
    expectRefusal(await session('POST /v1/lists', { body: { title: 'Mine' } }), 403, 'role_needed');
    expectOk(await call(`PUT /console/members/${id}`, { body: { role: 'marketer' } }));
    await until(
      'the role has changed',
      async () => (await session('POST /v1/lists', { body: { title: 'Mine' } })).status === 200,
    );
    const list = await aList(call);
    expectOk(await call(`PUT /console/members/${id}`, { body: { lists: [list.id.toUpperCase()] } }));
    await until('the access is limited', async () => (await session('GET /console/suppressions')).status === 403);
    expect(await memberOf(email)).toMatchObject({ role: 'marketer', lists: [list.id] });
    expectRefusal(await call(`PUT /console/members/${id}`, { body: { role: 'admin' } }), 400, 'invalid_input', /lists/);
    expectOk(await call(`PUT /console/members/${id}`, { body: { role: 'admin', lists: null } }));
    expectRefusal(await call(`PUT /console/members/${id}`, { body: {} }), 400, 'empty_update');
    expectOk(await call(`DELETE /console/members/${id}`));
    await until('the session has ended', async () => (await session('GET /console/session')).status === 401);
    expectRefusal(await call(`DELETE /console/members/${id}`), 404, 'unknown_member');
    expectRefusal(await call('DELETE /console/members/x'), 404, 'unknown_member');
  });

  it('decide about owners only if they are owners', async () => {
    const [owner, admin] = [await aSession(subject.product, 'owner'), await aSession(subject.product, 'admin')];
    const own = (await owner('GET /console/session')).body.member as { id: string };
    const other = (await admin('GET /console/session')).body.member as { id: string };
    const email = anEmail();
    for (const by of [admin, call]) {
      expectRefusal(await invite(anEmail(), { role: 'owner' }, by), 403, 'role_needed');
      expectRefusal(await by(`PUT /console/members/${other.id}`, { body: { role: 'owner' } }), 403, 'role_needed');
      expectRefusal(await by(`PUT /console/members/${own.id}`, { body: { role: 'viewer' } }), 403, 'role_needed');
      expectRefusal(await by(`DELETE /console/members/${own.id}`), 403, 'role_needed');
    }
    const { body } = await invite(email, { role: 'owner' }, owner);
    expectRefusal(await invite(email, { role: 'viewer' }, admin), 403, 'role_needed');
    expectRefusal(await admin(`POST /console/invitations/${body.id}/resend`), 403, 'role_needed');
    expectRefusal(await admin(`DELETE /console/invitations/${body.id}`), 403, 'role_needed');
    // The link makes an owner, so an admin cannot read it in the inbox.
    const [mail] = (await received(call, email)) as (Captured & { message_id: string })[];
    for (const by of [admin, call]) {
      expect((await by(`GET /console/inbox/${mail?.id}`)).body).toMatchObject({
        html: null,
        text: expect.stringMatching(/^Hidden/),
      });
      expect((await by(`GET /v1/messages/${mail?.message_id}`)).body.content).toBeNull();
    }
    expect((await owner(`GET /console/inbox/${mail?.id}`)).body.text).toContain('/accept#');
  });

  it('who are limited to lists see these, their people, and what is sent to them', async () => {
    const [own, other] = [await aList(call), await aList(call)];
    const [address, stranger] = [anAddress(), anAddress()];
    const uid = await aSubscriber(call, own.id, { email: address });
    const strangerUid = await aSubscriber(call, other.id, { email: stranger });
    await aSubscriber(call, other.id, { email: address });
    for (const each of [uid, strangerUid]) await call(`POST /v1/users/${each}/events`, { body: { event: 'Seen' } });
    const segment = (await call('POST /v1/segments', { body: { name: unique('Segment'), kind: 'manual' } })).body.id;
    expectOk(await call(`POST /v1/segments/${segment}/people`, { body: { add: [uid] } }));
    expect((await call(`GET /v1/users/${uid}`)).body.segments).toEqual([{ id: segment, suppressed: false }]);
    const send = async (to: string | string[], list?: string) => accepted(call, 'email', anMail({ to, list }));
    const seen = [await send(address), await send(address, own.id)];
    const hidden = [
      await send(stranger),
      await send(stranger, other.id),
      await send([address, stranger]),
      await send(address, other.id),
    ];
    for (const id of [...seen, ...hidden]) await ended(call, id);
    const session = await aSession(subject.product, 'marketer', [own.id]);
    const idsOf = async (route: string, name: string) =>
      ((await session(route)).body.data as Record<string, string>[]).map((row) => row[name]);

    expect(await idsOf('GET /v1/lists', 'id')).toEqual([own.id]);
    expect(await idsOf(`GET /v1/users`, 'uid')).toEqual([uid]);
    expect(await idsOf(`GET /v1/users?email=${stranger}`, 'uid')).toEqual([]);
    expectRefusal(await session(`GET /v1/users?lists[]=${other.id}`), 404, 'unknown_list');
    const people = (await session('GET /console/people')).body.data as { uid: string; lists: number }[];
    expect(people).toMatchObject([{ uid, lists: 1 }]);
    for (const search of [stranger, 'person', strangerUid])
      expect(await idsOf(`GET /console/people?search=${search}`, 'uid')).toEqual(search === 'person' ? [uid] : []);
    expectRefusal(await session(`GET /console/people?list=${other.id}`), 404, 'unknown_list');
    const shown = (await session(`GET /v1/users/${uid}`)).body;
    expect(shown).toMatchObject({ lists: [{ id: own.id, subscribed: true }], segments: [] });
    expect(await idsOf(`GET /v1/users/${uid}/events`, 'event')).toEqual(['Seen']);
    const { data } = (await session(`GET /console/people/${uid}/consents`)).body as {
      data: { list: { id: string } }[];
    };
    expect(data.map(({ list }) => list.id)).toEqual([own.id]);
    for (const route of [
      `GET /v1/users/${strangerUid}`,
      `GET /v1/users/${strangerUid}/events`,
      `GET /console/people/${strangerUid}/consents`,
    ])
      expectRefusal(await session(route), 404, 'unknown_person');
    for (const id of seen) for (const end of ['', '/explain']) expectOk(await session(`GET /v1/messages/${id}${end}`));
    for (const id of hidden) {
      for (const end of ['', '/explain'])
        expectRefusal(await session(`GET /v1/messages/${id}${end}`), 404, 'unknown_message');
      expectRefusal(await session(`POST /v1/messages/${id}/cancel`), 404, 'unknown_message');
    }
    const captured = (await session('GET /console/inbox?limit=30')).body.data as { id: string; message_id: string }[];
    expect(captured.map(({ message_id }) => message_id).sort()).toEqual([...seen].sort());
    const all = (await call('GET /console/inbox?limit=30')).body.data as { id: string; message_id: string }[];
    for (const { id } of all.filter(({ message_id }) => hidden.includes(message_id)))
      expectRefusal(await session(`GET /console/inbox/${id}`), 404, 'unknown_message');
    expectRefusal(await session('GET /v1/feed'), 403, 'role_needed');
    expectRefusal(await session('GET /console/suppressions/export'), 403, 'limited_to_lists');
  });

  it('delete the workspace in a week if they are owners and type its name, and take that back', async () => {
    const owner = await aSession(subject.product, 'owner');
    const path = '/console/workspace/deletion';
    const { name } = (await owner('GET /console/workspace')).body;
    const admin = await aSession(subject.product, 'admin');
    expectRefusal(await admin(`POST ${path}`, { body: { name } }), 403, 'role_needed');
    expectRefusal(await call(`POST ${path}`, { body: { name } }), 403, 'role_needed');
    expectRefusal(await owner(`POST ${path}`, { body: { name: `${name}!` } }), 400, 'invalid_input', /^name must be/);
    expectOk(await owner(`POST ${path}`, { body: { name } }), { status: 'ok' });
    const deletesAt = async () => (await admin('GET /console/workspace')).body.deletes_at as string | null;
    expect(Date.parse((await deletesAt()) ?? '') - Date.now()).toBeGreaterThan(6 * 86_400_000);
    expectRefusal(await admin(`DELETE ${path}`), 403, 'role_needed');
    expectOk(await owner(`DELETE ${path}`), { status: 'ok' });
    expect(await deletesAt()).toBeNull();
  });

  it('keep an owner', async () => {
    const other = await aSession(subject.product, 'owner');
    const owners = ((await call('GET /console/members')).body.data as { id: string; role: string }[]).filter(
      ({ role }) => role === 'owner',
    );
    const own = (await other('GET /console/session')).body.member as { id: string };
    for (const { id } of owners.filter((member) => member.id !== own.id))
      expectOk(await other(`DELETE /console/members/${id}`));
    expectRefusal(await other(`DELETE /console/members/${own.id}`), 409, 'last_owner');
    expectRefusal(await other(`PUT /console/members/${own.id}`, { body: { role: 'admin' } }), 409, 'last_owner');
  });
});
