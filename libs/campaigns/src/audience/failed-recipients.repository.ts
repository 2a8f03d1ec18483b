import { Inject, Injectable } from '@nestjs/common';
import type { Retried } from '@dundun/domain';
import { Database } from '@dundun/platform/database';
import { NIL } from 'uuid';
import type { CampaignRow } from '../definitions/campaign.js';
import { followedSlice, PLAN_AGAIN } from './followed.statements.js';

type Named = Pick<CampaignRow, 'workspace_id' | 'id'>;

interface LookedAt extends Record<string, unknown> {
  person_id: string;
  is_meant: boolean;
}

const AT_ONCE = 10_000;
const SLICE = followedSlice('$5') + ' ORDER BY r.person_id';
/** The trigger of campaigns writes their other entries, and takes the step from sent to sending for none. */
const ANNOUNCE = `
  INSERT INTO feed_entries (workspace_id, type, data)
  SELECT workspace_id, 'campaign.resumed', jsonb_build_object(
    'campaign_id', id, 'name', name, 'labels', labels, 'previous_state', state, 'start_at', feed_time(start_at),
    'code', NULL, 'reason', NULL, 'at', feed_time(clock_timestamp()))
  FROM campaigns WHERE workspace_id = $1 AND id = $2`;

/** Finds the recipients whose message can be made again, and plans them again. */
@Injectable()
export class FailedRecipients {
  constructor(@Inject(Database) private readonly database: Database) {}

  /** Returns at most `most` of them, in the order of ids. */
  async find({ workspace_id, id }: Named, what: Retried, most: number): Promise<string[]> {
    const found: string[] = [];
    for (let after: string = NIL; found.length < most;) {
      const slice = await this.database.query<LookedAt>(SLICE, [workspace_id, after, id, what, AT_ONCE]);
      found.push(...slice.filter(({ is_meant }) => is_meant).map(({ person_id }) => person_id));
      if (slice.length < AT_ONCE) break;
      after = slice.at(-1)?.person_id ?? after;
    }
    return found.slice(0, most);
  }

  /** Plans people again whose message is still what it was. @returns the messages that theirs replace */
  async planAgain({ workspace_id, id }: Named, people: readonly string[], what: Retried): Promise<string[]> {
    const rows = await this.database.query<{ message_id: string }>(PLAN_AGAIN, [workspace_id, id, people, what]);
    return rows.map(({ message_id }) => message_id);
  }

  /** Tells the feed that a campaign that was sent goes on. Call before it does. */
  async announce({ workspace_id, id }: Named): Promise<void> {
    await this.database.execute(ANNOUNCE, [workspace_id, id]);
  }
}
