import { Inject, Injectable } from '@nestjs/common';
import { Database } from '@dundun/platform/database';

/** A person with the day of an attribute, as it is stored. */
export interface DatedPerson extends Record<string, unknown> {
  id: string;
  tz: string | null;
  /** Null without the attribute. */
  day: string | null;
}

/** An entrance that is due at a time. */
export interface DueEntrance extends Record<string, unknown> {
  automation_id: string;
  person_id: string;
  /** The day of the attribute for which the person enters. */
  day: string;
  due_at: Date;
}

const FIRST = '00000000-0000-0000-0000-000000000000';
const DAY = `CASE WHEN jsonb_typeof(p.meta->$4) = 'string' THEN left(p.meta->>$4, 10) END`;
const SLICE = `
  SELECT p.id, p.tz, ${DAY} AS day FROM people p WHERE p.workspace_id = $1 AND p.id > $2 ORDER BY p.id LIMIT $3`;
/** By key, whatever the statistics say. */
const NAMED = `
  SELECT p.id, p.tz, ${DAY.replaceAll('$4', '$3')} AS day FROM unnest($2::uuid[]) AS given(id) CROSS JOIN LATERAL (
    SELECT p.id, p.tz, p.meta FROM people p WHERE p.workspace_id = $1 AND p.id = given.id OFFSET 0) AS p ORDER BY p.id`;
const MEMBERS = `
  SELECT m.person_id FROM segment_members m
  WHERE m.workspace_id = $1 AND m.segment_id = $2 AND m.person_id > $3 ORDER BY m.person_id LIMIT $4`;

const ADD = `
  INSERT INTO due_entrances (workspace_id, automation_id, person_id, day, due_at)
  SELECT $1, automation_id, person_id, day, due_at
  FROM jsonb_to_recordset($2::jsonb) AS d(automation_id uuid, person_id uuid, day date, due_at timestamptz)
  ORDER BY 2, 3, 4
  ON CONFLICT (workspace_id, automation_id, person_id, day) DO UPDATE SET due_at = excluded.due_at`;
/** What is due already is not decided again: its attribute is read once more when it is taken. */
const FORGET = `
  DELETE FROM due_entrances d
  WHERE d.workspace_id = $1 AND d.automation_id = $2 AND d.person_id = ANY($3::uuid[]) AND d.due_at > now()`;
const WORKSPACES = `
  SELECT w.id FROM workspaces w CROSS JOIN LATERAL (
    SELECT FROM due_entrances d WHERE d.workspace_id = w.id AND d.due_at <= now() ORDER BY d.due_at LIMIT 1) AS due
  ORDER BY w.id`;
const TAKE = `
  WITH due AS MATERIALIZED (
    SELECT d.workspace_id, d.automation_id, d.person_id, d.day FROM due_entrances d WHERE d.workspace_id = $1 AND d.due_at <= now()
    ORDER BY d.due_at LIMIT $2 FOR UPDATE SKIP LOCKED)
  DELETE FROM due_entrances d USING due
  WHERE d.workspace_id = due.workspace_id AND d.automation_id = due.automation_id AND d.person_id = due.person_id AND d.day = due.day
  RETURNING d.automation_id, d.person_id, d.day::text, d.due_at`;

/** Reads whom triggers by date and schedule may name, and keeps who is due. */
@Injectable()
export class ClockPeople {
  constructor(@Inject(Database) private readonly database: Database) {}

  /** Returns people with an attribute in the order of their ids. */
  slice(workspaceId: number, after: string | null, most: number, attribute: string): Promise<DatedPerson[]> {
    return this.database.query<DatedPerson>(SLICE, [workspaceId, after ?? FIRST, most, attribute]);
  }

  named(workspaceId: number, people: readonly string[], attribute: string): Promise<DatedPerson[]> {
    return this.database.query<DatedPerson>(NAMED, [workspaceId, people, attribute]);
  }

  /** Returns who is in a segment, in the order of their ids. */
  async members(workspaceId: number, segment: string, after: string | null, most: number): Promise<string[]> {
    const rows = await this.database.query<{ person_id: string }>(MEMBERS, [
      workspaceId,
      segment,
      after ?? FIRST,
      most,
    ]);
    return rows.map(({ person_id }) => person_id);
  }

  async add(workspaceId: number, entrances: readonly DueEntrance[]): Promise<void> {
    if (entrances.length > 0) await this.database.execute(ADD, [workspaceId, JSON.stringify(entrances)]);
  }

  async forget(workspaceId: number, automationId: string, people: readonly string[]): Promise<void> {
    await this.database.execute(FORGET, [workspaceId, automationId, people]);
  }

  /** Returns workspaces in which somebody is due. */
  async workspaces(): Promise<number[]> {
    return (await this.database.query<{ id: number }>(WORKSPACES)).map(({ id }) => id);
  }

  /** Takes who is due, once. */
  take(workspaceId: number, most: number): Promise<DueEntrance[]> {
    return this.database.query<DueEntrance>(TAKE, [workspaceId, most]);
  }
}
