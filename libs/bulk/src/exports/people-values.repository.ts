import { Inject, Injectable } from '@nestjs/common';
import type { MembershipState, Scalar } from '@dundun/domain';
import { Database } from '@dundun/platform/database';

/** Values of a person; the consents are those of a list, null without one. */
interface PersonValues extends Record<string, unknown> {
  id: string;
  meta: Record<string, Scalar>;
  email_consent: MembershipState | null;
  sms_consent: MembershipState | null;
}

/** Each person and membership by key, whatever the statistics say of the tables (ADR 36). $3: the list, or null. */
const OF = `
  SELECT p.id, p.meta, m.email_consent, m.sms_consent FROM unnest($2::uuid[]) AS asked(id)
  CROSS JOIN LATERAL (
    SELECT id, meta, email, number FROM people q WHERE q.workspace_id = $1 AND q.id = asked.id OFFSET 0) AS p
  LEFT JOIN LATERAL (
    SELECT consent_status(s.status, s.email_consent, p.email) AS email_consent,
      consent_status(s.status, s.sms_consent, p.number) AS sms_consent
    FROM memberships s WHERE s.workspace_id = $1 AND s.list_id = $3::uuid AND s.person_id = asked.id OFFSET 0) AS m ON true`;

/** The attributes and consents of many people. */
@Injectable()
export class PeopleValues {
  constructor(@Inject(Database) private readonly database: Database) {}

  /** Returns the values by person id. @param list whose consents are read */
  async of(workspaceId: number, personIds: string[], list?: string): Promise<Map<string, PersonValues>> {
    if (personIds.length === 0) return new Map();
    const rows = await this.database.query<PersonValues>(OF, [workspaceId, personIds, list ?? null]);
    return new Map(rows.map((row) => [row.id, row]));
  }
}
