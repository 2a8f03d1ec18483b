import { Inject, Injectable } from '@nestjs/common';
import { Database } from '@dundun/platform/database';

// A range of the index per day, whatever the statistics say.
const GROWTH = `
  SELECT to_char(d.day, 'YYYY-MM-DD') AS day, joined.people
  FROM generate_series($3::date - ($4::int - 1), $3::date, interval '1 day') AS d(day)
  CROSS JOIN LATERAL (
    SELECT count(*)::int AS people FROM memberships m
    WHERE m.workspace_id = $1 AND m.list_id = $2
      AND m.joined_at >= d.day AT TIME ZONE 'UTC' AND m.joined_at < (d.day + interval '1 day') AT TIME ZONE 'UTC') joined
  ORDER BY d.day`;

interface GrowthRow extends Record<string, unknown> {
  day: string;
  people: number;
}

/** Counts who joined a list, day by day. */
@Injectable()
export class ListGrowth {
  constructor(@Inject(Database) private readonly database: Database) {}

  /** Returns the last days in UTC, today included, oldest first. */
  days(workspaceId: number, listId: string, count: number, now = new Date()): Promise<GrowthRow[]> {
    return this.database.query<GrowthRow>(GROWTH, [workspaceId, listId, now.toISOString().slice(0, 10), count]);
  }
}
