import { Inject, Injectable } from '@nestjs/common';
import { Database } from '@dundun/platform/database';
import { RunCounts, WHOLE_RUN } from '../runs/run-counts.repository.js';

/** A run of an older version, with what its place in the newer one depends on. */
export interface MovingRun extends Record<string, unknown> {
  id: string;
  person_id: string;
  key: string;
  version: number;
  step: number;
  visit: number;
  rests_since: Date | null;
  /** The way that something opened, by which it is about to leave its step. */
  way: string | null;
  tries: number;
  due_at: Date | null;
  held_at: Date | null;
  messages: Record<string, string> | null;
  tz: string | null;
  workspace_zone: string;
  now: Date;
}

/** Where a run goes on. Without a step it ends. */
export interface MovedRun {
  id: string;
  /** The place that it leaves. */
  from: { version: number; step: number; visit: number };
  step: number | null;
  rests_since: Date | null;
  way: string | null;
  mode: 'go' | 'look';
  due_at: Date | null;
  wakes_at: Date | null;
  held_at: Date | null;
}

/** Skips runs that are being stepped or woken: a later pass meets them. */
const LOCK = `
  SELECT e.id, e.person_id, e.key, e.version, e.step, e.visit, e.rests_since, e.way, e.tries, e.due_at, e.held_at,
    e.vars->'messages' AS messages, p.tz, w.time_zone AS workspace_zone, now() AS now
  FROM (
    SELECT * FROM enrolments d
    WHERE d.workspace_id = $1 AND d.automation_id = $2 AND d.ended_at IS NULL AND d.version < $3 AND NOT d.is_test
      AND (d.person_id, d.key) > ($4::uuid, $5)
    ORDER BY d.person_id, d.key LIMIT $6
    FOR UPDATE SKIP LOCKED) AS e
  JOIN workspaces w ON w.id = $1
  LEFT JOIN people p ON p.workspace_id = $1 AND p.id = e.person_id
  ORDER BY e.person_id, e.key`;

/** All that the runs listened for goes; what they listen for in their new version is armed after it. */
const WRITE = `
  WITH given AS MATERIALIZED (
    SELECT * FROM jsonb_to_recordset($4::jsonb) AS s(id uuid, "from" jsonb, step int, rests_since timestamptz, way text, mode text,
      due_at timestamptz, wakes_at timestamptz, held_at timestamptz)),
  moved AS (
    UPDATE enrolments e SET version = $3, step = s.step, visit = e.visit + 1, rests_since = s.rests_since, way = s.way,
      mode = s.mode, due_at = s.due_at, wakes_at = s.wakes_at, held_at = s.held_at, tries = 0, error = NULL
    FROM given s
    WHERE e.workspace_id = $1 AND e.id = s.id AND s.step IS NOT NULL AND e.id = ANY(ARRAY(SELECT id FROM given))),
  ended AS (
    UPDATE enrolments e SET ended_at = now(), end_reason = 'removed', due_at = NULL, held_at = NULL
    FROM given s
    WHERE e.workspace_id = $1 AND e.id = s.id AND s.step IS NULL AND e.id = ANY(ARRAY(SELECT id FROM given))),
  deaf AS (DELETE FROM waits w WHERE w.workspace_id = $1 AND w.enrolment_id = ANY(ARRAY(SELECT id FROM given)))
  INSERT INTO step_visits (workspace_id, enrolment_id, visit, automation_id, version, step, outcome)
  SELECT $1, id, ("from"->>'visit')::int, $2, ("from"->>'version')::int, ("from"->>'step')::int, 'moved'
  FROM given WHERE step IS NOT NULL ORDER BY id`;

/** Where a pass begins: no person has a smaller id. */
export const FIRST = { person_id: '00000000-0000-0000-0000-000000000000', key: '' };

/** Locks runs of older versions, and takes them to a newer one. */
@Injectable()
export class MovingRuns {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(RunCounts) private readonly counts: RunCounts,
  ) {}

  /** Locks runs of versions before this one until the open transaction ends, in the order of their people. */
  lock(
    workspaceId: number,
    automationId: string,
    version: number,
    after: { person_id: string; key: string },
    most: number,
  ): Promise<MovingRun[]> {
    const values = [workspaceId, automationId, version, after.person_id, after.key, most];
    return this.database.query<MovingRun>(LOCK, values);
  }

  async write(workspaceId: number, automation_id: string, version: number, runs: readonly MovedRun[]): Promise<void> {
    if (runs.length === 0) return;
    await this.database.execute(WRITE, [workspaceId, automation_id, version, JSON.stringify(runs)]);
    const outcomes = runs.map(({ from, step }) =>
      step === null
        ? { automation_id, version: from.version, step: WHOLE_RUN, outcome: 'removed' }
        : { automation_id, version: from.version, step: from.step, outcome: 'moved' },
    );
    await this.counts.add(workspaceId, outcomes);
  }
}
