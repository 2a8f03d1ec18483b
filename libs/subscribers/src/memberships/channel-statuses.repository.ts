import { Inject, Injectable } from '@nestjs/common';
import type { MembershipStatus } from '@dundun/domain';
import { Database } from '@dundun/platform/database';

/** The state of a person on each channel of a list; null without consent. */
export interface ChannelStatusesRow extends Record<string, unknown> {
  person_id: string;
  email: MembershipStatus | null;
  sms: MembershipStatus | null;
}

const STATUSES = `
  SELECT named.id AS person_id, nullif(consent_status(m.status, m.email_consent, p.email), 'none') AS email,
    nullif(consent_status(m.status, m.sms_consent, p.number), 'none') AS sms
  FROM unnest($3::uuid[]) AS named(id)
  CROSS JOIN LATERAL (
    SELECT * FROM memberships s WHERE s.workspace_id = $1 AND s.list_id = $2 AND s.person_id = named.id OFFSET 0) AS m
  CROSS JOIN LATERAL (SELECT * FROM people q WHERE q.workspace_id = $1 AND q.id = named.id OFFSET 0) AS p`;

/** Reads the consent of the people of a page. */
@Injectable()
export class ChannelStatusesRepository {
  constructor(@Inject(Database) private readonly database: Database) {}

  of(workspaceId: number, listId: string, people: readonly string[]): Promise<ChannelStatusesRow[]> {
    return this.database.query<ChannelStatusesRow>(STATUSES, [workspaceId, listId, people]);
  }
}
