import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, type Logger } from '@dundun/platform/config';
import { Database } from '@dundun/platform/database';
import { HORIZON, KEPT, matches, stretch } from '../feed/feed.statements.js';

/** Identifies a webhook endpoint. */
export interface EndpointKey extends Record<string, unknown> {
  workspace_id: number;
  id: string;
}

const PIECE = 1_000;
/** Pieces of one endpoint before the next endpoint is served. */
const PIECES = 10;

/**
 * Endpoints with entries behind their position, found by a few index lookups each; in random order, as in DUE. EXISTS would
 * drop the order, and a plan that expects many entries would then read the table.
 */
const BEHIND = `
  SELECT e.workspace_id, e.id FROM webhook_endpoints e
  WHERE e.disabled_at IS NULL AND (
    (SELECT true FROM feed_entries f
      WHERE f.workspace_id = e.workspace_id AND (f.xid, f.id) > (e.position_xid, e.position_id) AND f.xid < ${HORIZON}
      ORDER BY f.xid, f.id LIMIT 1)
    OR (SELECT true FROM events v
      WHERE v.workspace_id = e.workspace_id AND (v.xid, v.id) > (e.position_xid, e.position_id) AND v.xid < ${HORIZON}
        AND v.received_at > now() - ${KEPT}
      ORDER BY v.xid, v.id LIMIT 1))
  ORDER BY random()`;

/**
 * Writes the deliveries and the new position in one statement, so that both are committed or neither. An endpoint whose row is
 * locked by another worker is skipped.
 */
const FAN_OUT = `
  WITH endpoint AS MATERIALIZED (
    SELECT * FROM webhook_endpoints WHERE workspace_id = $1 AND id = $2 AND disabled_at IS NULL FOR UPDATE SKIP LOCKED
  ),
  stretch AS MATERIALIZED (
    SELECT entry.* FROM endpoint e CROSS JOIN LATERAL (
      ${stretch({ workspace: '$1', xid: 'e.position_xid', id: 'e.position_id', limit: '$3' })}) AS entry
  ),
  made AS (
    INSERT INTO webhook_deliveries (workspace_id, endpoint_id, id, xid, type)
    SELECT $1, $2, s.id, s.xid, s.type FROM stretch s CROSS JOIN endpoint e
    WHERE NOT pg_visible_in_snapshot(s.xid, e.since) AND ${matches('s.type', 'e.types')}
    ORDER BY s.xid, s.id
    ON CONFLICT DO NOTHING
  ),
  moved AS (
    UPDATE webhook_endpoints e SET position_xid = last.xid, position_id = last.id
    FROM (SELECT xid, id FROM stretch ORDER BY xid DESC, id DESC LIMIT 1) AS last
    WHERE e.workspace_id = $1 AND e.id = $2
  )
  SELECT count(*)::int AS count FROM stretch`;

/** Creates a delivery for each entry that an endpoint subscribes to, exactly once. */
@Injectable()
export class FanOut {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Serves every endpoint once, or stops at the signal. A failure affects only its own endpoint. */
  async run(stop?: AbortSignal): Promise<void> {
    for (const endpoint of await this.database.query<EndpointKey>(BEHIND)) {
      try {
        await this.follow(endpoint, stop);
      } catch (error) {
        const ids = { workspace_id: endpoint.workspace_id, webhook_id: endpoint.id };
        this.logger.warn(
          { err: error, ...ids },
          'deliveries of a webhook could not be created; the next run repeats it',
        );
      }
    }
  }

  private async follow(endpoint: EndpointKey, stop: AbortSignal | undefined): Promise<void> {
    let count = PIECE;
    for (let piece = 0; piece < PIECES && count === PIECE && !stop?.aborted; piece++)
      count = await this.advance(endpoint);
  }

  private async advance({ workspace_id, id }: EndpointKey): Promise<number> {
    const [row] = await this.database.query<{ count: number }>(FAN_OUT, [workspace_id, id, PIECE]);
    return row?.count ?? 0;
  }
}
