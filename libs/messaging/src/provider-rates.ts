import { Database } from '@dundun/platform/database';

/** How long tokens that a worker has drawn stay good. */
const GOOD_MS = 1_000;
const LONGEST_WAIT_MS = 60_000;

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
 * second's worth. A worker draws a tenth of that at a time.
 */
export class ProviderRates {
  private readonly drawn = new Map<string, Drawn>();

  constructor(
    private readonly database: Database,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Takes a token. @returns milliseconds until it is worth trying again when there is none; 0 when it was taken */
  async take(workspaceId: number, integrationId: string, perSecond: number): Promise<number> {
    const drawn = this.drawn.get(integrationId) ?? { left: 0, until: 0, nextFree: 0, drawing: undefined };
    this.drawn.set(integrationId, drawn);
    while (drawn.left < 1 || drawn.until < this.now()) {
      drawn.drawing ??= this.draw(drawn, workspaceId, integrationId, perSecond).finally(() => {
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

  private async draw(drawn: Drawn, workspaceId: number, integrationId: string, perSecond: number): Promise<number> {
    const values = [workspaceId, integrationId, perSecond, Math.ceil(perSecond / 10)];
    const [row] = await this.database.query<{ granted: number }>(DRAW, values);
    if (!row) await this.database.execute(FILL, values.slice(0, 3));
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
      SELECT least($3::float, tokens + $3 * extract(epoch FROM clock_timestamp() - filled_at)) AS tokens
      FROM provider_rates WHERE workspace_id = $1 AND integration_id = $2 FOR UPDATE
    )
    UPDATE provider_rates r SET tokens = filled.tokens - least($4, floor(filled.tokens)), filled_at = clock_timestamp()
    FROM filled WHERE r.workspace_id = $1 AND r.integration_id = $2
    RETURNING least($4, floor(filled.tokens))::int AS granted`,
};

const FILL = `
  INSERT INTO provider_rates (workspace_id, integration_id, tokens) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`;
