/**
 * Fills tables behind the back of their statistics.
 * @slow inserts 20,000 rows into each table, or 200,000 in a long run
 */
import { beforeAll, describe, expect, it } from '@jest/globals';
import { EventPartitions } from '@dundun/events';
import { createLogger } from '@dundun/platform/config';
import { aWorkspace, useDatabase } from '@dundun/testing';
import { FILLING_MS, greedyStatements } from '@dundun/testing/plans';
import { repetitions } from '@dundun/testing/repetitions';
import { v7 } from 'uuid';
import { NIL } from './conditions/plan.js';
import { FeedEntries } from './counts/feed-entries.repository.js';
import { PeopleWalk } from './members/people-walk.repository.js';
import { SegmentPages } from './members/segment-pages.repository.js';
import { SegmentSamples } from './members/segment-samples.repository.js';
import { segmentServices } from './testing.js';
import { PRO } from './testing-stage.js';

const ROWS = repetitions(20_000, 200_000);
const month = `events_${new Date().toISOString().slice(0, 7).replace('-', '_')}`;
const TABLES = [month, 'people', 'memberships', 'suppressions', 'feed_entries', 'touched_people', 'imported_people', 'segment_members', 'segment_changes', 'event_totals', 'event_days']; // prettier-ignore

describe('with stale statistics', () => {
  const db = useDatabase();
  beforeAll(() => new EventPartitions(db.database, createLogger('test', 'silent')).ensure());

  it(
    'every statement that keeps or shows members reads in proportion to the workspace it works for',
    async () => {
      const busy = await aWorkspace(db.database);
      const [segment, list, file] = [v7(), v7(), v7()];
      const run = (text: string, ...values: unknown[]) => db.database.execute(text, values);
      const { greedy, explained } = await greedyStatements(db, {
        tables: TABLES,
        rows: ROWS,
        most: { rows: 3_000, pages: 3_000 },
        fill: async (rows) => {
          const each = `generate_series(1, $2::int) AS n`;
          await run(
            `WITH new AS MATERIALIZED (SELECT gen_random_uuid() AS id FROM ${each}),
             known AS (
               INSERT INTO people (workspace_id, id, uid, uid_updateable) SELECT $1, id, id::text, false FROM new)
             INSERT INTO segment_members (workspace_id, segment_id, person_id) SELECT $1, $3, id FROM new`,
            busy,
            rows,
            segment,
          );
          await run(`INSERT INTO memberships (workspace_id, list_id, person_id, status) SELECT $1, $3, gen_random_uuid(), 'subscribed' FROM ${each}`, busy, rows, list); // prettier-ignore
          await run(`INSERT INTO suppressions (workspace_id, address, reason) SELECT $1, gen_random_uuid() || '@example.com', 'manual' FROM ${each}`, busy, rows); // prettier-ignore
          await run(`INSERT INTO touched_people (workspace_id, person_id) SELECT $1, gen_random_uuid() FROM ${each}`, busy, rows); // prettier-ignore
          await run(`INSERT INTO imported_people (workspace_id, import_id, person_id) SELECT $1, $3, gen_random_uuid() FROM ${each}`, busy, rows, file); // prettier-ignore
          await run(`INSERT INTO segment_changes (workspace_id, segment_id, person_id, entered, cause) SELECT $1, $3, gen_random_uuid(), true, 'change' FROM ${each}`, busy, rows, segment); // prettier-ignore
          await run(`INSERT INTO event_totals (workspace_id, name_id, person_id, count, first_at, last_at) SELECT $1, 1, gen_random_uuid(), 1, now(), now() FROM ${each}`, busy, rows); // prettier-ignore
          await run(`INSERT INTO events (workspace_id, id, person_id, name) SELECT $1, gen_random_uuid(), gen_random_uuid(), 'Paid' FROM ${each}`, busy, rows); // prettier-ignore
          await run(`INSERT INTO event_days (workspace_id, name_id, person_id, day, count) SELECT $1, 1, gen_random_uuid(), now(), 1 FROM ${each}`, busy, rows); // prettier-ignore
        },
        run: async (database) => {
          const workspaceId = await aWorkspace(db.database);
          const all = segmentServices(database);
          const [pages, samples, walk] = [
            new SegmentPages(database),
            new SegmentSamples(database),
            new PeopleWalk(database),
          ];
          const [own, campaign] = [v7(), v7()];
          await run(`INSERT INTO campaigns (workspace_id, id, name) VALUES ($1, $2, 'Sale')`, workspaceId, campaign);
          await run(`INSERT INTO lists (workspace_id, id, title) VALUES ($1, $2, 'News')`, workspaceId, own);
          await run(`INSERT INTO imports (workspace_id, id, file_name, bytes) VALUES ($1, $2, 'a.csv', 1) ON CONFLICT DO NOTHING`, workspaceId, file); // prettier-ignore
          const people = [v7(), v7()];
          const [person] = people as [string];
          for (const id of people)
            await run(`INSERT INTO people (workspace_id, id, uid, uid_updateable, email, meta) VALUES ($1, $2, $2::uuid::text, false, $3, '{"plan": "pro"}')`, workspaceId, id, `${id}@example.com`); // prettier-ignore
          await run(`INSERT INTO events (workspace_id, id, person_id, name) VALUES ($1, $2, $3, 'Paid')`, workspaceId, v7(), person); // prettier-ignore
          const days = { window: { last: { days: 30 } }, times: { at_least: 2 } };
          const leaves = [PRO, { list: own }, { event: 'Paid', ...days }, { message: 'opened', ...days }, { reachable: 'email', list: own }, { imported: 'any' }, { imported: file }, { message: 'sent', of: { campaign } }]; // prettier-ignore
          const match = { any: [{ not: { all: leaves } }, ...leaves] };
          const inner = await all.segments.create(workspaceId, { name: 'All', match, announces: true });
          const outer = { segment: inner.id };
          await all.segments.create(workspaceId, { name: 'Outer', match: outer });
          const manual = await all.segments.create(workspaceId, { name: 'Manual', kind: 'manual' });
          await all.drain(workspaceId);
          await run(`INSERT INTO imported_people (workspace_id, import_id, person_id) VALUES ($1, $2, $3)`, workspaceId, file, person); // prettier-ignore
          await run(`INSERT INTO events (workspace_id, id, person_id, name) VALUES ($1, $2, $3, 'Paid')`, workspaceId, v7(), person); // prettier-ignore
          await all.segments.putPeople(workspaceId, manual.id, { add: people });
          await all.segments.create(workspaceId, { name: 'Copy', kind: 'manual', people_of: manual.id });
          await all.drain(workspaceId);
          await all.positions.work();
          // A stretch of a backlog.
          await new FeedEntries(database).next(busy, { xid: '0', id: NIL }, 100);
          for (const [workspace, id] of [
            [workspaceId, inner.id],
            [busy, segment],
          ] as const) {
            // prettier-ignore
            await pages.members(workspace, id, { limit: 30 });
            await pages.changes(workspace, id, { limit: 30 });
            await pages.membership(workspace, id, person);
            await samples.next(workspace, { bucket: -1, id: NIL }, 100);
            await samples.membersAmong(workspace, id, people);
            await walk.next(workspace, NIL);
            await walk.next(workspace, NIL, workspace === busy ? list : own);
          }
          await all.members.reach(await all.trees.plan(workspaceId, { reachable: 'email' }), people, own);
          const plan = await all.trees.plan(workspaceId, await all.trees.read(workspaceId, match));
          await samples.explain(plan, person);
          await all.members.matching(plan, people);
          await all.segments.archive(workspaceId, manual.id);
          await all.segments.restore(workspaceId, manual.id);
        },
      });
      expect(greedy).toEqual([]);
      expect(explained).toBeGreaterThan(50);
    },
    FILLING_MS,
  );
});
