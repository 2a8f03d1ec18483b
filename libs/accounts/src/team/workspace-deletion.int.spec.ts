/**
 * Deletes workspaces with thousands of rows.
 */
import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { InvalidInputError, LastWorkspaceError, RoleNeededError } from '@dundun/domain';
import type { Caller } from '@dundun/platform/http';
import { aWorkspace, useDatabase } from '@dundun/testing';
import { accountsEntities } from '../accounts.entities.js';
import { Logins } from '../logins/logins.repository.js';
import { Members } from './members.service.js';
import { Sessions } from './sessions.repository.js';
import { TEST_SEAL } from '../testing.js';
import { Workspaces } from '../workspaces/workspaces.service.js';
import { WorkspaceDeletion } from './workspace-deletion.service.js';
import { WorkspaceErasure } from './workspace-erasure.repository.js';

const db = useDatabase(accountsEntities);
let workspaces: Workspaces;
let erasure: WorkspaceErasure;
let deletion: WorkspaceDeletion;
let members: Members;

beforeAll(() => {
  workspaces = new Workspaces(db.database);
  erasure = new WorkspaceErasure(db.database);
  deletion = new WorkspaceDeletion(db.database, workspaces, erasure);
  members = new Members(db.database, new Sessions(db.database, TEST_SEAL), new Logins(db.database));
});
// The catalog says what is left, so no test leaves a workspace that is due.
afterEach(() => db.database.execute('UPDATE workspaces SET deletes_at = NULL'));

const ownerOf = (workspaceId: number): Caller =>
  ({ workspaceId, role: 'owner', plan: 'unlimited', level: 'full', kind: 'session' }) as Caller;
const rename = (id: number, name: string) => workspaces.update(id, { name });
const dueNow = (id: number) =>
  db.database.execute(`UPDATE workspaces SET deletes_at = now() - interval '1 second' WHERE id = $1`, [id]);
const FOREVER = () => false;

/** Adds people on a list with consents, messages and events. */
async function fill(workspaceId: number, people: number): Promise<void> {
  const statements = [
    `INSERT INTO lists (workspace_id, id, title) VALUES ($1, gen_random_uuid(), 'News')`,
    `INSERT INTO people (workspace_id, id, uid, uid_updateable, email)
     SELECT $1, gen_random_uuid(), 'u-' || n, false, 'u-' || n || '@example.com' FROM generate_series(1, ${people}) AS n`,
    `INSERT INTO memberships (workspace_id, list_id, person_id, status)
     SELECT $1, l.id, p.id, 'subscribed' FROM people p JOIN lists l USING (workspace_id) WHERE workspace_id = $1`,
    `INSERT INTO consents (workspace_id, id, list_id, person_id, action, method)
     SELECT $1, gen_random_uuid(), list_id, person_id, 'subscribed', 'api' FROM memberships WHERE workspace_id = $1`,
    `INSERT INTO events (workspace_id, id, person_id, name)
     SELECT $1, gen_random_uuid(), id, 'Seen' FROM people WHERE workspace_id = $1`,
    `INSERT INTO messages (workspace_id, id, channel, lane, sender, recipients, content)
     SELECT $1, gen_random_uuid(), 'email', 'fast', '{}', '[{"address": "u-1@example.com", "key": "u-1@example.com"}]', '{"subject": "Hello"}'
     FROM generate_series(1, 20)`,
  ];
  for (const statement of statements) await db.database.execute(statement, [workspaceId]);
}

