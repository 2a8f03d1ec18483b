import type { MessageLane } from '@dundun/domain';
import { Database } from '@dundun/platform/database';
import { LRUCache } from 'lru-cache';

/** How long tokens drawn by a worker stay valid. */
const GOOD_MS = 1_000;
const LONGEST_WAIT_MS = 60_000;
/** Bounds the accounts and lanes that a long-lived worker remembers. */
const MOST_LINES = 20_000;
/** The bulk lane gets one token after this many for the fast lane, if it asked within the last minute, the longest wait. */
const FAST_FOR_ONE_BULK = 10;

interface Drawn {
  left: number;
  until: number;
  /** The next time to hand out for a retry; each waiting message gets its own. */
  nextFree: number;
  /** The draw in flight, which concurrent callers share. */
  drawing: Promise<number> | undefined;
}

/**
 * Enforces the calls per second of an integration over all workers, with a token bucket in the database. The bucket holds
 * one second's tokens, at least two; a worker draws a tenth of a second's tokens at a time. Each lane leaves the other a
 * token: bulk always, so that a one-time password does not wait behind a campaign, and fast when it is bulk's turn.
 */
export class ProviderRates {
  private readonly drawn = new LRUCache<string, Drawn>({ max: MOST_LINES });

  constructor(
    private readonly database: Database,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Takes a token. @returns 0 if it was taken, otherwise the milliseconds to wait before the next try */
  async take(workspaceId: number, integrationId: string, perSecond: number, lane: MessageLane): Promise<number> {
    const line = `${integrationId} ${lane}`;
    const drawn = this.drawn.get(line) ?? { left: 0, until: 0, nextFree: 0, drawing: undefined };
    this.drawn.set(line, drawn);
    while (drawn.left < 1 || drawn.until < this.now()) {
      drawn.drawing ??= this.draw(drawn, [workspaceId, integrationId, perSecond], lane).finally(() => {
        drawn.drawing = undefined;
      });
      if ((await drawn.drawing) === 0) return this.nextMoment(drawn, perSecond);
    }
    drawn.left -= 1;
    return 0;
  }

  /** Spreads retries evenly. Beyond the longest wait they start over, so messages share moments but no moment stays unused. */
  private nextMoment(drawn: Drawn, perSecond: number): number {
    const now = this.now();
    const isFull = drawn.nextFree - now >= LONGEST_WAIT_MS;
    drawn.nextFree = (isFull ? now : Math.max(drawn.nextFree, now)) + 1_000 / perSecond;
    return drawn.nextFree - now;
  }

  private async draw(drawn: Drawn, bucket: [number, string, number], lane: MessageLane): Promise<number> {
    const values = [...bucket, Math.ceil(bucket[2] / 10), lane];
    const [row] = await this.database.query<{ granted: number }>(DRAW, values);
    if (!row) await this.database.execute(FILL, bucket);
    const [again] = row ? [row] : await this.database.query<{ granted: number }>(DRAW, values);
    drawn.left = again?.granted ?? 0;
    drawn.until = this.now() + GOOD_MS;
    return drawn.left;
  }
}

const DRAW = {
  name: 'provider-rates-draw',
  text: `
    WITH filled AS (
      SELECT least(greatest($3::float, 2), tokens + $3 * greatest(0, extract(epoch FROM clock_timestamp() - filled_at))) AS tokens,
        CASE WHEN bulk_asked_at > clock_timestamp() - interval '1 minute' THEN before_bulk END AS before_bulk
      FROM provider_rates WHERE workspace_id = $1 AND integration_id = $2 FOR UPDATE
    ),
    granted AS (
      SELECT tokens, before_bulk, least($4, greatest(floor(tokens) - kept, 0))::int AS count
      FROM filled CROSS JOIN LATERAL (
        SELECT (($5 = 'bulk') = (coalesce(before_bulk, 0) < ${FAST_FOR_ONE_BULK}))::int AS kept) AS turn
    )
    UPDATE provider_rates r SET
      tokens = granted.tokens - granted.count, filled_at = clock_timestamp(),
      before_bulk = CASE WHEN $5 = 'fast' THEN coalesce(granted.before_bulk + granted.count, 0)
                         WHEN granted.count = 0 THEN coalesce(granted.before_bulk, 0) ELSE 0 END,
      bulk_asked_at = CASE WHEN $5 = 'bulk' THEN clock_timestamp() ELSE r.bulk_asked_at END
    FROM granted WHERE r.workspace_id = $1 AND r.integration_id = $2
    RETURNING granted.count AS granted`,
};

const FILL = `
  INSERT INTO provider_rates (workspace_id, integration_id, tokens) VALUES ($1, $2, greatest($3::float, 2)) ON CONFLICT DO NOTHING`;
