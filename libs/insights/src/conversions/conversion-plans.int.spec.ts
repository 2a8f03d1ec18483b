/**
 * Fills tables behind the back of their statistics.
 * @slow inserts 20,000 rows into each table, or 200,000 in a long run
 */
import { describe, expect, it } from '@jest/globals';
import { readConversionGoal } from '@dundun/domain';
import { PersonContributions } from '@dundun/people';
import { aWorkspace, useDatabase } from '@dundun/testing';
import { FILLING_MS, greedyStatements } from '@dundun/testing/plans';
import { repetitions } from '@dundun/testing/repetitions';
import { v7 } from 'uuid';
import { PersonConversions } from './person-conversions.repository.js';
import { conversionServices } from './testing.js';

const ROWS = repetitions(20_000, 200_000);

describe('with stale statistics', () => {
  const db = useDatabase();

  it(
    'every statement of conversions reads in proportion to its stretch and its people',
    async () => {
      const busy = await aWorkspace(db.database);
      const [{ month }] = (await db.database.query(`SELECT to_char(now() AT TIME ZONE 'UTC', '"events_"YYYY_MM') AS month`)) as [{ month: string }]; // prettier-ignore
      const [group, person] = [v7(), v7()];
      const run = (text: string, ...values: unknown[]) => db.database.execute(text, values);
      const goal = readConversionGoal({ event: 'Paid', amount: 'total' }, 'conversion');
      await conversionServices(db.database).goals.put(busy, group, group, goal);
      const { greedy, explained } = await greedyStatements(db, {
        tables: [
          month,
          'feed_entries',
          'messages',
          'message_people',
          'hits',
          'conversions',
          'conversion_counts',
          'conversion_hours',
        ],
        rows: ROWS,
        most: { rows: 12_000, pages: 30_000 },
        fill: async (rows) => {
          const all = `generate_series(1, $2::int) AS n`;
          await run(`INSERT INTO messages (workspace_id, id, channel, lane, sender, recipients, content, group_id, due_at) SELECT $1, gen_random_uuid(), 'email', 'bulk', '{"address": "a@shop.example"}', jsonb_build_array(jsonb_build_object('address', n || '@example.com')), '{}', $3, NULL FROM ${all}`, busy, rows, group); // prettier-ignore
          await run(`UPDATE message_people SET person_id = CASE WHEN message_id IN (SELECT id FROM messages WHERE workspace_id = $1 LIMIT 3) THEN $2::uuid ELSE gen_random_uuid() END WHERE workspace_id = $1`, busy, person); // prettier-ignore
          await run(`INSERT INTO hits (workspace_id, message_id, at, id, kind, link) SELECT $1, id, now() - interval '1 minute', gen_random_uuid(), 'click', 0 FROM messages WHERE workspace_id = $1 LIMIT $2::int`, busy, rows); // prettier-ignore
          await run(`INSERT INTO events (workspace_id, id, person_id, name, properties) SELECT $1, gen_random_uuid(), CASE n % 1000 WHEN 0 THEN $3::uuid ELSE gen_random_uuid() END, 'Paid', '{"total": 1}' FROM ${all}`, busy, rows, person); // prettier-ignore
          await run(`INSERT INTO conversions (workspace_id, event_id, owner_id, message_id, person_id, at, currency, counts) SELECT $1, gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), now(), '', true FROM ${all}`, busy, rows); // prettier-ignore
          await run(`INSERT INTO conversion_counts SELECT $1, gen_random_uuid(), gen_random_uuid(), 'people', '', 1 FROM ${all}`, busy, rows); // prettier-ignore
          await run(`INSERT INTO conversion_hours SELECT $1, gen_random_uuid(), now(), 'conversions', '', 1 FROM ${all}`, busy, rows); // prettier-ignore
        },
        run: async (database) => {
          const { facts, follower, goals, report } = conversionServices(database);
          await facts.behind();
          for (let step = 0; step < 3; step++) await follower.step(busy);
          await goals.all(busy);
          await report.totals(busy, [group, v7()]);
          await report.details(busy, group, 'day');
          const rows = new PersonConversions(new PersonContributions(), database);
          const held = (id: string) => ({ id, uid: id, uid_updateable: false, email: null, number: null });
          await rows.merge({ workspaceId: busy, from: held(person), to: held(v7()), requestId: null });
          await rows.eraseChunk({ workspaceId: busy, personId: person, uids: [], before: new Date() });
        },
      });
      expect(greedy).toEqual([]);
      expect(explained).toBeGreaterThan(15);
    },
    FILLING_MS,
  );
});
