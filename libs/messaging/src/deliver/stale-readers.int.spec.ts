/**
 * Fills tables behind the back of their statistics.
 * @slow inserts 20,000 people, or 200,000 in a long run
 */
import { describe, expect, it } from '@jest/globals';
import { newId } from '@dundun/platform/database';
import { aWorkspace, useDatabase } from '@dundun/testing';
import { FILLING_MS, greedyStatements } from '@dundun/testing/plans';
import { repetitions } from '@dundun/testing/repetitions';
import { aMessage, aRecipient, queued } from '../testing.js';
import { Attempts } from './attempts.repository.js';
import { LaneClaims } from './lane-claims.repository.js';

const ROWS = repetitions(20_000, 200_000);
/** Messages of one statement. */
const MANY = 50;

/** Prints the insert of people with their keys. */
const readersNamed = (name: string) => `
  WITH readers AS (
    INSERT INTO people (workspace_id, id, uid, uid_updateable, email, marketing_paused_until)
    SELECT $1, gen_random_uuid(), gen_random_uuid(), false, 'p' || ${name} || '@example.com', now() - interval '1 day'
    FROM generate_series(1, $2::int) AS n RETURNING id, email),
  known AS (INSERT INTO person_keys (workspace_id, kind, value, person_id) SELECT $1, 'email', email, id FROM readers)
  INSERT INTO shared_keys (workspace_id, kind, value, person_id) SELECT $1, 'number', email, id FROM readers`;

describe('with stale statistics of people', () => {
  const db = useDatabase();

  it(
    'the start of marketing looks up who has paused by key',
    async () => {
      const [workspaceId, list] = [await aWorkspace(db.database), newId()];
      const add = (name: string, rows: number) => db.database.execute(readersNamed(name), [workspaceId, rows]);
      await db.database.execute(`INSERT INTO lists (workspace_id, id, title) VALUES ($1, $2, 'News')`, [workspaceId, list]); // prettier-ignore
      await add('n', MANY);
      const { greedy, explained } = await greedyStatements(db, {
        tables: ['people', 'person_keys', 'shared_keys'],
        rows: ROWS,
        most: { rows: MANY * 10, pages: MANY * 60 },
        fill: (rows) => add('random()', rows).then(() => undefined),
        run: async (database) => {
          const [attempts, claims] = [new Attempts(database), new LaneClaims(database)];
          const messages = Array.from({ length: MANY }, (_, index) =>
            aMessage(workspaceId, { list_id: list, recipients: [aRecipient(`p${index + 1}@example.com`)] }),
          );
          await queued(db.database, ...messages);
          const claimed = await claims.claim('email', 'fast', workspaceId, MANY);
          const started = await Promise.all(claimed.map((message) => attempts.start(message, 'smtp', null)));
          const stopped = await Promise.all(claimed.map((message) => attempts.isStopped(message)));
          expect(started.map(({ kind }, index) => [kind, stopped[index]])).toEqual(claimed.map(() => ['started', false])); // prettier-ignore
        },
      });
      expect(greedy).toEqual([]);
      expect(explained).toBeGreaterThan(2);
    },
    FILLING_MS,
  );
});
