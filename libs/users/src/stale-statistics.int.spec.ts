/**
 * Fills tables behind the back of their statistics.
 * @slow inserts 20,000 rows into each table, or 200,000 in a long run
 */
import { describe, expect, it } from '@jest/globals';
import { aWorkspace, useDatabase } from '@dundun/testing';
import { FILLING_MS, greedyStatements } from '@dundun/testing/plans';
import { repetitions } from '@dundun/testing/repetitions';
import { v7 } from 'uuid';
import { BatchMarks } from './batch/batch-marks.repository.js';
import type { HeldJob } from './jobs/user-job.js';
import { UserJobClaims } from './jobs/user-job-claims.repository.js';
import { UserJobs } from './jobs/user-jobs.repository.js';

const ROWS = repetitions(20_000, 200_000);
const MANY = 50;

describe('with stale statistics', () => {
  const db = useDatabase();

  it(
    'every statement of jobs reads in proportion to its input',
    async () => {
      const [workspaceId, busy] = [await aWorkspace(db.database), await aWorkspace(db.database)];
      const { greedy, explained } = await greedyStatements(db, {
        tables: ['user_jobs', 'batch_items'],
        rows: ROWS,
        // Each item is looked up among those before it and those of its person.
        most: { rows: MANY * 20, pages: MANY * 60 },
        fill: async (rows, kind) => {
          const isEnded = kind === 'ended';
          await db.database.execute(
            `WITH jobs AS (
             INSERT INTO user_jobs (workspace_id, id, kind, in_line, total, state, due_at, ended_at)
             SELECT $1, gen_random_uuid(), 'batch', true, 1, CASE WHEN $2 THEN 'done' ELSE 'queued' END,
               CASE WHEN NOT $2 THEN now() - interval '1 minute' END, CASE WHEN $2 THEN now() END
             FROM generate_series(1, $3::int) RETURNING id)
           INSERT INTO batch_items (workspace_id, job_id, index, state, body)
           SELECT $1, id, 0, CASE WHEN $2 THEN 'done' ELSE 'waiting' END, '{}' FROM jobs`,
            [busy, isEnded, rows],
          );
        },
        run: async (database) => {
          const jobs = new UserJobs(database, { wake: () => undefined } as never);
          const [claims, items] = [new UserJobClaims(database), Array.from({ length: MANY }, (_, index) => index)];
          const marks = new BatchMarks(database);
          const id = await database.transaction(async () => {
            const job = { workspaceId, kind: 'batch' as const, total: MANY, details: {}, requestId: null };
            const added = await jobs.add(job);
            await jobs.addItems(workspaceId, added, items.map((index) => ({ index, type: 'event', uid: v7(), body: {} }))); // prettier-ignore
            return added;
          });
          await db.database.execute("UPDATE user_jobs SET due_at = now() - interval '1 second' WHERE id = $1", [id]);
          await claims.workspacesWithWork();
          const held = (await claims.claim(workspaceId)) as HeldJob;
          const behind = await claims.claimBehind(held);
          await claims.extend([held]);
          expect(await marks.next(workspaceId, [held, ...behind], [])).toHaveLength(MANY);
          expect(await marks.first(held)).toMatchObject({ index: 0 });
          await claims.aheadTogether([held]);
          const settled = await marks.keep(workspaceId, items.map((index) => ({ job_id: id, index, error: null }))); // prettier-ignore
          expect(settled).toEqual([id]);
          await claims.release(held);
          await claims.stepAside(held, 0);
          await jobs.find(workspaceId, id);
          await claims.end(held, 'done', null);
        },
      });
      expect(greedy).toEqual([]);
      expect(explained).toBeGreaterThan(15);
    },
    FILLING_MS,
  );
});
