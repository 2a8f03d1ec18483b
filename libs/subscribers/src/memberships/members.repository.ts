import { Inject, Injectable } from '@nestjs/common';
import type { MembershipStatus } from '@dundun/domain';
import { Database, keyset, toPage, type Page, type PageRequest } from '@dundun/platform/database';

export interface MemberRow extends Record<string, unknown> {
  person_id: string;
  uid: string;
  email: string | null;
  number: string | null;
  first_name: string | null;
  last_name: string | null;
  status: MembershipStatus;
  joined_at: Date;
}

export interface MemberFilter {
  status?: MembershipStatus;
  search?: string;
}

const containing = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

const SUBSCRIBED_SINCE = `
  SELECT FROM people p
  JOIN memberships m ON m.workspace_id = p.workspace_id AND m.person_id = p.id AND m.list_id = $2
  WHERE p.workspace_id = $1 AND p.uid = $3 AND m.status = 'subscribed' AND m.changed_at > $4`;

/** Reads the members of a list. */
@Injectable()
export class MembersRepository {
  constructor(@Inject(Database) private readonly database: Database) {}

  /** Returns a page, newest first. */
  async page(
    workspaceId: number,
    listId: string,
    { status, search }: MemberFilter,
    page: PageRequest,
  ): Promise<Page<MemberRow>> {
    const { where, orderAndLimit, values } = keyset(page, 'm.joined_at', 'm.person_id', 5);
    const rows = await this.database.query<MemberRow>(
      `SELECT m.person_id, p.uid, p.email, p.number, p.first_name, p.last_name, m.status, m.joined_at
       FROM memberships m
       JOIN people p ON p.workspace_id = m.workspace_id AND p.id = m.person_id
       WHERE m.workspace_id = $1 AND m.list_id = $2
         AND ($3::text IS NULL OR m.status = $3)
         AND ($4::text IS NULL OR concat_ws(' ', p.first_name, p.last_name, p.email, p.number) ILIKE $4)
         AND ${where} ${orderAndLimit}`,
      [workspaceId, listId, status ?? null, search === undefined ? null : containing(search), ...values],
    );
    return toPage(page, rows, (row) => ({ at: row.joined_at.toISOString(), id: row.person_id }));
  }

  /** Whether the person subscribed to the list after this time and is still subscribed. */
  async subscribedSince(workspaceId: number, listId: string, uid: string, time: Date): Promise<boolean> {
    return (await this.database.query(SUBSCRIBED_SINCE, [workspaceId, listId, uid, time])).length > 0;
  }
}
