import { beforeAll, describe, expect, it } from '@jest/globals';
import { InvalidInputError, WrongLoginError } from '@dundun/domain';
import { aWorkspace, useDatabase } from '@dundun/testing';
import { accountsEntities } from '../accounts.entities.js';
import { Members } from './members.service.js';
import { Sessions } from './sessions.repository.js';
import { Logins } from '../logins/logins.repository.js';
import { aMember, lastOldAnswer, TEST_SEAL } from '../testing.js';

const db = useDatabase(accountsEntities);
let members: Members;
let sessions: Sessions;

beforeAll(() => {
  sessions = new Sessions(db.database, TEST_SEAL);
  members = new Members(db.database, sessions, new Logins(db.database));
});

describe('a member', () => {
  it('is verified by email, in any case, and password', async () => {
    const { loginId } = await aMember(db.database, 'Ada@Example.com');
    expect(await members.verify(await members.login('aDA@example.COM'), 'correct horse')).toMatchObject({
      id: loginId,
      email: 'Ada@Example.com',
    });
  });

  it('is refused with the same error for a wrong password and an unknown email', async () => {
    await aMember(db.database, 'grace@example.com');
    await expect(members.verify(await members.login('grace@example.com'), 'Correct horse')).rejects.toThrow(
      new WrongLoginError(),
    );
    await expect(members.verify(await members.login('nobody@example.com'), 'correct horse')).rejects.toThrow(
      new WrongLoginError(),
    );
  });

  it('is stored without the password and loaded without its hash', async () => {
    const member = await aMember(db.database, 'joan@example.com');
    expect(JSON.stringify(member)).not.toContain('scrypt');
    const [row] = await db.database.query('SELECT password_hash FROM logins WHERE id = $1', [member.loginId]);
    expect(row?.password_hash).toMatch(/^\$scrypt\$/);
  });

  it('needs a unique email and a password of at least 8 characters', async () => {
    const { workspaceId } = await aMember(db.database, 'mary@example.com');
    const create = (email: string, password = 'correct horse') =>
      members.create({ workspaceId, email, name: '', role: 'viewer', password });
    await expect(create('MARY@example.com')).rejects.toThrow('email is a member already.');
    await expect(create('mary')).rejects.toThrow(InvalidInputError);
    await expect(create('other@example.com', '7 chars')).rejects.toThrow('password must be 8 to 1024 characters.');
  });
});

describe('a person in two workspaces', () => {
  it('has one password, and an end of all sessions ends those of both', async () => {
    const ada = await aMember(db.database, 'two@example.com');
    const other = await aWorkspace(db.database);
    const there = await members.create({ workspaceId: other, email: 'TWO@example.com', name: 'Ada', role: 'viewer', password: 'another one' }); // prettier-ignore
    expect(there.loginId).toBe(ada.loginId);
    await expect(members.verify(await members.login('two@example.com'), 'another one')).rejects.toThrow(
      WrongLoginError,
    );
    const tokens = await Promise.all(
      [ada, there].map(({ workspaceId, id }) => sessions.start(workspaceId, id, { userAgent: null })),
    );
    expect((await sessions.list(ada.loginId)).length).toBe(2);
    await members.changePassword(ada.loginId, 'battery staple', { token: tokens[0] });
    expect(await sessions.identify(tokens[0] as string)).toMatchObject({ workspaceId: ada.workspaceId, role: 'owner' });
    expect(await sessions.identify(tokens[1] as string)).toBeNull();
  });

  it('comes to one login however many workspaces add the email at once', async () => {
    const workspaces = await Promise.all([1, 2, 3, 4].map(() => aWorkspace(db.database)));
    const add = (workspaceId: number) =>
      members.create({ workspaceId, email: 'race@example.com', name: '', role: 'viewer', password: 'correct horse' });
    const made = await Promise.all(workspaces.map(add));
    expect(new Set(made.map(({ loginId }) => loginId)).size).toBe(1);
  });

  it('keeps the login of a member whom the previous release adds', async () => {
    const ada = await aMember(db.database, 'earlier@example.com');
    const add = `INSERT INTO members (workspace_id, id, email, name, role, password_hash)
                 VALUES ($1, gen_random_uuid(), $2, '', 'viewer', 'hash') RETURNING login_id`;
    const workspaceId = await aWorkspace(db.database);
    expect(await db.database.query(add, [workspaceId, 'Earlier@example.com'])).toEqual([{ login_id: ada.loginId }]);
    const [added] = await db.database.query(add, [workspaceId, 'later@example.com']);
    expect(await members.login('later@example.com')).toMatchObject({ id: added?.login_id, password_hash: 'hash' });
    await db.database.execute(`UPDATE members SET password_hash = 'other' WHERE login_id = $1`, [added?.login_id]);
    expect(await members.login('later@example.com')).toMatchObject({ password_hash: 'other' });
  });
});

