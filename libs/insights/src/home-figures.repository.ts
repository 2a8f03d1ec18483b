import { Inject, Injectable } from '@nestjs/common';
import { Database } from '@dundun/platform/database';
import { HORIZON } from './count-feed.statements.js';

/** What is counted of a workspace. */
export const FIGURES = [
  'sent',
  'arrived',
  'confirmed',
  'bounced',
  'complained',
  'failed',
  'opened',
  'opened_by_machine',
  'clicked',
  'clicked_by_machine',
  'joined',
  'left',
  'events',
] as const;

type Figure = (typeof FIGURES)[number];
/** Counts by figure; what did not happen is zero. */
export type Figures = Record<Figure, number>;

interface CountRow extends Record<string, unknown> {
  day: string;
  what: Figure;
  count: number;
  /** Of it, by this time of the day. */
  so_far: number;
}

export interface HomeRow extends Record<string, unknown> {
  zone: string;
  today: string;
  recent_events: number;
  is_counting: boolean;
}

/** Minutes whose events say how many there are a minute now. */
export const RECENT_MINUTES = 5;

/** Counting is a second behind; more is history, or work that has piled up. */
const LATE = "interval '1 minute'";

const NOW = `
  SELECT w.time_zone AS zone, (now() AT TIME ZONE w.time_zone)::date::text AS today,
    (SELECT coalesce(sum(m.count), 0)::int FROM event_minutes m
     WHERE m.workspace_id = w.id AND m.minute >= date_trunc('minute', now()) - interval '${RECENT_MINUTES} minutes'
       AND m.minute < date_trunc('minute', now())) AS recent_events,
    coalesce((SELECT f.created_at < now() - ${LATE} FROM feed_entries f
      WHERE f.workspace_id = w.id AND (f.xid, f.id) > (feed.xid, feed.id) AND f.xid < ${HORIZON}
      ORDER BY f.xid, f.id LIMIT 1), false)
    OR coalesce((SELECT e.received_at < now() - ${LATE} FROM events e
      WHERE e.workspace_id = w.id AND (e.xid, e.id) > (events.xid, events.id) AND e.xid < ${HORIZON}
        AND e.received_at >= events.since
      ORDER BY e.xid, e.id LIMIT 1), false) AS is_counting
  FROM workspaces w
  LEFT JOIN insight_positions feed ON feed.workspace_id = w.id AND feed.source = 'feed'
  LEFT JOIN insight_positions events ON events.workspace_id = w.id AND events.source = 'events'
  WHERE w.id = $1`;

/** $2: zone, $3: first day. */
const DAYS = `
  SELECT (hour AT TIME ZONE $2)::date::text AS day, what, sum(count)::float8 AS count,
    coalesce(sum(count) FILTER (WHERE hour <= now() - interval '1 day'), 0)::float8 AS so_far
  FROM activity_hours
  WHERE workspace_id = $1 AND hour >= ($3::date)::timestamp AT TIME ZONE $2 AND hour <= now()
  GROUP BY 1, 2`;

/** Reads the counts of a workspace by day. */
@Injectable()
export class HomeFigures {
  constructor(@Inject(Database) private readonly database: Database) {}

  async now(workspaceId: number): Promise<HomeRow> {
    const [row] = await this.database.query<HomeRow>(NOW, [workspaceId]);
    return row as HomeRow;
  }

  days(workspaceId: number, zone: string, from: string): Promise<CountRow[]> {
    return this.database.query<CountRow>(DAYS, [workspaceId, zone, from]);
  }
}
