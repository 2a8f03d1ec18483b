/**
 * Fills tables behind the back of their statistics.
 * @slow inserts 20,000 rows into each table, or 200,000 in a long run
 */
import { describe, expect, it } from '@jest/globals';
import { EventPartitions } from '@dundun/events';
import { createLogger } from '@dundun/platform/config';
import { newId } from '@dundun/platform/database';
import type { FeedEntry } from '@dundun/segments';
import { aWorkspace, useDatabase } from '@dundun/testing';
import { FILLING_MS, greedyStatements } from '@dundun/testing/plans';
import { repetitions } from '@dundun/testing/repetitions';
import { automationServices } from './testing.js';

const ROWS = repetitions(20_000, 200_000);
const GRAPH = {
  trigger: { kind: 'event', event: 'Started' },
  settings: { reentry: { policy: 'after_end' } },
  first: 'wait',
  steps: [
    { id: 'wait', kind: 'wait', wake: [{ event: 'Ordered', next: 'out' }], timeout: { days: 1 }, else: 'out' },
    { id: 'out', kind: 'exit' },
  ],
};

describe('with stale statistics', () => {
  const db = useDatabase();

  it(
    'every statement that enters, wakes or steps runs reads in proportion to what happens, not to who sleeps',
    async () => {
      const { database } = db;
      await new EventPartitions(database, createLogger('test', 'silent')).ensure();
      const [workspaceId, busy] = [await aWorkspace(database), await aWorkspace(database)];
      const plain = await automationServices(database);
      const automation = await plain.publish(busy, GRAPH);
      await plain.publish(workspaceId, GRAPH);
      const month = (await database.query<{ month: string }>(`SELECT to_char(now() AT TIME ZONE 'UTC', '"step_visits_"YYYY_MM') AS month`))[0]?.month as string; // prettier-ignore
      const { greedy, explained } = await greedyStatements(db, {
        tables: [month, 'enrolments', 'waits', 'step_calls', 'due_entrances'],
        rows: ROWS,
        most: { rows: 2_000, pages: 4_000 },
        fill: async (rows) => {
          const each = `generate_series(1, $2::int) AS n`;
          const asleep = `INSERT INTO enrolments (workspace_id, id, automation_id, version, person_id, entry_id, due_at) SELECT $1, gen_random_uuid(), $3, 1, gen_random_uuid(), gen_random_uuid(), now() + interval '1 day' FROM ${each}`; // prettier-ignore
          await database.execute(asleep, [busy, rows, automation]);
          await database.execute(`INSERT INTO waits SELECT $1, 'event', 'Ordered', gen_random_uuid(), gen_random_uuid(), 1, '0' FROM ${each}`, [busy, rows]); // prettier-ignore
          await database.execute(`INSERT INTO step_visits (workspace_id, enrolment_id, visit, automation_id, version, step, outcome) SELECT $1, gen_random_uuid(), 1, $3, 1, 0, 'next' FROM ${each}`, [busy, rows, automation]); // prettier-ignore
          await database.execute(`INSERT INTO step_calls (workspace_id, id, automation_id, enrolment_id, visit, person_id, step, url, keep, due_at) SELECT $1, gen_random_uuid(), $3, gen_random_uuid(), 1, gen_random_uuid(), 'hook', 'https://example.com', '{}', now() + interval '1 day' FROM ${each}`, [busy, rows, automation]); // prettier-ignore
          await database.execute(`INSERT INTO due_entrances (workspace_id, automation_id, person_id, day, due_at) SELECT $1, $3, gen_random_uuid(), now(), now() + interval '1 day' FROM ${each}`, [busy, rows, automation]); // prettier-ignore
        },
        run: async (explaining) => {
          const all = await automationServices(explaining, database);
          for (const id of [workspaceId, busy]) {
            const person = newId();
            await database.execute(`INSERT INTO people (workspace_id, id, uid, uid_updateable) VALUES ($1, $2, $3, false)`, [id, person, `u ${person}`]); // prettier-ignore
            for (const name of ['Started', 'Ordered']) {
              await database.execute(`INSERT INTO events (workspace_id, id, person_id, name) VALUES ($1, $2, $3, $4)`, [id, newId(), person, name]); // prettier-ignore
              const entries = await database.query<FeedEntry>(`SELECT xid::text, id, 'event.tracked' AS type, person_id, name, NULL AS uid, NULL AS list_id FROM events WHERE workspace_id = $1 AND name = $2`, [id, name]); // prettier-ignore
              await all.follower.follow({ workspaceId: id, entries, changes: [] });
              for (let round = 0; round < 2; round++) await all.steps.round(id);
            }
            await database.execute(`INSERT INTO due_entrances (workspace_id, automation_id, person_id, day, due_at) VALUES ($1, $2, $3, now(), now())`, [id, automation, person]); // prettier-ignore
            await database.execute(`INSERT INTO step_calls (workspace_id, id, automation_id, enrolment_id, visit, person_id, step, url, keep) VALUES ($1, gen_random_uuid(), $2, gen_random_uuid(), 1, $3, 'hook', 'https://example.com', '{}')`, [id, automation, person]); // prettier-ignore
            await all.clocks.enterDue(id);
            await all.clockPeople.workspaces();
            await all.clockPeople.forget(id, automation, [person]);
            await all.calls.wake();
            await all.calls.idle();
            await all.enrolments.workspaces();
            await all.rows.eraseChunk({ workspaceId: id, personId: person, uids: [], before: new Date() });
          }
        },
      });
      expect(greedy).toEqual([]);
      expect(explained).toBeGreaterThan(20);
    },
    FILLING_MS,
  );
});
