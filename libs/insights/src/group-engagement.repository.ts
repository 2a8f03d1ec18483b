import { Inject, Injectable } from '@nestjs/common';
import { Database } from '@dundun/platform/database';

/** Messages of a group by what was done with them, each counted once. Opens of machines alone leave unknown whether a person read it. */
export interface EngagementCounts {
  opened: number;
  opened_by_machine: number;
  clicked: number;
  clicked_by_machine: number;
  /** Messages whose link somebody used to unsubscribe. */
  unsubscribed: number;
  /** Messages that arrived and are not tracked, because their readers refuse that. Rates of opens and clicks leave them out. */
  tracking_refused: number;
}

interface CountRow extends Record<string, unknown> {
  what: keyof EngagementCounts;
  count: number;
}

const NONE: EngagementCounts = {
  opened: 0,
  opened_by_machine: 0,
  clicked: 0,
  clicked_by_machine: 0,
  unsubscribed: 0,
  tracking_refused: 0,
};

const OF_GROUP = `SELECT what, count::int FROM message_group_engagement WHERE workspace_id = $1 AND group_id = $2`;

/** Reads how many messages of a group were opened and clicked. */
@Injectable()
export class GroupEngagement {
  constructor(@Inject(Database) private readonly database: Database) {}

  async of(workspaceId: number, groupId: string): Promise<EngagementCounts> {
    const rows = await this.database.query<CountRow>(OF_GROUP, [workspaceId, groupId]);
    return { ...NONE, ...Object.fromEntries(rows.map(({ what, count }) => [what, count])) };
  }
}
