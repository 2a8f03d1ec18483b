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

/** $2: the only lists, or null. One range of the index per list. */
const OF_LISTS = `
  SELECT l.id AS list_id, joined.day, joined.people
  FROM lists l
  CROSS JOIN LATERAL (
    SELECT to_char(m.joined_at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day, count(*)::int AS people
    FROM (SELECT * FROM memberships s
      WHERE s.workspace_id = $1 AND s.list_id = l.id AND s.joined_at >= ($3::date - ($4::int - 1))::timestamp AT TIME ZONE 'UTC'
      OFFSET 0) AS m
    WHERE m.status <> 'unsubscribed' GROUP BY 1) AS joined
  WHERE l.workspace_id = $1 AND l.archived_at IS NULL AND ($2::uuid[] IS NULL OR l.id = ANY($2::uuid[]))`;

const DAY_MS = 86_400_000;
const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);

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
    return this.database.query<GrowthRow>(GROWTH, [workspaceId, listId, dayOf(now.getTime()), count]);
  }

  /**
   * Counts who joined on each of the last days and is still there, oldest first.
   * @param lists only these @returns the counts by list; a list that nobody joined is absent
   */
  async ofLists(
    workspaceId: number,
    lists: readonly string[] | undefined,
    count: number,
    now = new Date(),
  ): Promise<Map<string, number[]>> {
    const days = Array.from({ length: count }, (_, index) => dayOf(now.getTime() - (count - 1 - index) * DAY_MS));
    const values = [workspaceId, lists ?? null, days.at(-1), count];
    const rows = await this.database.query<GrowthRow & { list_id: string }>(OF_LISTS, values);
    const joined = new Map<string, number[]>();
    for (const { list_id, day, people } of rows) {
      const counts = joined.get(list_id) ?? days.map(() => 0);
      const index = days.indexOf(day);
      if (index >= 0) counts[index] = people;
      joined.set(list_id, counts);
    }
    return joined;
  }
}
