import { Inject, Injectable } from '@nestjs/common';
import type { CampaignAccounts } from '@dundun/domain';
import { Database } from '@dundun/platform/database';
import type { CampaignRow, CampaignSender } from './campaign.js';

type Named = Pick<CampaignRow, 'workspace_id' | 'id'>;
type What = keyof CampaignAccounts;

/** A change of one number. The reason is empty for what has none. */
export interface CountChange {
  what: What;
  reason?: string;
  by: number;
}

interface CountRow extends Record<string, unknown> {
  what: What;
  reason: string;
  count: string;
}

/** A campaign by mail that is being sent. */
interface SendingCampaign extends Record<string, unknown> {
  sender: CampaignSender;
  /** Messages that have not been handed over. */
  open: number;
}

const ADD = `
  INSERT INTO campaign_counts AS c (workspace_id, campaign_id, what, reason, count)
  SELECT $1, $2, what, reason, by FROM jsonb_to_recordset($3::jsonb) AS given(what text, reason text, by bigint)
  ON CONFLICT (workspace_id, campaign_id, what, reason) DO UPDATE SET count = c.count + excluded.count`;
const FIND = `SELECT what, reason, count FROM campaign_counts WHERE workspace_id = $1 AND campaign_id = $2`;
/** A workspace sends few campaigns at once. */
const SENDING = `
  SELECT c.sender, (made.count - ended.count)::int AS open
  FROM campaigns c
  CROSS JOIN LATERAL (
    SELECT coalesce(sum(count), 0) AS count FROM campaign_counts
    WHERE workspace_id = $1 AND campaign_id = c.id AND what IN ('queued', 'retried') OFFSET 0) AS made
  CROSS JOIN LATERAL (
    SELECT coalesce(sum(count), 0) AS count FROM message_group_counts
    WHERE workspace_id = $1 AND group_id = c.id OFFSET 0) AS ended
  WHERE c.workspace_id = $1 AND c.state = 'sending' AND c.sender IS NOT NULL`;
const FORGET = `DELETE FROM campaign_counts WHERE workspace_id = $1 AND campaign_id = $2`;

/** Counts the people of campaigns, in the transactions that move them and under the lock of the campaign. */
@Injectable()
export class CampaignCounts {
  constructor(@Inject(Database) private readonly database: Database) {}

  async add({ workspace_id, id }: Named, changes: readonly CountChange[]): Promise<void> {
    const given = changes.filter(({ by }) => by !== 0).map(({ what, reason = '', by }) => ({ what, reason, by }));
    if (given.length > 0) await this.database.execute(ADD, [workspace_id, id, JSON.stringify(given)]);
  }

  async of({ workspace_id, id }: Named): Promise<CampaignAccounts> {
    const rows = await this.database.query<CountRow>(FIND, [workspace_id, id]);
    const one = (what: What) => Number(rows.find((row) => row.what === what)?.count ?? 0);
    const each = (what: What) =>
      Object.fromEntries(
        rows
          .filter((row) => row.what === what && row.count !== '0')
          .map(({ reason, count }) => [reason, Number(count)]),
      );
    const retried = one('retried');
    return {
      ...(retried > 0 && { retried }),
      matched: one('matched'),
      excluded: each('excluded'),
      planned: one('planned'),
      queued: one('queued'),
      skipped: each('skipped'),
    };
  }

  /** Returns the senders of the campaigns by mail that are being sent, and how many of their messages have not been handed over. */
  sending(workspaceId: number): Promise<SendingCampaign[]> {
    return this.database.query<SendingCampaign>(SENDING, [workspaceId]);
  }

  async forget({ workspace_id, id }: Named): Promise<void> {
    await this.database.execute(FORGET, [workspace_id, id]);
  }
}
