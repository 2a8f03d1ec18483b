import { Inject, Injectable } from '@nestjs/common';
import { Database, toPage, type Page, type PageRequest } from '@dundun/platform/database';
import type { ChangeCause } from '../definitions/segment.js';

/** A member of a segment. */
export interface MemberRow extends Record<string, unknown> {
  person_id: string;
  uid: string;
  email: string | null;
  number: string | null;
  since: Date;
}

/** An entry or a leave. */
export interface ChangeRow extends Record<string, unknown> {
  xid: string;
  id: string;
  uid: string | null;
  entered: boolean;
  cause: ChangeCause;
  at: Date;
}

/** What is known of a person in a segment. */
export interface MembershipRow extends Record<string, unknown> {
  since: Date | null;
  cause: ChangeCause | null;
}

/** Members are read in order and their people looked up: a merge of both tables would read members of other segments. */
const members = (compare: string, order: string) => `
  SELECT m.person_id, p.uid, p.email, p.number, m.since
  FROM (
    SELECT person_id, since FROM segment_members
    WHERE workspace_id = $1 AND segment_id = $2 AND ($3::uuid IS NULL OR person_id ${compare} $3)
    ORDER BY segment_id ${order}, person_id ${order} OFFSET 0) AS m
  CROSS JOIN LATERAL (
    SELECT uid, email, number FROM people WHERE workspace_id = $1 AND id = m.person_id OFFSET 0) AS p
  ORDER BY m.person_id ${order} LIMIT $4`;

const changes = (compare: string, order: string) => `
  SELECT c.xid::text AS xid, c.id, p.uid, c.entered, c.cause, c.at FROM segment_changes c
  LEFT JOIN people p ON p.workspace_id = c.workspace_id AND p.id = c.person_id
  WHERE c.workspace_id = $1 AND c.segment_id = $2 AND ($3::xid8 IS NULL OR (c.xid, c.id) ${compare} ($3::xid8, $4::uuid))
  ORDER BY c.xid ${order}, c.id ${order} LIMIT $5`;

const MEMBERSHIP = `
  SELECT (SELECT since FROM segment_members WHERE workspace_id = $1 AND segment_id = $2 AND person_id = $3) AS since,
    (SELECT cause FROM segment_changes WHERE workspace_id = $1 AND person_id = $3 AND segment_id = $2
     ORDER BY at DESC, xid DESC, id DESC LIMIT 1) AS cause`;

/** Members are paged by id: a page of them has no time. */
const NO_TIME = '-';

/** Reads members and changes of a segment in pages, newest first. */
@Injectable()
export class SegmentPages {
  constructor(@Inject(Database) private readonly database: Database) {}

  async members(workspaceId: number, id: string, page: PageRequest): Promise<Page<MemberRow>> {
    const position = page.before ?? page.after;
    const statement = page.before ? members('>', 'ASC') : members('<', 'DESC');
    const values = [workspaceId, id, position?.id ?? null, page.limit + 1];
    const rows = await this.database.query<MemberRow>(statement, values);
    return toPage(page, rows, ({ person_id }) => ({ at: NO_TIME, id: person_id }));
  }

  async changes(workspaceId: number, id: string, page: PageRequest): Promise<Page<ChangeRow>> {
    const position = page.before ?? page.after;
    const statement = page.before ? changes('>', 'ASC') : changes('<', 'DESC');
    const values = [workspaceId, id, position?.at ?? null, position?.id ?? null, page.limit + 1];
    const rows = await this.database.query<ChangeRow>(statement, values);
    return toPage(page, rows, ({ xid, id: change }) => ({ at: xid, id: change }));
  }

  async membership(workspaceId: number, id: string, personId: string): Promise<MembershipRow> {
    const [row] = await this.database.query<MembershipRow>(MEMBERSHIP, [workspaceId, id, personId]);
    return row as MembershipRow;
  }
}