describe('the sessions of a member', () => {
  it('are stored as hashes', async () => {
    const { workspaceId, id } = await aMember(db.database, 'a@example.com');
    const token = await sessions.start(workspaceId, id, { userAgent: 'Browser \ud800' });
    const [row] = await db.database.query(
      'SELECT to_jsonb(sessions)::text AS text FROM sessions WHERE member_id = $1',
      [id],
    );
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(row?.text).not.toContain(token);
    expect(row?.text).toContain('Browser');
  });

  it('end at once in this process and within a second in others', async () => {
    const { workspaceId, id } = await aMember(db.database, 'b@example.com');
    const elsewhere = new Sessions(await db.another(), TEST_SEAL);
    const token = await sessions.start(workspaceId, id, { userAgent: null });
    await Promise.all([sessions.identify(token), elsewhere.identify(token)]);
    await sessions.end(token);
    const endedAt = performance.now();
    expect(await sessions.identify(token)).toBeNull();
    const hasEnded = async () => (await elsewhere.identify(token)) === null;
    expect((await lastOldAnswer('the other process has noticed', hasEnded)) - endedAt).toBeLessThan(1_000);
  });

  it('all end when the password changes; those of others stay', async () => {
    const [ada, grace] = [await aMember(db.database, 'c@example.com'), await aMember(db.database, 'd@example.com')];
    const tokens = await Promise.all([1, 2].map(() => sessions.start(ada.workspaceId, ada.id, { userAgent: null })));
    const other = await sessions.start(grace.workspaceId, grace.id, { userAgent: null });
    await members.changePassword(ada.loginId, 'battery staple');
    expect(await Promise.all(tokens.map(async (token) => sessions.identify(token)))).toEqual([null, null]);
    expect(await sessions.identify(other)).toMatchObject({ memberId: grace.id });
    await expect(members.verify(await members.login('c@example.com'), 'correct horse')).rejects.toThrow(
      WrongLoginError,
    );
    expect((await members.verify(await members.login('c@example.com'), 'battery staple')).id).toBe(ada.loginId);
  });

  it('expire after 14 days and are deleted at the next sign-in', async () => {
    const { workspaceId, id } = await aMember(db.database, 'e@example.com');
    const token = await sessions.start(workspaceId, id, { userAgent: null });
    const [{ days } = {}] = await db.database.query("SELECT extract(epoch FROM expires_at - created_at) / 86400 AS days FROM sessions WHERE member_id = $1", [id]); // prettier-ignore
    expect(Number(days)).toBeCloseTo(14, 3);
    await db.database.execute("UPDATE sessions SET expires_at = now() - interval '1 second' WHERE member_id = $1", [
      id,
    ]);
    expect(await sessions.identify(token)).toBeNull();
    await sessions.start(workspaceId, id, { userAgent: null });
    expect(await db.database.query('SELECT 1 FROM sessions WHERE member_id = $1', [id])).toHaveLength(1);
  });

  it('require a member of the workspace', async () => {
    const { id } = await aMember(db.database, 'f@example.com');
    await expect(sessions.start(await aWorkspace(db.database), id, { userAgent: null })).rejects.toThrow('foreign key');
  });
});
