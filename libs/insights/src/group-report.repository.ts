import { Inject, Injectable } from '@nestjs/common';
import { Database } from '@dundun/platform/database';

/** What is counted of the messages of a group, each once. */
export const REPORT_FIGURES = [
  'sent',
  'arrived',
  'confirmed',
  'bounced',
  'complained',
  'failed',
  'deferred',
  'opened',
  'opened_by_machine',
  'clicked',
  'clicked_by_machine',
  'unsubscribed',
  'tracking_refused',
] as const;
type ReportFigure = (typeof REPORT_FIGURES)[number];
export type ReportFigures = Record<ReportFigure, number>;

/** A stretch of time of a group, from a full hour or midnight in the zone of the workspace. */
interface GroupPoint extends ReportFigures {
  at: Date;
}

export interface GroupTimes {
  unit: 'hour' | 'day';
  zone: string;
  points: GroupPoint[];
}

/** A link of a content by its number. */
export interface GroupLink extends Record<string, unknown> {
  content_id: string;
  link: number;
  clicked: number;
  clicked_by_machine: number;
}

interface Counted extends Record<string, unknown> {
  what: ReportFigure;
  count: number;
}

/** A report shows hours for as long as they fit, and then days; later opens are only in the totals. */
const MOST_HOURS = 72;
const MOST_DAYS = 30;

const EXTENT = `
  SELECT w.time_zone AS zone, date_trunc('day', span.first, w.time_zone) AS first_day, span.first, span.last,
    span.last < span.first + interval '${MOST_HOURS} hours' AS is_short
  FROM workspaces w CROSS JOIN LATERAL (
    SELECT (SELECT hour FROM message_group_hours WHERE workspace_id = $1 AND group_id = $2 ORDER BY hour LIMIT 1) AS first,
      (SELECT hour FROM message_group_hours WHERE workspace_id = $1 AND group_id = $2 ORDER BY hour DESC LIMIT 1) AS last) AS span
  WHERE w.id = $1`;

/** $3: unit, $4: zone, $5: first point, $6: last hour. A point of a day begins at midnight of the zone. */
const POINTS = `
  SELECT series.at, known.what, coalesce(known.count, 0)::float8 AS count
  FROM generate_series($5::timestamptz AT TIME ZONE $4, least($6::timestamptz, $5::timestamptz + interval '${MOST_DAYS - 1} days') AT TIME ZONE $4,
    ('1 ' || $3)::interval) AS local
  CROSS JOIN LATERAL (SELECT local AT TIME ZONE $4 AS at) AS series
  LEFT JOIN (
    SELECT date_trunc($3, hour, $4) AS at, what, sum(count) AS count FROM message_group_hours
    WHERE workspace_id = $1 AND group_id = $2 AND hour >= $5 AND hour < $5::timestamptz + interval '${MOST_DAYS} days'
    GROUP BY 1, 2) AS known ON known.at = series.at
  ORDER BY series.at`;

const MAILBOXES = `
  SELECT mailbox, what, count::float8 FROM message_group_mailboxes WHERE workspace_id = $1 AND group_id = $2`;

const LINKS = `
  SELECT content_id, link, coalesce(sum(count) FILTER (WHERE what = 'clicked'), 0)::float8 AS clicked,
    coalesce(sum(count) FILTER (WHERE what = 'clicked_by_machine'), 0)::float8 AS clicked_by_machine
  FROM message_group_links WHERE workspace_id = $1 AND group_id = $2 GROUP BY content_id, link`;

export const noFigures = (): ReportFigures =>
  Object.fromEntries(REPORT_FIGURES.map((figure) => [figure, 0])) as ReportFigures;

/** Adds figures up. */
export function sumOf(rows: readonly ReportFigures[]): ReportFigures {
  const sum = noFigures();
  for (const row of rows) for (const figure of REPORT_FIGURES) sum[figure] += row[figure];
  return sum;
}

/** Reads what became of the messages of a group. */
@Injectable()
export class GroupReport {
  constructor(@Inject(Database) private readonly database: Database) {}

  /** Returns the numbers over time: by hour if all happened within 72 hours, else by day, 30 days at most. */
  async times(workspaceId: number, groupId: string): Promise<GroupTimes> {
    interface Extent extends Record<string, unknown> {
      zone: string;
      first_day: Date | null;
      first: Date | null;
      last: Date | null;
      is_short: boolean | null;
    }
    const [extent] = await this.database.query<Extent>(EXTENT, [workspaceId, groupId]);
    const { zone = 'UTC', is_short: isShort, first, first_day: firstDay, last } = extent ?? {};
    const unit = isShort === false ? 'day' : 'hour';
    if (!last) return { unit, zone, points: [] };
    const values = [workspaceId, groupId, unit, zone, unit === 'hour' ? first : firstDay, last];
    const points = new Map<number, GroupPoint>();
    for (const { at, what, count } of await this.database.query<Counted & { at: Date }>(POINTS, values)) {
      const point = points.get(at.getTime()) ?? { at, ...noFigures() };
      if (what) point[what] = count;
      points.set(at.getTime(), point);
    }
    return { unit, zone, points: [...points.values()] };
  }

  /** Returns the numbers by mailbox provider, the one with the most messages first. */
  async mailboxes(workspaceId: number, groupId: string): Promise<(ReportFigures & { mailbox: string })[]> {
    const rows = await this.database.query<Counted & { mailbox: string }>(MAILBOXES, [workspaceId, groupId]);
    const byMailbox = new Map<string, ReportFigures & { mailbox: string }>();
    for (const { mailbox, what, count } of rows) {
      const figures = byMailbox.get(mailbox) ?? { mailbox, ...noFigures() };
      figures[what] = count;
      byMailbox.set(mailbox, figures);
    }
    return [...byMailbox.values()]
      .filter((figures) => REPORT_FIGURES.some((figure) => figures[figure] !== 0))
      .sort((one, other) => other.sent - one.sent || one.mailbox.localeCompare(other.mailbox));
  }

  /** Returns the links in which somebody or something clicked. */
  links(workspaceId: number, groupId: string): Promise<GroupLink[]> {
    return this.database.query<GroupLink>(LINKS, [workspaceId, groupId]);
  }
}
