/**
 * Fills tables behind the back of their statistics.
 * @slow inserts 20,000 rows into each table, or 200,000 in a long run
 */
import { describe, expect, it } from '@jest/globals';
import { newId, type Database } from '@dundun/platform/database';
import { aWorkspace, useDatabase } from '@dundun/testing';
import { FILLING_MS, greedyStatements } from '@dundun/testing/plans';
import { repetitions } from '@dundun/testing/repetitions';
import { AutomationUpkeep } from './runs/automation-upkeep.repository.js';
import { DueEnrolments } from './runs/due-enrolments.repository.js';
import { RunCounts } from './runs/run-counts.repository.js';
import { MovingRuns } from './moving/moving-runs.repository.js';
import { StormCounts } from './entering/storm-counts.repository.js';
import { automationServices } from './testing.js';

const ROWS = repetitions(20_000, 200_000);
/** People or runs of one statement. */
const SOME = 100;
const FIRST = '00000000-0000-0000-0000-000000000000';
const GRAPH = {
  trigger: { kind: 'event', event: 'Started' },
  first: 'wait',
  steps: [
    { id: 'wait', kind: 'wait', wake: [{ event: 'Ordered', next: 'out' }], timeout: { days: 1 }, else: 'out' },
    { id: 'out', kind: 'exit' },
  ],
};

describe('with stale statistics', () => {
  const db = useDatabase();

  it(
    'every statement that moves, ends or looks up people of runs reads in proportion to its slice',
    async () => {
      const busy = await aWorkspace(db.database);
      const plain = await automationServices(db.database);
      const automation = await plain.publish(busy, GRAPH);
      const [list, segment] = [newId(), newId()];
      const run = (text: string, ...values: unknown[]) => db.database.execute(text, [busy, ...values]);
      const { greedy, explained } = await greedyStatements(db, {
        tables: [
          'enrolments',
          'waits',
          'people',
          'person_keys',
          'memberships',
          'segment_members',
          'suppressions',
          'list_suppressions',
        ],
        rows: ROWS,
        most: { rows: 3_000, pages: 4_000 },
        fill: async (rows) => {
          await run(
            `WITH new AS MATERIALIZED (SELECT gen_random_uuid() AS id FROM generate_series(1, $2::int)),
             known AS (
               INSERT INTO people (workspace_id, id, uid, uid_updateable, email, meta)
               SELECT $1, id, id::text, false, id || '@example.com', '{"born": "1990-01-01"}' FROM new),
             named AS (
               INSERT INTO person_keys (workspace_id, kind, value, person_id) SELECT $1, 'email', id || '@example.com', id FROM new),
             joined AS (
               INSERT INTO memberships (workspace_id, list_id, person_id, status) SELECT $1, $3, id, 'subscribed' FROM new),
             inside AS (
               INSERT INTO segment_members (workspace_id, segment_id, person_id) SELECT $1, $4, id FROM new),
             waiting AS (
               INSERT INTO enrolments (workspace_id, id, automation_id, version, person_id, entry_id, rests_since, due_at)
               SELECT $1, id, $5, 1, id, id, now(), now() + interval '1 day' FROM new)
             INSERT INTO waits (workspace_id, kind, key, person_id, enrolment_id, visit, way) SELECT $1, 'event', 'Ordered', id, id, 1, '0' FROM new`,
            ...[rows, list, segment, automation],
          );
          const each = 'FROM generate_series(1, $2::int)';
          await run(`INSERT INTO suppressions (workspace_id, address, reason) SELECT $1, gen_random_uuid() || '@example.org', 'manual' ${each}`, rows); // prettier-ignore
          await run(`INSERT INTO list_suppressions (workspace_id, list_id, address) SELECT $1, $3, gen_random_uuid() || '@example.org' ${each}`, rows, list); // prettier-ignore
        },
        run: async (database) => {
          const all = await automationServices(database, db.database);
          const people = await all.clockPeople.members(busy, segment, null, SOME);
          await all.clockPeople.members(busy, newId(), null, SOME);
          const dated = await all.clockPeople.slice(busy, null, SOME, 'born');
          await all.clockPeople.named(busy, people, 'born');
          const due = people.map((person_id) => ({ automation_id: automation, person_id, day: '2031-01-01', due_at: new Date('2031-01-01') })); // prettier-ignore
          await all.clockPeople.add(busy, due);
          await all.clockPeople.forget(busy, automation, people);
          await send(database, busy, list, dated.map(({ id }) => id)); // prettier-ignore
          await move(database, busy, automation);
          await new StormCounts(database).recent(busy, automation, SOME);
          const past = await all.pastEvents.first(busy, people);
          await all.pastEvents.next(busy, past);
          await all.waits.end(busy, people.slice(0, 1).map((id) => ({ id, way: 'stopped' }))); // prettier-ignore
        },
      });
      expect(greedy).toEqual([]);
      expect(explained).toBeGreaterThan(30);
    },
    FILLING_MS,
  );

  /** What a step that sends asks of the people of its runs. */
  const send = async (database: Database, workspaceId: number, list: string, people: string[]) => {
    const enrolments = new DueEnrolments(database, new RunCounts(database));
    for (const channel of ['email', 'sms'] as const) await enrolments.consents(workspaceId, channel, [list], people);
    const keys = people.map((id) => `${id}@example.com`);
    await enrolments.suppressed(workspaceId, list, keys);
    await enrolments.paused(workspaceId, keys);
    await enrolments.hold(workspaceId, SOME);
    await enrolments.lock(workspaceId, SOME, people);
  };

  /** A slice that goes to another version, and one that is ended. */
  const move = async (database: Database, workspaceId: number, automation: string) => {
    const [runs, upkeep] = [
      new MovingRuns(database, new RunCounts(database)),
      new AutomationUpkeep(database, new RunCounts(database)),
    ];
    const locked = await runs.lock(workspaceId, automation, 2, { person_id: FIRST, key: '' }, SOME);
    await runs.lock(workspaceId, newId(), 2, { person_id: FIRST, key: '' }, SOME);
    const moved = locked.map(({ id, version, step, visit, due_at }, index) => ({
      ...{ id, from: { version, step, visit }, rests_since: null, way: null, mode: 'go' as const, due_at, wakes_at: null, held_at: null },
      step: index % 2 === 0 ? 0 : null,
    })); // prettier-ignore
    await runs.write(workspaceId, automation, 1, moved);
    await upkeep.endSome(workspaceId, automation, 10);
    await upkeep.endSome(workspaceId, newId(), 10);
  };
});
