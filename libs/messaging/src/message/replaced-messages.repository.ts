import { Inject, Injectable } from '@nestjs/common';
import { Database } from '@dundun/platform/database';
import { SENT_AGAIN } from './message.repository.js';

/** Waits for a call that settles one of them at the same moment, and leaves that one alone. */
const GIVE_UP = `
  UPDATE messages SET reason = '${SENT_AGAIN} by its campaign'
  WHERE ctid = ANY(ARRAY(
      SELECT m.place FROM unnest($2::uuid[]) AS given(id) CROSS JOIN LATERAL (
        SELECT ctid AS place FROM messages WHERE workspace_id = $1 AND id = given.id OFFSET 0) AS m))
    AND status = 'unknown' AND (reason LIKE '${SENT_AGAIN}%') IS NOT TRUE`;

/** Gives up messages with an unknown outcome whose recipients get other messages in their place. */
@Injectable()
export class ReplacedMessages {
  constructor(@Inject(Database) private readonly database: Database) {}

  /** Joins the open transaction. @returns how many had an unknown outcome that nobody has settled */
  giveUp(workspaceId: number, ids: readonly string[]): Promise<number> {
    return this.database.execute(GIVE_UP, [workspaceId, ids]);
  }
}
