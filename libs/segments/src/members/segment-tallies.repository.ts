import { Inject, Injectable } from '@nestjs/common';
import { Database } from '@dundun/platform/database';
import type { SegmentPlan } from '../conditions/plan.js';
import { printTally } from '../conditions/tree.statements.js';

/** How many people of a range match, and how many of those can be reached. */
export interface Tally extends Record<string, unknown> {
  people: number;
  email: number;
  sms: number;
}

/** People whom one statement counts. */
const SLICE = 5_000;

const BOUNDARY = `
  SELECT id FROM people WHERE workspace_id = $1 AND id > $2 ORDER BY id OFFSET ${SLICE - 1} LIMIT 1`;
const REST = `SELECT count(*)::int AS count FROM people WHERE workspace_id = $1 AND id > $2`;

/** Counts who matches, slice by slice. Writes nothing. */
@Injectable()
export class SegmentTallies {
  constructor(@Inject(Database) private readonly database: Database) {}

  /** Counts the people after an id. @returns also the last person looked at; null when everybody was */
  async next(plan: SegmentPlan, after: string): Promise<Tally & { counted: number; to: string | null }> {
    const [boundary] = await this.database.query<{ id: string }>(BOUNDARY, [plan.workspaceId, after]);
    const to = boundary?.id ?? null;
    const [rest] = boundary
      ? [{ count: SLICE }]
      : await this.database.query<{ count: number }>(REST, [plan.workspaceId, after]);
    const { text, values } = printTally(plan, { after, to });
    const [tally] = await this.database.query<Tally>(text, values);
    return { ...(tally as Tally), counted: rest?.count ?? 0, to };
  }
}
