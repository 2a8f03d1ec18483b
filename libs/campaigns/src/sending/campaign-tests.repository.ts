import { Inject, Injectable } from '@nestjs/common';
import type { VariantOutcome } from '@dundun/domain';
import { Database } from '@dundun/platform/database';
import { variantsOf, type CampaignRow } from '../definitions/campaign.js';

/** The messages of a variant by what was done with them. Machines alone are counted in neither opens nor clicks. */
export interface VariantNumbers extends VariantOutcome {
  messages: number;
  tracking_refused: number;
}

interface OutcomeRow extends Record<string, unknown> {
  variant: number;
  messages: number;
  arrived: number;
  tracking_refused: number;
  clicks: number;
  opens: number;
}

const OUTCOMES = `
  SELECT r.variant, count(*)::int AS messages, count(*) FILTER (WHERE has_arrived)::int AS arrived,
    count(*) FILTER (WHERE has_arrived AND m.is_untracked)::int AS tracking_refused,
    count(*) FILTER (WHERE has_arrived AND e.clicked = 2)::int AS clicks,
    count(*) FILTER (WHERE has_arrived AND e.opened = 2)::int AS opens
  FROM campaign_recipients r
  JOIN messages m ON m.workspace_id = $1 AND m.id = r.message_id
  CROSS JOIN LATERAL (SELECT m.status IN ('sent', 'delivered', 'captured') AS has_arrived) AS a
  LEFT JOIN message_engagement e ON e.workspace_id = $1 AND e.message_id = m.id
  WHERE r.workspace_id = $1 AND r.campaign_id = $2 AND r.variant IS NOT NULL
  GROUP BY 1`;

/** Counts what came of the variants of a campaign. Reads each of its messages: for a decision and for its page. */
@Injectable()
export class CampaignTests {
  constructor(@Inject(Database) private readonly database: Database) {}

  /** Returns the numbers of each variant, in their order. */
  async outcomes(campaign: CampaignRow): Promise<VariantNumbers[]> {
    const rows = await this.database.query<OutcomeRow>(OUTCOMES, [campaign.workspace_id, campaign.id]);
    return Array.from({ length: variantsOf(campaign) }, (_, variant) => {
      const row = rows.find((each) => each.variant === variant);
      const { messages = 0, arrived = 0, tracking_refused = 0, clicks = 0, opens = 0 } = row ?? {};
      return { messages, arrived, tracking_refused, clicks, opens };
    });
  }
}
