import { Inject, Injectable } from '@nestjs/common';
import type { MembershipState } from '@dundun/domain';
import { Database } from '@dundun/platform/database';

/** A list as its reader sees it. */
export interface PersonalList extends Record<string, unknown> {
  id: string;
  title: string;
  description: string | null;
  /** Of each channel; SMS is null for a person without a number. */
  email: MembershipState;
  sms: MembershipState | null;
  is_archived: boolean;
}

/** An archived list cannot be joined, so people who left it do not see it. */
const FIND = `
  SELECT l.id, l.title, l.description, consent_status(m.status, m.email_consent, p.email) AS email,
    CASE WHEN p.number IS NOT NULL THEN consent_status(m.status, m.sms_consent, p.number) END AS sms,
    l.archived_at IS NOT NULL AS is_archived
  FROM people p
  JOIN memberships m ON m.workspace_id = p.workspace_id AND m.person_id = p.id
  JOIN lists l ON l.workspace_id = m.workspace_id AND l.id = m.list_id
  WHERE p.workspace_id = $1 AND p.uid = $2 AND (
    l.archived_at IS NULL OR m.status <> 'unsubscribed')
  ORDER BY lower(l.title), l.id`;

/** Reads the lists that a person is on, or was on. */
@Injectable()
export class PersonalLists {
  constructor(@Inject(Database) private readonly database: Database) {}

  of(workspaceId: number, uid: string): Promise<PersonalList[]> {
    return this.database.query<PersonalList>(FIND, [workspaceId, uid]);
  }
}
