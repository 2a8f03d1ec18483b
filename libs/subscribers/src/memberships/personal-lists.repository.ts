import { Inject, Injectable } from '@nestjs/common';
import type { MembershipState } from '@dundun/domain';
import { Database } from '@dundun/platform/database';

/** A list as its reader sees it. */
export interface PersonalList extends Record<string, unknown> {
  id: string;
  title: string;
  description: string | null;
  /** Of each channel; SMS is null for a person without a number, and email of an offered list for one without an address. */
  email: MembershipState | null;
  sms: MembershipState | null;
  is_archived: boolean;
  /** Whether it is a public list on which the person has never been. */
  is_offered: boolean;
}

/** A form of a page holds about 10 KB. */
const MOST_OFFERED = 50;

/** An archived list cannot be joined, so people who left it do not see it. Nobody sees a private list on which they have never been. */
const FIND = `
  WITH reader AS MATERIALIZED (SELECT id, email, number FROM people WHERE workspace_id = $1 AND uid = $2)
  SELECT * FROM (
    SELECT l.id, l.title, l.description, consent_status(m.status, m.email_consent, p.email) AS email,
      CASE WHEN p.number IS NOT NULL THEN consent_status(m.status, m.sms_consent, p.number) END AS sms,
      l.archived_at IS NOT NULL AS is_archived, false AS is_offered
    FROM reader p
    JOIN memberships m ON m.workspace_id = $1 AND m.person_id = p.id
    JOIN lists l ON l.workspace_id = m.workspace_id AND l.id = m.list_id
    WHERE l.archived_at IS NULL OR m.status <> 'unsubscribed'
    UNION ALL
    SELECT offered.* FROM reader p CROSS JOIN LATERAL (
      SELECT l.id, l.title, l.description, CASE WHEN p.email IS NOT NULL THEN 'none' END,
        CASE WHEN p.number IS NOT NULL THEN 'none' END, false, true
      FROM lists l
      WHERE l.workspace_id = $1 AND l.is_public AND l.archived_at IS NULL AND NOT EXISTS (
        SELECT FROM memberships m WHERE m.workspace_id = $1 AND m.list_id = l.id AND m.person_id = p.id OFFSET 0)
      ORDER BY lower(l.title), l.id LIMIT ${MOST_OFFERED}) AS offered) AS shown
  ORDER BY lower(title), id`;

/** Reads the lists that a person is on, or was on, and the public ones on which they have never been. */
@Injectable()
export class PersonalLists {
  constructor(@Inject(Database) private readonly database: Database) {}

  of(workspaceId: number, uid: string): Promise<PersonalList[]> {
    return this.database.query<PersonalList>(FIND, [workspaceId, uid]);
  }
}
