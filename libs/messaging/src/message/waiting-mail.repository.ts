import { Inject, Injectable } from '@nestjs/common';
import { Database } from '@dundun/platform/database';

/** What waits for another day, or for a resume, is due later. */
const COUNT = `
  SELECT count(*)::int AS count FROM (
    SELECT FROM messages
    WHERE channel = 'email' AND lane = 'bulk' AND workspace_id = $1 AND due_at < now() + interval '1 hour' LIMIT $2) AS soon`;

/** Counts the mail of lists that is about to be handed over. */
@Injectable()
export class WaitingMail {
  constructor(@Inject(Database) private readonly database: Database) {}

  /** Counts up to `most` mails of a workspace. */
  async count(workspaceId: number, most: number): Promise<number> {
    const [row] = await this.database.query<{ count: number }>(COUNT, [workspaceId, most]);
    return row?.count ?? 0;
  }
}
