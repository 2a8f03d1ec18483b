import type { MessageLane } from '@dundun/domain';
import { Database } from '@dundun/platform/database';

/** How long tokens that a worker has drawn stay good. */
const GOOD_MS = 1_000;
const LONGEST_WAIT_MS = 60_000;
/** Tokens that only the fast lane takes, so that what somebody waits for finds one behind any campaign. */
const KEPT_FOR_FAST = 1;

interface Drawn {
  left: number;
  until: number;
  /** When the next message that found nothing may try again: each gets a moment of its own. */
  nextFree: number;
  /** The draw that is under way; whoever comes meanwhile waits for it. */
  drawing: Promise<number> | undefined;
}

/**
 * The calls a second that a workspace allows a provider, over all workers: a token bucket in the database that holds one
 * second's worth, and two tokens at least. A worker draws a tenth of a second's at a time. The bulk lane leaves one token.
 */
export class ProviderRates {
  private readonly drawn = new Map<string, Drawn>();

  constructor(
    private readonly database: Database,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Takes a token. @returns milliseconds until it is worth trying again when there is none; 0 when it was taken */
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

  /** More than fit into the longest wait share its moments: each looks again before its turn, and none of them is missed. */
  private nextMoment(drawn: Drawn, perSecond: number): number {
    const now = this.now();
    const isFull = drawn.nextFree - now >= LONGEST_WAIT_MS;
    drawn.nextFree = (isFull ? now : Math.max(drawn.nextFree, now)) + 1_000 / perSecond;
    return drawn.nextFree - now;
  }

  private async draw(drawn: Drawn, bucket: [number, string, number], lane: MessageLane): Promise<number> {
    const kept = lane === 'fast' ? 0 : KEPT_FOR_FAST;
    const values = [...bucket, Math.ceil(bucket[2] / 10), kept];
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
      SELECT least(greatest($3::float, 2), tokens + $3 * extract(epoch FROM clock_timestamp() - filled_at)) AS tokens
      FROM provider_rates WHERE workspace_id = $1 AND integration_id = $2 FOR UPDATE
    ),
    granted AS (SELECT tokens, least($4, greatest(floor(tokens) - $5, 0)) AS count FROM filled)
    UPDATE provider_rates r SET tokens = granted.tokens - granted.count, filled_at = clock_timestamp()
    FROM granted WHERE r.workspace_id = $1 AND r.integration_id = $2
    RETURNING granted.count::int AS granted`,
};

const FILL = `
  INSERT INTO provider_rates (workspace_id, integration_id, tokens) VALUES ($1, $2, greatest($3::float, 2)) ON CONFLICT DO NOTHING`;
