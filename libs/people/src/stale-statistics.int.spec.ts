/**
 * Fills tables behind the back of their statistics.
 * @slow inserts 20,000 rows into each table, or 200,000 in a long run
 */
import { describe, expect, it } from '@jest/globals';
import { aWorkspace, useDatabase } from '@dundun/testing';
import { FILLING_MS, greedyStatements } from '@dundun/testing/plans';
import { repetitions } from '@dundun/testing/repetitions';
import { PeopleSearch } from './people-search.repository.js';

const ROWS = repetitions(20_000, 200_000);
const LIST = '0193486f-5a1c-7c9e-9a37-6f0f4f6f2b11';

describe('with stale statistics', () => {
  const db = useDatabase();

  it(
    'every search of people reads in proportion to its page',
    async () => {
      const workspaceId = await aWorkspace(db.database);
      const { greedy, explained } = await greedyStatements(db, {
        tables: ['people', 'memberships', 'person_keys', 'shared_keys'],
        rows: ROWS,
        // The nearest thousand people are compared, each looked up by its key.
        most: { rows: 5_000, pages: 10_000 },
        fill: async (rows, kind) => {
          await db.database.execute(
            `WITH added AS (
             INSERT INTO people (workspace_id, id, uid, uid_updateable, first_name, email)
             SELECT $1, gen_random_uuid(), $2 || '-' || md5(random()::text), false, 'Ada', md5(random()::text) || '@example.com'
             FROM generate_series(1, $3::int) RETURNING id, email),
           known AS (INSERT INTO person_keys (workspace_id, kind, value, person_id) SELECT $1, 'email', email, id FROM added)
           INSERT INTO memberships (workspace_id, list_id, person_id, status)
           SELECT $1, $4, id, CASE WHEN random() < 0.0005 THEN 'pending' ELSE 'subscribed' END FROM added`,
            [workspaceId, kind, rows, LIST],
          );
        },
        run: async (database) => {
          const search = new PeopleSearch(database);
          for (const scope of [
            {},
            { list: { id: LIST } },
            { list: { id: LIST, status: 'pending' } },
            { lists: [LIST] },
          ]) {
            const first = await search.page(workspaceId, { limit: 30 }, scope);
            await search.page(workspaceId, { limit: 30, after: first.next ?? undefined }, scope);
            for (const needle of ['ada', 'zzz', 'xq', 'nobody@example.com', 'u-1', '2348012345678'])
              await search.page(workspaceId, { limit: 30 }, { ...scope, search: needle });
          }
        },
      });
      expect(greedy).toEqual([]);
      expect(explained).toBeGreaterThan(60);
    },
    FILLING_MS,
  );
});
