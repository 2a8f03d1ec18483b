/**
 * @slow waits for mails and hashes passwords
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Answer, Call } from '@dundun/testing';
import { expectOk, expectRefusal } from './support/answers.js';
import { confirmLink, open, press } from './support/confirm-page.js';
import {
  aList,
  aNumber,
  anAddress,
  anEmail,
  aSubscriber,
  standing,
  unique,
  type ListShown,
} from './support/fixtures.js';
import { aSession, consoleHeaders } from './support/members.js';
import { accepted, received } from './support/messages.js';
import { useWorkspace } from './support/product.js';
import { parametersFor } from './support/requests.js';
import { anotherKey } from './support/workspaces.js';

const PAGE = readFileSync(join(process.cwd(), 'docs/security.md'), 'utf8');

/** Returns the rows of the table under a heading of docs/security.md. */
function tableUnder(heading: string): string[][] {
  const section = PAGE.split(`## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
  const lines = section.split('\n').filter((line) => line.startsWith('| '));
  return lines.slice(2).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim().replaceAll('`', '')),
  );
}

describe('docs/security.md', () => {
  const subject = useWorkspace();
  const { call } = subject;

  describe('the table of keys', () => {
    let list: ListShown;
    let browser: Call;
    beforeAll(async () => {
      list = await aList(call, { double_optin: true });
      const { call: own } = await anotherKey(subject.product, '--kind', 'browser');
      browser = (route, options) => own(route, { ...options, as: 'key' });
    });

    const aUser = async () => {
      const uid = unique('user');
      await call('POST /v1/users', { body: { id: uid } });
      return uid;
    };
    const invite = (by: Call, role: string) => by('POST /console/invitations', { body: { email: anAddress(), role } });

    const ACTS: Record<string, (by: Call) => Promise<Answer>> = {
      'Read the account': (by) => by('GET /v1/account'),
      'Track an event': (by) => by(`POST /v1/users/${unique('user')}/events`, { body: { event: 'Seen' } }),
      'Identify a user': (by) => by(`PUT /v1/users/${unique('user')}`, { body: { first_name: 'Ada' } }),
      'Join a list by number': async (by) =>
        by(`POST /v1/lists/${(await aList(call)).id}/subscribers`, { body: { number: aNumber() } }),
      'Join a list by email, unconfirmed': (by) =>
        by('POST /v1/users', { body: { id: unique('user'), email: anAddress(), lists: [list.id] } }),
      'Read the lists': (by) => by('GET /v1/lists'),
      'Propose another title of a list': (by) => by(`PUT /v1/lists/${list.id}`, { body: { title: unique('title') } }),
      'Turn double opt-in off': async (by) => {
        const { id } = await aList(call, { double_optin: true });
        return by(`PUT /v1/lists/${id}`, { body: { double_optin: false } });
      },
      'Subscribe an email address': (by) =>
        by(`POST /v1/lists/${list.id}/subscribers`, { body: { email: anAddress() } }),
      'Create a list': (by) => by('POST /v1/lists', { body: { title: 'Mine' } }),
      'Read a person': async (by) => by(`GET /v1/users/${await aUser()}`),
      'Read the events of a person': async (by) => by(`GET /v1/users/${await aUser()}/events`),
      'Erase a person': async (by) => by(`DELETE /v1/users/${await aUser()}`),
      'Send an email': (by) => by('POST /v1/send/email', { body: anEmail({ to: anAddress() }) }),
      'Read the feed': (by) => by('GET /v1/feed'),
      'Read the templates': (by) => by('GET /console/templates'),
      'Connect a domain': (by) => by('POST /console/domains', { body: { domain: `${unique('shop')}.example` } }),
      'Change the settings': (by) => by('PUT /console/workspace', { body: { name: 'Shop' } }),
      'Invite an admin': (by) => invite(by, 'admin'),
      'Invite an owner': (by) => invite(by, 'owner'),
      'Act as a signed-in member': (by) => by('GET /console/session'),
    };
    const rows = tableUnder('Keys');

    it('has a test for each row', () => {
      expect(rows.map(([act]) => act).sort()).toEqual(Object.keys(ACTS).sort());
    });

    it.each(rows)('%s', async (act = '', ...expected) => {
      const outcomes: string[] = [];
      const key: Call = (route, options) => call(route, { ...options, as: 'key' });
      for (const by of [browser, key, call]) {
        const answer = await ACTS[act]?.(by);
        outcomes.push(answer?.status === 200 ? 'yes' : (answer?.headers.get('Dundun-Error') ?? 'none'));
      }
      expect(outcomes).toEqual(expected);
    });
  });

  describe('the table of cookies, addresses and links', () => {
    const cookies = async () => {
      const { email, password } = subject.product;
      const answer = await call('POST /console/session', { as: 'none', body: { email, password } });
      return answer.headers.getSetCookie().map((cookie) => cookie.split(';')[0] as string);
    };

    const headOf = async (path: string) => {
      const { status, headers, text } = await call(`HEAD ${path}`, { as: 'none' });
      return [status, headers.get('Allow'), text];
    };
    const ROWS: Record<string, () => Promise<void>> = {
      'Session cookie': async () => {
        const session = await aSession(subject.product, 'admin');
        const change = (headers: Record<string, string>) =>
          session('PUT /console/workspace', { body: { name: 'Shop' }, headers });
        expectOk(await change({}));
        expectRefusal(await change({ Origin: 'https://evil.example' }), 403, 'forbidden_origin');
        expectRefusal(await change({ 'Sec-Fetch-Site': 'cross-site' }), 403, 'forbidden_origin');
      },
      'Device cookie': async () => {
        const [, device = ''] = await cookies();
        const headers = { ...consoleHeaders(subject.product), Cookie: device };
        expectRefusal(await call('GET /console/session', { as: 'none', headers }), 401, 'not_signed_in');
        const body = { email: subject.product.email, password: 'a guess' };
        expectRefusal(await call('POST /console/session', { as: 'none', body, headers }), 401, 'wrong_login');
      },
      'Address of a source': async () => {
        const { token } = await parametersFor({ path: '/hooks/sources/{token}' }, call);
        const body = { uuid: unique('event'), event: 'Made', distinct_id: unique('user') };
        expectOk(await call(`POST /hooks/sources/${token}`, { as: 'none', body }));
        expect((await call(`GET /hooks/sources/${token}`, { as: 'none' })).status).toBeGreaterThan(400);
        expect(await headOf(`/hooks/sources/${token}`)).toEqual([405, 'POST', '']);
        expect((await call(`POST /hooks/sources/${token}x`, { as: 'none', body })).status).toBe(404);
        const headers = { Authorization: `Bearer ${token}` };
        expectRefusal(await call('GET /v1/lists', { as: 'none', headers }), 401, 'wrong_credentials');
      },
      'Address of a provider’s hooks': async () => {
        const { token } = await parametersFor({ path: '/hooks/providers/{token}' }, call);
        const body = { RecordType: 'Delivery' };
        expectRefusal(await call(`POST /hooks/providers/${token}`, { as: 'none', body }), 401, 'wrong_signature');
        expect((await call(`GET /hooks/providers/${token}`, { as: 'none' })).status).toBeGreaterThan(400);
        expect(await headOf(`/hooks/providers/${token}`)).toEqual([405, 'POST', '']);
      },
      'Confirmation link': async () => {
        const [list, email] = [await aList(call, { double_optin: true }), anAddress()];
        const uid = await aSubscriber(call, list.id, { email });
        const [mail] = await received(call, email);
        const link = confirmLink(mail!);
        await open(link);
        await fetch(link, { method: 'HEAD' });
        expect(await standing(call, list.id, uid)).toBe('pending');
        await press(link);
        expect(await standing(call, list.id, uid)).toBe('subscribed');
        await call(`PUT /v1/lists/${list.id}/subscribers/${uid}`, { body: { subscribed: false } });
        await fetch(link, { method: 'POST' });
        expect(await standing(call, list.id, uid)).toBe('unsubscribed');
      },
      'Unsubscribe link': async () => {
        const [list, other, email] = [await aList(call), await aList(call), anAddress()];
        const uid = await aSubscriber(call, list.id, { email });
        const neighbour = await aSubscriber(call, list.id);
        await aSubscriber(call, other.id, { email });
        await accepted(call, 'email', anEmail({ to: email, list: list.id }));
        const [mail] = await received(call, email);
        const header = mail?.headers.find(({ name }) => name === 'List-Unsubscribe')?.value ?? '';
        const link = /<(http[^>]*)>/.exec(header)?.[1] ?? '';
        await open(link);
        expect((await fetch(link, { method: 'HEAD' })).status).toBe(200);
        expect(await standing(call, list.id, uid)).toBe('subscribed');
        await fetch(link, { method: 'POST', body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) });
        expect(await standing(call, list.id, uid)).toBe('unsubscribed');
        expect(await standing(call, other.id, uid)).toBe('subscribed');
        expect(await standing(call, list.id, neighbour)).toBe('subscribed');
      },
      'Invitation link': async () => {
        const email = anAddress();
        await call('POST /console/invitations', { body: { email, role: 'viewer' } });
        const [mail] = await received(call, email);
        const token = /\/accept#([\w-]{43})/.exec(mail?.text ?? '')?.[1];
        const body = { token, name: 'Eve', password: 'battery staple', email: 'eve@example.com', role: 'owner' };
        const accept = () => call('POST /console/invitations/accept', { as: 'none', body });
        expect((await accept()).body.member).toMatchObject({ email, role: 'viewer' });
        expectRefusal(await accept(), 404, 'unknown_invitation');
      },
      'Password reset link': async () => {
        const { email } = (await (await aSession(subject.product, 'viewer'))('GET /console/session')).body.member;
        expectOk(await call('POST /console/password-resets', { as: 'none', body: { email } }));
        const owner = await aSession(subject.product, 'owner');
        const [mail] = await received(owner, email);
        const body = { token: /\/reset#([\w-]{43})/.exec(mail?.text ?? '')?.[1], password: 'battery staple' };
        const use = () => call('POST /console/password-resets/use', { as: 'none', body });
        const used = await use();
        expectOk(used);
        expect(used.headers.getSetCookie()).toEqual([]);
        expectRefusal(await use(), 404, 'unknown_reset');
      },
    };
    const rows = tableUnder('Cookies, addresses and links');

    it('has a test for each row', () => {
      expect(rows.map(([credential]) => credential).sort()).toEqual(Object.keys(ROWS).sort());
    });

    it.each(rows)('%s: %s, but not: %s', async (credential = '') => {
      await ROWS[credential]?.();
    });
  });
});
