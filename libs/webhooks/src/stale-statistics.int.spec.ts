/**
 * Fills tables behind the back of their statistics.
 * @slow inserts 20,000 rows into each table, or 200,000 in a long run
 */
import { describe, expect, it } from '@jest/globals';
import { createLogger } from '@dundun/platform/config';
import { aWorkspace, until, useDatabase } from '@dundun/testing';
import { FILLING_MS, greedyStatements } from '@dundun/testing/plans';
import { repetitions } from '@dundun/testing/repetitions';
import { v7 } from 'uuid';
import { FanOut } from './deliver/fan-out.repository.js';
import { WebhookDeliveries } from './deliver/webhook-deliveries.repository.js';
import { WebhookDeliveryLog } from './deliver/webhook-delivery-log.repository.js';
import { Feed } from './feed/feed.repository.js';
import { happen } from './testing.js';

const ROWS = repetitions(20_000, 200_000);
const MANY = 50;

describe('with stale statistics', () => {
  const db = useDatabase();
  const logger = createLogger('test', 'silent');

  it(
    'every statement of the feed and of webhooks reads in proportion to its input',
    async () => {
      const [workspaceId, busy] = [await aWorkspace(db.database), await aWorkspace(db.database)];
      const [endpoint, other] = [
        { workspace_id: workspaceId, id: v7() },
        { workspace_id: busy, id: v7() },
      ];
      for (const { workspace_id, id } of [endpoint, other])
        await db.database.execute(
          `INSERT INTO webhook_endpoints (workspace_id, id, url, types, sealed_secret)
         VALUES ($1, $2, 'https://example.com', '{*}', 'x')`,
          [workspace_id, id],
        );
      const { greedy, explained } = await greedyStatements(db, {
        tables: ['feed_entries', 'webhook_deliveries', 'webhook_attempts'],
        rows: ROWS,
        // A turn reads up to 1,000 entries of each endpoint.
        most: { rows: 10_000, pages: 30_000 },
        fill: async (rows, kind) => {
          await happen(db.database, busy, 'message.sent', rows);
          await db.database.execute(
            `INSERT INTO webhook_deliveries (workspace_id, endpoint_id, id, xid, type, state, due_at)
           SELECT workspace_id, $2, gen_random_uuid(), xid, type, CASE WHEN $3 THEN 'delivered' ELSE 'pending' END,
             CASE WHEN NOT $3 THEN now() - interval '1 minute' END
           FROM feed_entries WHERE workspace_id = $1 ORDER BY xid DESC LIMIT $4`,
            [busy, other.id, kind === 'ended', rows],
          );
        },
        run: async (database) => {
          const deliveries = new WebhookDeliveries(database, logger);
          await happen(db.database, workspaceId, 'message.sent', MANY);
          await until('all entries can be read', async () => {
            const [open] = await db.database.query(
              'SELECT FROM feed_entries WHERE xid >= pg_snapshot_xmin(pg_current_snapshot()) LIMIT 1',
            );
            return open === undefined;
          });
          await new FanOut(database, logger).run();
          await deliveries.endpointsWithWork();
          await db.database.execute(
            "UPDATE webhook_deliveries SET due_at = now() - interval '1 second' WHERE workspace_id = $1 AND due_at IS NOT NULL",
            [workspaceId],
          );
          const claimed = await deliveries.claim(endpoint, MANY);
          expect(claimed.length).toBeGreaterThan(0);
          const answer = { isDelivered: true, status: 200, response: '', error: null, milliseconds: 1 };
          for (const held of claimed.slice(0, 3)) {
            await deliveries.record(held, answer as never, { state: 'delivered', wait: null });
            await deliveries.noteHealth(held, answer as never);
          }
          await deliveries.claim(other, MANY);
          await new Feed(database).read(workspaceId, null, { limit: MANY, types: ['*'] });
          const log = new WebhookDeliveryLog(database);
          await log.page(workspaceId, endpoint.id, { limit: MANY });
          await log.page(busy, other.id, { limit: MANY }, 'failed');
          await log.replayFailed(workspaceId, endpoint.id);
        },
      });
      expect(greedy).toEqual([]);
      expect(explained).toBeGreaterThan(15);
    },
    FILLING_MS,
  );
});
