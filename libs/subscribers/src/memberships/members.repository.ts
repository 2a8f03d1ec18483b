import { Inject, Injectable } from '@nestjs/common';
import { Database } from '@dundun/platform/database';

const SUBSCRIBED_SINCE = `
  SELECT FROM people p
  JOIN memberships m ON m.workspace_id = p.workspace_id AND m.person_id = p.id AND m.list_id = $2
  WHERE p.workspace_id = $1 AND p.uid = $3 AND consent_status(m.status, m.email_consent, p.email) = 'subscribed' AND m.changed_at > $4`;

/** Reads the members of a list. */
@Injectable()
export class MembersRepository {
  constructor(@Inject(Database) private readonly database: Database) {}

  /** Whether the person subscribed to the list after this time and is still subscribed. */
  async subscribedSince(workspaceId: number, listId: string, uid: string, time: Date): Promise<boolean> {
    return (await this.database.query(SUBSCRIBED_SINCE, [workspaceId, listId, uid, time])).length > 0;
  }
}
