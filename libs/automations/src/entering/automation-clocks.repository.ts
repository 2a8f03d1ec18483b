import { Inject, Injectable } from '@nestjs/common';
import { Database } from '@dundun/platform/database';

/** Where the trigger of an automation is in time. */
export interface AutomationClock extends Record<string, unknown> {
  workspace_id: number;
  automation_id: string;
  version: number;
  kind: 'date' | 'schedule';
  /** Whether people may come in now. */
  is_open: boolean;
  /** When the version was published. */
  since: Date;
  next_day: string | null;
  next_at: Date | null;
  after_person: string | null;
  workspace_zone: string;
  /** By the clock of the database, as all times of runs. */
  now: Date;
}

const COLUMNS = `
  c.workspace_id, c.automation_id, a.live_version AS version, t.kind, a.state = 'live' AND a.enters AS is_open, c.since,
  c.next_day::text, c.next_at, c.after_person, w.time_zone AS workspace_zone, now() AS now
  FROM automation_clocks c
  JOIN automations a ON a.workspace_id = c.workspace_id AND a.id = c.automation_id AND a.state IN ('live', 'paused')
  JOIN automation_triggers t ON t.workspace_id = c.workspace_id AND t.automation_id = c.automation_id
  JOIN workspaces w ON w.id = c.workspace_id`;
/** A day is looked for some 22 hours before it begins anywhere, which is 14 hours before it does in UTC. */
const AHEAD = `interval '36 hours'`;
/** Few automations have a clock, so all are read. */
const DUE = `
  SELECT ${COLUMNS}
  WHERE t.kind = 'schedule' AND (c.next_at IS NULL OR c.next_at <= now())
    OR t.kind = 'date' AND (c.next_day IS NULL OR c.next_day <= ((now() + ${AHEAD}) AT TIME ZONE 'UTC')::date)
  ORDER BY 1, 2`;
const DATES = `
  SELECT ${COLUMNS} WHERE c.workspace_id = $1 AND t.kind = 'date' ORDER BY 2`;
const LOCK = `
  SELECT ${COLUMNS} WHERE c.workspace_id = $1 AND c.automation_id = $2 FOR UPDATE OF c SKIP LOCKED`;
const SET = `
  UPDATE automation_clocks SET next_day = $3, next_at = $4, after_person = $5 WHERE workspace_id = $1 AND automation_id = $2`;

/** Keeps where triggers by date and schedule are. */
@Injectable()
export class AutomationClocks {
  constructor(@Inject(Database) private readonly database: Database) {}

  /** Returns the clocks that have something to do. */
  due(): Promise<AutomationClock[]> {
    return this.database.query<AutomationClock>(DUE);
  }

  /** Returns the clocks of triggers by date. */
  ofDates(workspaceId: number): Promise<AutomationClock[]> {
    return this.database.query<AutomationClock>(DATES, [workspaceId]);
  }

  /** Locks a clock until the open transaction ends. @returns undefined if another worker has it */
  async lock(workspaceId: number, automationId: string): Promise<AutomationClock | undefined> {
    const [row] = await this.database.query<AutomationClock>(LOCK, [workspaceId, automationId]);
    return row;
  }

  async set(
    { workspace_id, automation_id }: AutomationClock,
    { next_day, next_at, after_person }: Pick<AutomationClock, 'next_day' | 'next_at' | 'after_person'>,
  ): Promise<void> {
    await this.database.execute(SET, [workspace_id, automation_id, next_day, next_at, after_person]);
  }
}
