import { Inject, Injectable } from '@nestjs/common';
import { Database } from '@dundun/platform/database';
import type { BulkJobRow } from '../jobs/bulk-job.js';

/** A pending member, in the order of joining. */
export interface PendingMember extends Record<string, unknown> {
  person_id: string;
  uid: string;
  joined_at: Date;
  /** Whether the member has an address, and no confirmation was mailed for this list within the time that links are kept. */
  is_unasked: boolean;
}

/** Pending members of a list who joined up to a time, and by which import if one is given. */
export interface PendingScope {
  list: string;
  import: string | null;
  until: Date;
}

/** How far a job is among pending members. */
export interface PendingPlace {
  at: string;
  id: string;
}

const MOST_COUNTED = 100_000;
export const START: PendingPlace = { at: '-infinity', id: '00000000-0000-0000-0000-000000000000' };

/** Looked up for each member by itself, whatever the statistics say (ADR 36). Who has no address cannot be asked. */
const IS_UNASKED = `EXISTS (
  SELECT FROM people a WHERE a.workspace_id = $1 AND a.id = near.person_id AND a.email IS NOT NULL OFFSET 0) AND NOT EXISTS (
  SELECT FROM confirmations c WHERE c.workspace_id = $1 AND c.person_id = near.person_id AND c.list_id = $2 AND c.sent OFFSET 0)`;
const IS_IMPORTED = `($3::uuid IS NULL OR EXISTS (
  SELECT FROM imported_people i WHERE i.workspace_id = $1 AND i.import_id = $3 AND i.person_id = near.person_id OFFSET 0))`;

/** $4: until when people joined. $5, $6: the place. */
const pending = (limit: string) => `
  SELECT m.person_id, m.joined_at FROM memberships m
  WHERE m.workspace_id = $1 AND m.list_id = $2 AND m.status = 'pending' AND m.joined_at <= $4
    AND (m.joined_at, m.person_id) > ($5::timestamptz, $6::uuid)
  ORDER BY m.joined_at, m.person_id LIMIT ${limit}`;

const AFTER = `
  SELECT near.person_id, near.joined_at, p.uid, ${IS_UNASKED} AND ${IS_IMPORTED} AS is_unasked
  FROM (${pending('$7')}) AS near
  CROSS JOIN LATERAL (SELECT * FROM people q WHERE q.workspace_id = $1 AND q.id = near.person_id OFFSET 0) AS p
  ORDER BY near.joined_at, near.person_id`;

const COUNT = `
  SELECT count(*)::int AS pending, count(*) FILTER (WHERE ${IS_UNASKED} AND ${IS_IMPORTED})::int AS unasked
  FROM (${pending(String(MOST_COUNTED + 1))}) AS near`;

const LATEST = `
  SELECT id FROM bulk_jobs WHERE workspace_id = $1 AND kind = 'confirmations' AND details->>'list' = $2
  ORDER BY created_at DESC, id DESC LIMIT 1`;

/** Pending members of lists whom nobody has asked for their confirmation. */
@Injectable()
export class UnaskedMembers {
  constructor(@Inject(Database) private readonly database: Database) {}

  /** Returns the next pending members, oldest first, asked or not. */
  after(workspaceId: number, scope: PendingScope, { at, id }: PendingPlace, limit: number): Promise<PendingMember[]> {
    const { list, import: importId, until } = scope;
    return this.database.query<PendingMember>(AFTER, [workspaceId, list, importId, until, at, id, limit]);
  }

  /** @returns null on a list with over 100,000 pending members */
  async count(workspaceId: number, { list, import: importId, until }: PendingScope): Promise<number | null> {
    const values = [workspaceId, list, importId, until, START.at, START.id];
    const [row] = await this.database.query<{ pending: number; unasked: number }>(COUNT, values);
    return row && row.pending <= MOST_COUNTED ? row.unasked : null;
  }

  /** Returns the id of the job that asked last. */
  async latestJob(workspaceId: number, list: string): Promise<string | undefined> {
    const [row] = await this.database.query<Pick<BulkJobRow, 'id'>>(LATEST, [workspaceId, list]);
    return row?.id;
  }
}
