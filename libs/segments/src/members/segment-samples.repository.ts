import { Inject, Injectable } from '@nestjs/common';
import { Database } from '@dundun/platform/database';
import type { SegmentPlan } from '../conditions/plan.js';
import { printExplained } from '../conditions/tree.statements.js';

/** A person of a sample. */
export interface SampledPerson extends Record<string, unknown> {
  id: string;
  uid: string;
  name: string | null;
  email: string | null;
  bucket: number;
}

/** What a leaf says of a person. */
export interface ExplainedLeaf {
  holds: boolean;
  value: string | number | boolean | null;
  at: string | null;
}

/** People in random order, which is that of their buckets. */
const NEXT = `
  SELECT id, uid, nullif(concat_ws(' ', first_name, last_name), '') AS name, email, person_bucket(id) AS bucket
  FROM people
  WHERE workspace_id = $1 AND (person_bucket(id), id) > ($2::smallint, $3::uuid)
  ORDER BY person_bucket(id), id LIMIT $4`;

const COUNT = `SELECT count(*)::int AS count FROM people WHERE workspace_id = $1`;
/** One look into the index for each person: as a condition, their list could become a filter over the whole segment. */
const MEMBERS = `
  SELECT given.id FROM unnest($3::uuid[]) AS given(id)
  WHERE EXISTS (SELECT FROM segment_members m
    WHERE m.workspace_id = $1 AND m.segment_id = $2 AND m.person_id = given.id OFFSET 0)`;

/** Reads samples of people, and what conditions say of one person. Writes nothing. */
@Injectable()
export class SegmentSamples {
  constructor(@Inject(Database) private readonly database: Database) {}

  next(workspaceId: number, after: { bucket: number; id: string }, limit: number): Promise<SampledPerson[]> {
    return this.database.query<SampledPerson>(NEXT, [workspaceId, after.bucket, after.id, limit]);
  }

  async count(workspaceId: number): Promise<number> {
    const [row] = await this.database.query<{ count: number }>(COUNT, [workspaceId]);
    return row?.count ?? 0;
  }

  async membersAmong(workspaceId: number, segmentId: string, people: readonly string[]): Promise<Set<string>> {
    const rows = await this.database.query<{ id: string }>(MEMBERS, [workspaceId, segmentId, people]);
    return new Set(rows.map(({ id }) => id));
  }

  async explain(plan: SegmentPlan, personId: string): Promise<{ holds: boolean; leaves: ExplainedLeaf[] } | undefined> {
    const { text, values } = printExplained(plan, personId);
    const [row] = await this.database.query<{ holds: boolean; leaves: ExplainedLeaf[] }>(text, values);
    return row;
  }
}
