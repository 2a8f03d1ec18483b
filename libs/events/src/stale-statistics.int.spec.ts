/**
 * Fills tables behind the back of their statistics.
 * @slow inserts 20,000 rows into each table, or 200,000 in a long run
 */
import { describe, expect, it } from '@jest/globals';
import { aWorkspace, useDatabase } from '@dundun/testing';
import { FILLING_MS, greedyStatements } from '@dundun/testing/plans';
import { repetitions } from '@dundun/testing/repetitions';
import { v7 } from 'uuid';
import { EventFeed } from './event-feed.repository.js';
import { EventRepository } from './event.repository.js';
import { PersonEvents } from './person-events.repository.js';

const ROWS = repetitions(20_000, 200_000);
/** What one chunk of a move reads and writes. */
const MOST = { rows: 4_100, pages: 80_000 };

describe('with stale statistics', () => {
  const db = useDatabase();

  it(
    'every statement about the events of a person reads in proportion to its page or chunk',
    async () => {
      const workspaceId = await aWorkspace(db.database);
      const [personId, heir] = [v7(), v7()];
      const [{ month }] = (await db.database.query(`SELECT to_char(now() AT TIME ZONE 'UTC', '"events_"YYYY_MM') AS month`)) as [{ month: string }]; // prettier-ignore
      const { greedy, explained } = await greedyStatements(db, {
        tables: [month],
        rows: ROWS,
        most: MOST,
        fill: async (rows, kind) => {
          await db.database.execute(
            `INSERT INTO events (workspace_id, id, person_id, name)
           SELECT $1, gen_random_uuid(), $2, $3 FROM generate_series(1, $4::int)`,
            [workspaceId, personId, kind, rows],
          );
        },
        run: async (database) => {
          const [events, feed] = [new EventRepository(database), new EventFeed(database)];
          const rows = new PersonEvents({ add: () => undefined } as never, database);
          const first = await events.pageOf(workspaceId, personId, { limit: 30 });
          await events.pageOf(workspaceId, personId, { limit: 30, after: first.next ?? undefined });
          for (const name of ['ended', 'waiting', 'absent']) {
            const page = await events.pageOf(workspaceId, personId, { limit: 30 }, name);
            await events.pageOf(workspaceId, personId, { limit: 30, after: page.next ?? undefined }, name);
          }
          await feed.page(workspaceId, { limit: 30 }, { personId, name: 'absent' });
          const [places, keepCursor] = [new Map<string, string>(), async () => undefined];
          const move = { workspaceId, from: personId, to: heir, cursor: null, keepCursor, places };
          for (let times = 0; times < 2; times++) await database.transaction(() => rows.moveChunk(move));
          await db.database.execute('UPDATE events SET person_id = $2 WHERE person_id = $1', [heir, personId]);
        },
      });
      expect(greedy).toEqual([]);
      expect(explained).toBeGreaterThan(25);
    },
    FILLING_MS,
  );
});
