import { beforeAll, describe, expect, it } from '@jest/globals';
import { InvalidInputError, WrongLoginError } from '@dundun/domain';
import { aWorkspace, useDatabase } from '@dundun/testing';
import { accountsEntities } from '../accounts.entities.js';
import { Members } from './members.service.js';
import { Sessions } from './sessions.repository.js';
import { aMember, lastOldAnswer } from '../testing.js';

const db = useDatabase(accountsEntities);
let members: Members;
let sessions: Sessions;

beforeAll(() => {
  sessions = new Sessions(db.database);
  members = new Members(db.database, sessions);
});

describe('a member', () => {
  it('is verified by email, in any case, and password', async () => {
    const { id } = await aMember(db.database, 'Ada@Example.com');
    expect(await members.verify(await members.login('aDA@example.COM'), 'correct horse')).toMatchObject({
      id,
      email: 'Ada@Example.com',
      role: 'owner',
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
    expect(member).not.toHaveProperty('passwordHash');
    const [row] = await db.database.query('SELECT password_hash FROM members WHERE id = $1', [member.id]);
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

describe('the sessions of a member', () => {
  it('are stored as hashes', async () => {
    const { workspaceId, id } = await aMember(db.database, 'a@example.com');
    const token = await sessions.start(workspaceId, id, 'Browser \ud800');
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
    const elsewhere = new Sessions(await db.another());
    const token = await sessions.start(workspaceId, id, null);
    await Promise.all([sessions.identify(token), elsewhere.identify(token)]);
    await sessions.end(token);
    const endedAt = performance.now();
    expect(await sessions.identify(token)).toBeNull();
    const hasEnded = async () => (await elsewhere.identify(token)) === null;
    expect((await lastOldAnswer('the other process has noticed', hasEnded)) - endedAt).toBeLessThan(1_000);
  });

  it('all end when the password changes; those of others stay', async () => {
    const [ada, grace] = [await aMember(db.database, 'c@example.com'), await aMember(db.database, 'd@example.com')];
    const tokens = await Promise.all([1, 2].map(() => sessions.start(ada.workspaceId, ada.id, null)));
    const other = await sessions.start(grace.workspaceId, grace.id, null);
    await members.changePassword(ada.workspaceId, ada.id, 'battery staple');
    expect(await Promise.all(tokens.map(async (token) => sessions.identify(token)))).toEqual([null, null]);
    expect(await sessions.identify(other)).toMatchObject({ memberId: grace.id });
    await expect(members.verify(await members.login('c@example.com'), 'correct horse')).rejects.toThrow(
      WrongLoginError,
    );
    expect((await members.verify(await members.login('c@example.com'), 'battery staple')).id).toBe(ada.id);
  });

  it('expire after 14 days and are deleted at the next sign-in', async () => {
    const { workspaceId, id } = await aMember(db.database, 'e@example.com');
    const token = await sessions.start(workspaceId, id, null);
    const [{ days } = {}] = await db.database.query("SELECT extract(epoch FROM expires_at - created_at) / 86400 AS days FROM sessions WHERE member_id = $1", [id]); // prettier-ignore
    expect(Number(days)).toBeCloseTo(14, 3);
    await db.database.execute("UPDATE sessions SET expires_at = now() - interval '1 second' WHERE member_id = $1", [
      id,
    ]);
    expect(await sessions.identify(token)).toBeNull();
    await sessions.start(workspaceId, id, null);
    expect(await db.database.query('SELECT 1 FROM sessions WHERE member_id = $1', [id])).toHaveLength(1);
  });

  it('require a member of the workspace', async () => {
    const { id } = await aMember(db.database, 'f@example.com');
    await expect(sessions.start(await aWorkspace(db.database), id, null)).rejects.toThrow('foreign key');
  });
});
