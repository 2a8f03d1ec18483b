import { Inject, Injectable } from '@nestjs/common';
import type { CampaignState } from '@dundun/domain';
import { Database } from '@dundun/platform/database';

/** A campaign on its day. */
export interface CalendarRow extends Record<string, unknown> {
  id: string;
  name: string;
  state: CampaignState;
  day: string;
  time: string;
}

export interface CalendarZone extends Record<string, unknown> {
  zone: string;
  today: string;
}

const MOST = 500;

const NOW = `
  SELECT time_zone AS zone, (now() AT TIME ZONE time_zone)::date::text AS today FROM workspaces WHERE id = $1`;

/** $2: zone, $3: first day, $4: last day. A workspace has few campaigns, so nothing but their order has an index. */
const OF_DAYS = `
  SELECT id, name, state, (start_at AT TIME ZONE $2)::date::text AS day, to_char(start_at AT TIME ZONE $2, 'HH24:MI') AS time
  FROM campaigns
  WHERE workspace_id = $1 AND start_at >= $3::date::timestamp AT TIME ZONE $2
    AND start_at < ($4::date + 1)::timestamp AT TIME ZONE $2
  ORDER BY start_at, id LIMIT ${MOST}`;

/** Reads campaigns by the day of their start. */
@Injectable()
export class CampaignCalendar {
  constructor(@Inject(Database) private readonly database: Database) {}

  async now(workspaceId: number): Promise<CalendarZone> {
    const [row] = await this.database.query<CalendarZone>(NOW, [workspaceId]);
    return row as CalendarZone;
  }

  between(workspaceId: number, zone: string, from: string, to: string): Promise<CalendarRow[]> {
    return this.database.query<CalendarRow>(OF_DAYS, [workspaceId, zone, from, to]);
  }
}
