import { beforeAll, beforeEach, expect } from '@jest/globals';
import { EventPartitions } from '@dundun/events';
import { createLogger } from '@dundun/platform/config';
import { aWorkspace, until, useDatabase } from '@dundun/testing';
import { v7 } from 'uuid';
import { segmentServices } from './testing.js';

const PATIENTLY = { ms: 30_000 };

/** A condition on an attribute. */
export const PRO = { attribute: 'plan', type: 'text', is: 'equals', value: 'pro' };

/** A new workspace and worker for each test. Read the properties inside tests and hooks only. */
export function useSegmentStage() {
  const db = useDatabase();
  let workspaceId: number;
  let all: ReturnType<typeof segmentServices>;

  beforeAll(() => new EventPartitions(db.database, createLogger('test', 'silent')).ensure());
  beforeEach(async () => {
    workspaceId = await aWorkspace(db.database);
    all = segmentServices(db.database);
  });

  const run = (statement: string, ...values: unknown[]) => db.database.execute(statement, [workspaceId, ...values]);
  const membersOf = async (id: string) => {
    const rows = await db.database.query<{ person_id: string }>(
      'SELECT person_id FROM segment_members WHERE workspace_id = $1 AND segment_id = $2 ORDER BY 1',
      [workspaceId, id],
    );
    return rows.map(({ person_id }) => person_id);
  };
  /** Transactions of other databases may hold the horizon back. */
  const horizon = async () => {
    const [now] = await db.database.query<{ xid: string }>(
      'SELECT pg_snapshot_xmax(pg_current_snapshot())::text AS xid',
    );
    await until('the horizon passes', async () => {
      const [row] = await db.database.query<{ is_past: boolean }>('SELECT pg_snapshot_xmin(pg_current_snapshot()) >= $1::xid8 AS is_past', [now?.xid]); // prettier-ignore
      return row?.is_past === true;
    }, PATIENTLY); // prettier-ignore
  };

  return {
    db,
    run,
    membersOf,
    horizon,
    get workspaceId() {
      return workspaceId;
    },
    get all() {
      return all;
    },
    aPerson: async (meta = {}, id = v7()) => {
      await run(`INSERT INTO people (workspace_id, id, uid, uid_updateable, email, meta) VALUES ($1, $2, $3, false, $4, $5)`, id, `u ${id}`, `${id}@example.com`, meta); // prettier-ignore
      return id;
    },
    /** @param daysAgo how late the event comes, as from a queue of a device or an import */
    track: (person: string, name: string, properties = {}, daysAgo = 0) =>
      run(
        `INSERT INTO events (workspace_id, id, person_id, name, properties, occurred_at)
         VALUES ($1, $2, $3, $4, $5, now() - $6 * interval '1 day')`,
        ...[v7(), person, name, properties, daysAgo],
      ),
    /** Works until the members show everything that was committed. */
    current: async () => {
      await horizon();
      await all.drain(workspaceId);
    },
    expectMembers: (id: string, people: string[]) =>
      membersOf(id).then((members) => expect(members).toEqual([...people].sort())),
  };
}
