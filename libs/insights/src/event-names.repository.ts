import { Inject, Injectable } from '@nestjs/common';
import { Database } from '@dundun/platform/database';

/** Names that one answer shows. */
const MOST_NAMES = 100;

export interface CalendarRow extends Record<string, unknown> {
  zone: string;
  today: string;
  /** The hours of today so far. */
  hours: Date[];
}

interface CountRow extends Record<string, unknown> {
  name: string;
  /** A day, or the time at which an hour begins. */
  at: string | Date;
  count: number;
  /** Names that were found in all. */
  names: number;
}

interface PeopleRow extends Record<string, unknown> {
  name: string;
  people: Buffer;
}

const CALENDAR = `
  SELECT w.time_zone AS zone, (now() AT TIME ZONE w.time_zone)::date::text AS today,
    ARRAY(SELECT generate_series(date_trunc('day', now(), w.time_zone), now(), '1 hour')) AS hours
  FROM workspaces w WHERE w.id = $1`;

/** The most frequent names first. $2: first day, $3: part of the name. */
const TOP = `
  SELECT name, count(*) OVER ()::int AS names, sum(count) AS total FROM event_name_days
  WHERE workspace_id = $1 AND day >= $2 AND ($3::text IS NULL OR strpos(lower(name), lower($3)) > 0)
  GROUP BY name ORDER BY total DESC, name LIMIT ${MOST_NAMES}`;

const BY_DAY = `
  SELECT top.name, top.names, d.day::text AS at, d.count
  FROM (${TOP}) AS top JOIN event_name_days d ON d.workspace_id = $1 AND d.day >= $2 AND d.name = top.name
  ORDER BY top.total DESC, top.name, d.day`;

/** $4: the start of the day. An hour that began before its day, after a change of the zone, counts for the first. */
const BY_HOUR = `
  SELECT top.name, top.names, h.hour AS at, h.count
  FROM (${TOP}) AS top JOIN event_name_hours h ON h.workspace_id = $1 AND h.hour >= $4 AND h.name = top.name
  ORDER BY top.total DESC, top.name, h.hour`;

const PEOPLE = `
  SELECT name, people FROM event_name_people WHERE workspace_id = $1 AND day >= $2 AND name = ANY($3::text[])`;

/** Reads how often which events happened, and by whom. */
@Injectable()
export class EventNameCounts {
  constructor(@Inject(Database) private readonly database: Database) {}

  async calendar(workspaceId: number): Promise<CalendarRow> {
    const [row] = await this.database.query<CalendarRow>(CALENDAR, [workspaceId]);
    return row as CalendarRow;
  }

  byDay(workspaceId: number, from: string, search: string | undefined): Promise<CountRow[]> {
    return this.database.query<CountRow>(BY_DAY, [workspaceId, from, search ?? null]);
  }

  byHour(workspaceId: number, today: string, search: string | undefined, from: Date): Promise<CountRow[]> {
    return this.database.query<CountRow>(BY_HOUR, [workspaceId, today, search ?? null, from]);
  }

  people(workspaceId: number, from: string, names: readonly string[]): Promise<PeopleRow[]> {
    return this.database.query<PeopleRow>(PEOPLE, [workspaceId, from, names]);
  }
}