/** Returns the tables that have rows of a workspace, with how many. */
async function left(workspaceId: number): Promise<Record<string, number>> {
  const tables = await db.database.query<{ name: string }>(
    `SELECT DISTINCT table_name AS name FROM information_schema.columns WHERE table_schema = current_schema() AND column_name = 'workspace_id'`,
  );
  const found: Record<string, number> = {};
  for (const { name } of tables) {
    const [row] = await db.database.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM "${name}" WHERE workspace_id = $1`,
      [workspaceId],
    );
    if (row && row.count > 0) found[name] = row.count;
  }
  return found;
}

describe('the deletion of a workspace', () => {
  it('needs an owner, the typed name and another workspace, and can be taken back', async () => {
    const [id, other] = [await aWorkspace(db.database), await aWorkspace(db.database)];
    await rename(id, 'Shop');
    await expect(deletion.schedule({ ...ownerOf(id), role: 'admin' }, 'Shop')).rejects.toThrow(RoleNeededError);
    await expect(deletion.schedule(ownerOf(id), 'shop')).rejects.toThrow(InvalidInputError);
    await deletion.schedule(ownerOf(id), ' Shop ');
    const { deletesAt } = await workspaces.find(id);
    expect((deletesAt as Date).getTime() - Date.now()).toBeGreaterThan(6.9 * 86_400_000);
    await deletion.schedule(ownerOf(id), 'Shop');
    expect((await workspaces.find(id)).deletesAt).toEqual(deletesAt);
    expect(await erasure.due()).toBeUndefined();
    await rename(other, 'Other');
    await db.database.execute(`UPDATE workspaces SET deletes_at = now() + interval '1 day' WHERE id <> $1`, [other]);
    await expect(deletion.schedule(ownerOf(other), 'Other')).rejects.toThrow(LastWorkspaceError);
    await deletion.takeBack(ownerOf(id));
    expect((await workspaces.find(id)).deletesAt).toBeNull();
    await deletion.takeBack(ownerOf(id));
  });

  it('erases every row of it in slices, goes on after an interruption, and leaves other workspaces alone', async () => {
    const [id, other] = [await aWorkspace(db.database), await aWorkspace(db.database)];
    await fill(id, 4_500);
    await fill(other, 10);
    const before = await left(other);
    expect(Object.keys(before)).toEqual(expect.arrayContaining(['people', 'memberships', 'consents', 'messages']));
    await dueNow(id);
    let turns = 0;
    expect(await erasure.erase(id, () => ++turns > 3)).toBe(false);
    expect(await workspaces.find(id)).toMatchObject({ id });
    expect(await erasure.due()).toBe(id);
    expect(await erasure.erase(id, FOREVER)).toBe(true);
    expect(await left(id)).toEqual({});
    await expect(workspaces.find(id)).rejects.toThrow(InvalidInputError);
    expect(await left(other)).toEqual(before);
    expect(await erasure.due()).toBeUndefined();
  });

  it('ends logins of people who are in no other workspace', async () => {
    const [id, other] = [await aWorkspace(db.database), await aWorkspace(db.database)];
    const add = (workspaceId: number, email: string) =>
      members.create({ workspaceId, email, name: 'A', role: 'owner', password: 'correct horse' });
    const [only, both] = [await add(id, 'only@example.com'), await add(id, 'both@example.com')];
    await members.add({
      workspaceId: other,
      email: 'both@example.com',
      name: 'A',
      role: 'viewer',
      loginId: both.loginId,
    });
    await dueNow(id);
    await erasure.erase(id, FOREVER);
    expect(await members.ofLogin(only.loginId)).toEqual([]);
    expect(await db.database.query('SELECT email FROM logins WHERE id = ANY($1::uuid[])', [[only.loginId, both.loginId]])).toEqual([{ email: 'both@example.com' }]); // prettier-ignore
    expect(await members.ofLogin(both.loginId)).toMatchObject([{ workspaceId: other }]);
  });

  it('touches nothing of a workspace that is kept, or that another worker erases', async () => {
    const id = await aWorkspace(db.database);
    await fill(id, 5);
    const before = await left(id);
    expect(await erasure.erase(id, FOREVER)).toBe(false);
    await dueNow(id);
    await db.database.transaction(async () => {
      await db.database.query('SELECT FROM workspaces WHERE id = $1 FOR UPDATE', [id]);
      expect(await db.database.detached(() => erasure.erase(id, FOREVER))).toBe(false);
    });
    expect(await left(id)).toEqual(before);
  });
});
