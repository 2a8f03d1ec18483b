/**
 * Fills tables behind the back of their statistics.
 * @slow inserts 20,000 rows into each table, or 200,000 in a long run
 */
import { describe, expect, it } from '@jest/globals';
import { aWorkspace, useDatabase } from '@dundun/testing';
import { FILLING_MS, greedyStatements } from '@dundun/testing/plans';
import { repetitions } from '@dundun/testing/repetitions';
import { v7 } from 'uuid';
import { SourceIntake } from './intake/source-intake.repository.js';
import { SourceClaims, type HeldSource } from './work/source-claims.repository.js';

const ROWS = repetitions(20_000, 200_000);
const MANY = 50;

describe('with stale statistics', () => {
  const db = useDatabase();

  it(
    'every statement of sources reads in proportion to its input',
    async () => {
      const workspaceId = await aWorkspace(db.database);
      const [sourceId, busyId] = [v7(), v7()];
      for (const id of [sourceId, busyId])
        await db.database.execute(
          "INSERT INTO sources (workspace_id, id, kind, name) VALUES ($1, $2, 'segment', 'S')",
          [workspaceId, id],
        );
      const { greedy, explained } = await greedyStatements(db, {
        tables: ['source_events'],
        rows: ROWS,
        most: { rows: MANY * 10, pages: MANY * 60 },
        fill: async (rows, kind) => {
          const state = kind === 'ended' ? 'processed' : 'received';
          await db.database.execute(
            `INSERT INTO source_events (workspace_id, source_id, event_id, id, payload, state, due_at)
           SELECT $1, $2, gen_random_uuid()::text, gen_random_uuid(), '{}', $3,
             CASE WHEN $3 = 'received' THEN now() - interval '1 minute' END
           FROM generate_series(1, $4) AS n`,
            [workspaceId, busyId, state, rows],
          );
        },
        run: async (database) => {
          const intake = new SourceIntake(database, { wake: () => undefined } as never);
          const claims = new SourceClaims(database);
          const events = Array.from({ length: MANY }, () => ({ id: v7(), payload: {} }));
          await intake.take({ workspaceId, sourceId }, events, { level: 'full', requestId: 'r' });
          await claims.withWork();
          const held = (await claims.lease({ workspaceId, sourceId })) as HeldSource;
          await claims.extend(held);
          const due = await claims.due(held, MANY);
          await claims.holding(held, []);
          const results = due.map(({ event_id }) => ({ eventId: event_id, state: 'processed' as const, attempts: 1 }));
          await claims.settle(held, results);
          await claims.release(held);
        },
      });
      expect(greedy).toEqual([]);
      expect(explained).toBeGreaterThan(10);
    },
    FILLING_MS,
  );
});
