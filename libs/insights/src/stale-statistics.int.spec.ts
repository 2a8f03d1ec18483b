/**
 * Fills tables behind the back of their statistics.
 * @slow inserts 20,000 rows into each table, or 200,000 in a long run
 */
import { describe, expect, it } from '@jest/globals';
import { aWorkspace, useDatabase } from '@dundun/testing';
import { FILLING_MS, greedyStatements } from '@dundun/testing/plans';
import { repetitions } from '@dundun/testing/repetitions';
import { v7 } from 'uuid';
import { insightServices } from './testing.js';

/** Counts of groups and domains, with the columns between workspace and figure, and their values. */
const COUNTED = [
  ['message_group_engagement', 'group_id', 'gen_random_uuid()'],
  ['message_group_hours', 'group_id, hour', `gen_random_uuid(), now() - n * interval '1 hour'`],
  ['message_group_mailboxes', 'group_id, mailbox', `gen_random_uuid(), 'google'`],
  ['message_group_links', 'group_id, content_id, link', 'gen_random_uuid(), gen_random_uuid(), 0'],
  ['mail_days', 'day, domain, mailbox', `now()::date - n, 'd' || n, 'other'`],
] as const;
const ROWS = repetitions(20_000, 200_000);

describe('with stale statistics', () => {
  const db = useDatabase();

  it(
    'every statement that keeps or reads counts reads in proportion to its stretch or its days',
    async () => {
      const [workspaceId, busy] = [await aWorkspace(db.database), await aWorkspace(db.database)];
      const [{ month }] = (await db.database.query(`SELECT to_char(now() AT TIME ZONE 'UTC', '"events_"YYYY_MM') AS month`)) as [{ month: string }]; // prettier-ignore
      const first = v7();
      const run = (text: string, ...values: unknown[]) => db.database.execute(text, values);
      const { greedy, explained } = await greedyStatements(db, {
        tables: [month, 'feed_entries', 'activity_hours', 'event_minutes', 'event_name_hours', 'event_name_days', 'event_name_people', 'message_engagement', 'message_group_engagement', 'message_group_hours', 'message_group_mailboxes', 'message_group_links', 'mail_days', 'messages', 'hits'], // prettier-ignore
        rows: ROWS,
        // A stretch is 5,000 rows, and is read by each count of it; a breakdown searches 50,000 events.
        most: { rows: 90_000, pages: 60_000 },
        fill: async (rows) => {
          const days = `generate_series(1, $2::int) AS n`;
          await run(`INSERT INTO events (workspace_id, id, person_id, name) SELECT $1, gen_random_uuid(), gen_random_uuid(), 'Paid' FROM ${days}`, busy, rows); // prettier-ignore
          await run(`INSERT INTO feed_entries (workspace_id, type, data) SELECT $1, 'subscriber.subscribed', jsonb_build_object('list_id', 'x', 'at', now()) FROM ${days}`, busy, rows); // prettier-ignore
          const past = `now() - (random() * 900 + 60) * interval '1 day'`;
          await run(`INSERT INTO activity_hours SELECT $1, ${past}, 'sent', 'any', 1 FROM ${days} ON CONFLICT DO NOTHING`, busy, rows); // prettier-ignore
          await run(`INSERT INTO event_minutes SELECT $1, ${past}, 1 FROM ${days} ON CONFLICT DO NOTHING`, busy, rows);
          await run(`INSERT INTO event_name_hours SELECT $1, ${past}, 'Old ' || n, 1 FROM ${days} ON CONFLICT DO NOTHING`, busy, rows); // prettier-ignore
          await run(`INSERT INTO event_name_days SELECT $1, (${past})::date, 'Old ' || n, 1 FROM ${days} ON CONFLICT DO NOTHING`, busy, rows); // prettier-ignore
          await run(`INSERT INTO messages (workspace_id, id, channel, lane, sender, recipients, content, group_id, due_at) SELECT $1, gen_random_uuid(), 'email', 'bulk', '{"address": "a@shop.example"}', '[{"address": "b@gmail.com"}]', '{}', gen_random_uuid(), NULL FROM ${days}`, busy, rows); // prettier-ignore
          await run(`INSERT INTO hits (workspace_id, message_id, at, id, kind) SELECT $1, gen_random_uuid(), now(), gen_random_uuid(), 'open' FROM ${days}`, busy, rows); // prettier-ignore
          await run(`UPDATE messages SET group_id = $3, status = 'sent', ended_at = now() WHERE workspace_id = $1 AND id IN (SELECT id FROM messages WHERE workspace_id = $1 LIMIT $2::int / 100)`, busy, rows, first); // prettier-ignore
          await run(`INSERT INTO hits (workspace_id, message_id, at, id, kind, link) SELECT $1, id, now(), gen_random_uuid(), 'click', 0 FROM messages WHERE workspace_id = $1 AND group_id = $3 LIMIT $2::int`, busy, rows, first); // prettier-ignore
          for (const [table, columns, key] of COUNTED)
            await run(`INSERT INTO ${table} (workspace_id, ${columns}, what, count) SELECT $1, ${key}, 'clicked', 1 FROM ${days} ON CONFLICT DO NOTHING`, busy, rows); // prettier-ignore
          await run(`INSERT INTO message_engagement (workspace_id, message_id, opened, clicked) SELECT $1, gen_random_uuid(), 1, 0 FROM ${days}`, busy, rows); // prettier-ignore
          await run(`INSERT INTO event_name_people SELECT $1, (${past})::date, 'Old ' || n, '\\x0101020304' FROM ${days} ON CONFLICT DO NOTHING`, busy, rows); // prettier-ignore
        },
        run: async (database) => {
          const { counts, home, events, engagement, report } = insightServices(database);
          await run(`INSERT INTO events (workspace_id, id, person_id, name) VALUES ($1, $2, $2, 'Paid')`, workspaceId, v7()); // prettier-ignore
          await counts.uncounted();
          for (const workspace_id of [workspaceId, busy])
            for (const source of ['feed', 'events'] as const) await counts.step({ workspace_id, source, zone: 'UTC' });
          for (const id of [workspaceId, busy]) {
            await home.view(id);
            await events.names(id, { days: 30 });
            await events.names(id, { days: 1, search: 'Paid' });
          }
          await events.propertiesOf(busy, 'Absent');
          for (const group of [first, v7()]) {
            await engagement.of(busy, group);
            await report.times(busy, group);
            await report.mailboxes(busy, group);
            await report.links(busy, group);
          }
        },
      });
      expect(greedy).toEqual([]);
      expect(explained).toBeGreaterThan(20);
    },
    FILLING_MS,
  );
});
