import { Inject, Injectable } from '@nestjs/common';
import { Database } from '@dundun/platform/database';

/** The members of a segment at the end of a day. */
export interface SegmentDayRow extends Record<string, unknown> {
  day: string;
  members: number;
  entered: number;
  gone: number;
}

/** A day without changes has the members of the day before. */
const LAST = `
  SELECT to_char(d.day, 'YYYY-MM-DD') AS day, known.members::float8 AS members,
    CASE WHEN known.day = d.day THEN known.entered ELSE 0 END::float8 AS entered,
    CASE WHEN known.day = d.day THEN known.gone ELSE 0 END::float8 AS gone
  FROM generate_series($3::date - ($4::int - 1), $3::date, interval '1 day') AS d(day)
  CROSS JOIN LATERAL (
    SELECT s.day, s.members, s.entered, s.gone FROM segment_days s
    WHERE s.workspace_id = $1 AND s.segment_id = $2 AND s.day <= d.day ORDER BY s.day DESC LIMIT 1) AS known
  ORDER BY d.day`;

/** Reads how many members a segment had. */
@Injectable()
export class SegmentDays {
  constructor(@Inject(Database) private readonly database: Database) {}

  /** Returns the last days in UTC, today included, oldest first, from the first day with members. */
  last(workspaceId: number, segmentId: string, count: number, now = new Date()): Promise<SegmentDayRow[]> {
    return this.database.query<SegmentDayRow>(LAST, [workspaceId, segmentId, now.toISOString().slice(0, 10), count]);
  }
}
