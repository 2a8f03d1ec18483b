import { Inject, Injectable } from '@nestjs/common';
import type { Hours, JsonObject, Told } from '@dundun/domain';
import { isSuppressed } from '@dundun/messaging';
import { isPaused } from '@dundun/people';
import { Database } from '@dundun/platform/database';
import type { EndReason, Hold, KeptHold } from './run.js';
import { RunCounts, WHOLE_RUN } from './run-counts.repository.js';

/** What a run carries along: what brought the person in, the messages that its steps sent, and the answers of its webhooks. */
export interface RunVars {
  entry?: Told;
  /** By step id. */
  messages?: Record<string, string>;
  /** What answers of webhooks said, by step id. */
  steps?: Record<string, JsonObject>;
  /** How calls of webhooks ended, by step id. */
  calls?: Record<string, { status: number | null; error: string | null }>;
}

/** A run whose time has come, with its person; without one it ends. */
export interface DueEnrolment extends Record<string, unknown> {
  id: string;
  automation_id: string;
  version: number;
  person_id: string;
  step: number;
  visit: number;
  rests_since: Date | null;
  way: string | null;
  mode: 'go' | 'look';
  due_at: Date;
  /** When it could go on: it was due, and its automation was not paused. */
  turn_at: Date;
  wakes_at: Date | null;
  tries: number;
  vars: RunVars;
  /** Why its message waited, if it rests at a send. */
  hold: KeptHold | null;
  /** The group of messages of the automation. */
  group_id: string | null;
  uid: string | null;
  email: string | null;
  number: string | null;
  first_name: string | null;
  last_name: string | null;
  tz: string | null;
  workspace_zone: string;
  email_quiet: Hours | null;
  sms_quiet: Hours | null;
  /** By the clock of the database, as all times of runs. */
  now: Date;
  meta: JsonObject | null;
}

/** What a round writes of a run. */
export interface Stepped {
  id: string;
  automation_id: string;
  version: number;
  step: number;
  visit: number;
  rests_since: Date | null;
  mode: 'go' | 'look';
  due_at: Date | null;
  wakes_at: Date | null;
  /** The messages of its steps, if there are new ones. */
  messages: Record<string, string> | null;
  hold: (Hold & { visit: number }) | null;
  end_reason: EndReason | null;
}

/** A step that was left, as it is kept. */
export interface StepVisit {
  enrolment_id: string;
  visit: number;
  automation_id: string;
  version: number;
  step: number;
  outcome: string;
  facts: JsonObject | null;
  effect_id: string | null;
}

/** The state of the automation is locked too, so that a pause waits for the round and holds from then on. */
const LOCK = `
  SELECT e.id, e.automation_id, e.version, e.person_id, e.step, e.visit, e.rests_since, e.way, e.mode, e.due_at,
    greatest(e.due_at, e.resumed_at) AS turn_at, e.wakes_at, e.tries, e.vars, e.hold, e.group_id,
    p.uid, p.email, p.number, p.first_name, p.last_name, p.tz, p.meta,
    w.time_zone AS workspace_zone, w.email_quiet_hours AS email_quiet, w.sms_quiet_hours AS sms_quiet, now() AS now
  FROM (
    SELECT d.*, running.group_id, running.resumed_at FROM enrolments d
    CROSS JOIN LATERAL (
      SELECT a.group_id, a.resumed_at FROM automations a
      WHERE a.workspace_id = $1 AND a.id = d.automation_id AND a.state IN ('live', 'draining') FOR SHARE) AS running
    WHERE d.workspace_id = $1 AND d.due_at <= now() AND ($3::uuid[] IS NULL OR d.id = ANY($3))
    ORDER BY d.due_at, d.id LIMIT $2
    FOR UPDATE OF d SKIP LOCKED) AS e
  JOIN workspaces w ON w.id = $1
  LEFT JOIN people p ON p.workspace_id = $1 AND p.id = e.person_id
  ORDER BY e.id`;

/** Due runs of automations that stand still leave the index of what is due, so that nobody looks at them again. */
const HOLD = `
  UPDATE enrolments e SET held_at = e.due_at, due_at = NULL
  WHERE e.workspace_id = $1 AND e.id = ANY(ARRAY(
    SELECT d.id FROM enrolments d
    CROSS JOIN LATERAL (
      SELECT FROM automations a WHERE a.workspace_id = $1 AND a.id = d.automation_id AND a.state NOT IN ('live', 'draining')
      FOR SHARE) AS standing
    WHERE d.workspace_id = $1 AND d.due_at <= now()
    ORDER BY d.due_at, d.id LIMIT $2
    FOR UPDATE OF d SKIP LOCKED))`;

const WORKSPACES = `
  SELECT w.id FROM workspaces w WHERE EXISTS (
    SELECT FROM enrolments e WHERE e.workspace_id = w.id AND e.due_at <= now())
  ORDER BY w.id`;

const WRITE = `
  WITH given AS MATERIALIZED (
    SELECT * FROM jsonb_to_recordset($2::jsonb) AS s(id uuid, step int, visit int, rests_since timestamptz, mode text,
      due_at timestamptz, wakes_at timestamptz, messages jsonb, hold jsonb, end_reason text)),
  written AS (
    UPDATE enrolments e SET step = s.step, visit = s.visit, rests_since = s.rests_since, way = NULL, mode = s.mode,
      due_at = s.due_at, wakes_at = s.wakes_at, tries = 0, error = NULL, hold = s.hold, end_reason = s.end_reason,
      ended_at = CASE WHEN s.end_reason IS NOT NULL THEN now() END,
      vars = CASE WHEN s.messages IS NULL THEN e.vars ELSE jsonb_set(e.vars, '{messages}', s.messages) END
    FROM given s WHERE e.workspace_id = $1 AND e.id = s.id AND e.id = ANY(ARRAY(SELECT id FROM given)))
  DELETE FROM waits w USING given s
  WHERE w.workspace_id = $1 AND w.enrolment_id = s.id AND w.enrolment_id = ANY(ARRAY(SELECT id FROM given))
    AND (s.end_reason IS NOT NULL OR w.visit > 0 AND w.visit < s.visit)`;

const VISITS = `
  INSERT INTO step_visits (workspace_id, enrolment_id, visit, automation_id, version, step, outcome, facts, effect_id)
  SELECT $1, enrolment_id, visit, automation_id, version, step, outcome, facts, effect_id
  FROM jsonb_to_recordset($2::jsonb) AS v(enrolment_id uuid, visit int, automation_id uuid, version int, step int, outcome text,
    facts jsonb, effect_id uuid)
  ORDER BY enrolment_id, visit`;

/** The waits between tries; after the last the run has failed. A counter at its end stays there. */
const FAILED = `
  WITH failed AS (
    UPDATE enrolments SET tries = least(tries + 1, 32767), error = $3,
      due_at = CASE WHEN tries < cardinality($4::int[]) THEN now() + ($4::int[])[tries + 1] * interval '1 minute' END,
      end_reason = CASE WHEN tries >= cardinality($4::int[]) THEN 'failed' END,
      ended_at = CASE WHEN tries >= cardinality($4::int[]) THEN now() END
    WHERE workspace_id = $1 AND id = $2 AND due_at IS NOT NULL RETURNING id, automation_id, version, ended_at),
  deaf AS (
    DELETE FROM waits w USING failed f WHERE w.workspace_id = $1 AND w.enrolment_id = f.id AND f.ended_at IS NOT NULL)
  SELECT automation_id, version, ended_at IS NOT NULL AS has_failed FROM failed`;
const BACKOFF_MINUTES = [1, 5, 30, 120];

/** A membership without a word on the channel means what the addresses of the person allow. By key, whatever the statistics say. */
const CONSENTS = `
  SELECT m.person_id, m.list_id FROM unnest($3::uuid[]) AS given(person_id)
  CROSS JOIN LATERAL (
    SELECT p.email, p.number FROM people p WHERE p.workspace_id = $1 AND p.id = given.person_id OFFSET 0) AS p
  CROSS JOIN unnest($2::uuid[]) AS l(id)
  CROSS JOIN LATERAL (
    SELECT m.person_id, m.list_id, m.status, m.email_consent, m.sms_consent FROM memberships m
    WHERE m.workspace_id = $1 AND m.list_id = l.id AND m.person_id = given.person_id OFFSET 0) AS m
  WHERE CASE $4 WHEN 'email' THEN consent_status(m.status, m.email_consent, p.email)
      ELSE consent_status(m.status, m.sms_consent, p.number) END = 'subscribed'`;

const SUPPRESSED = `
  SELECT g.key FROM unnest($3::text[]) AS g(key)
  WHERE ${isSuppressed('$1', 'g.key', '$2::uuid')}
    OR EXISTS (SELECT FROM list_suppressions s
      WHERE s.workspace_id = $1 AND s.list_id = $2 AND s.address = g.key OFFSET 0)`;

const PAUSED = `SELECT g.key FROM unnest($2::text[]) AS g(key) WHERE ${isPaused('$1', 'g.key')}`;

/** Locks runs whose time has come, and writes what became of them. */
@Injectable()
export class DueEnrolments {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(RunCounts) private readonly counts: RunCounts,
  ) {}

  /** Returns workspaces in which the time of a run has come. */
  async workspaces(): Promise<number[]> {
    return (await this.database.query<{ id: number }>(WORKSPACES)).map(({ id }) => id);
  }

  /** Locks due runs until the open transaction ends, skipping those of other workers. @param only among these */
  lock(workspaceId: number, most: number, only: readonly string[] | null): Promise<DueEnrolment[]> {
    return this.database.query<DueEnrolment>(LOCK, [workspaceId, most, only]);
  }

  /** Puts due runs aside whose automation is paused or stopped. @returns how many */
  hold(workspaceId: number, most: number): Promise<number> {
    return this.database.execute(HOLD, [workspaceId, most]);
  }

  async write(workspaceId: number, stepped: readonly Stepped[], visits: readonly StepVisit[]): Promise<void> {
    await this.database.execute(WRITE, [workspaceId, JSON.stringify(stepped)]);
    if (visits.length > 0) await this.database.execute(VISITS, [workspaceId, JSON.stringify(visits)]);
    const ends = stepped.flatMap(({ automation_id, version, end_reason }) =>
      end_reason === null ? [] : [{ automation_id, version, step: WHOLE_RUN, outcome: end_reason }],
    );
    await this.counts.add(workspaceId, [...ends, ...visits.map(({ automation_id, version, step, outcome }) => ({ automation_id, version, step, outcome }))]); // prettier-ignore
  }

  /** Puts a run off that cannot be stepped. @returns whether it has failed for good */
  async fail(workspaceId: number, id: string, error: string): Promise<boolean> {
    const values = [workspaceId, id, error, BACKOFF_MINUTES];
    const [row] = await this.database.query<{ automation_id: string; version: number; has_failed: boolean }>(FAILED, values); // prettier-ignore
    if (!row?.has_failed) return false;
    const { automation_id, version } = row;
    await this.counts.add(workspaceId, [{ automation_id, version, step: WHOLE_RUN, outcome: 'failed' }]);
    return true;
  }

  /** Returns `<person> <list>` of those who agreed to the channel of the list. */
  async consents(
    workspaceId: number,
    channel: 'email' | 'sms',
    lists: readonly string[],
    people: readonly string[],
  ): Promise<Set<string>> {
    const values = [workspaceId, lists, people, channel];
    const rows = await this.database.query<{ person_id: string; list_id: string }>(CONSENTS, values);
    return new Set(rows.map(({ person_id, list_id }) => `${person_id} ${list_id}`));
  }

  /** Returns those of the addresses, as suppression keys, that mail or SMS of the list must not go to. */
  async suppressed(workspaceId: number, list: string, keys: readonly string[]): Promise<Set<string>> {
    if (keys.length === 0) return new Set();
    const rows = await this.database.query<{ key: string }>(SUPPRESSED, [workspaceId, list, [...new Set(keys)].sort()]);
    return new Set(rows.map(({ key }) => key));
  }

  /** Returns those of the addresses, as suppression keys, whose owners have paused marketing. */
  async paused(workspaceId: number, keys: readonly string[]): Promise<Set<string>> {
    if (keys.length === 0) return new Set();
    const rows = await this.database.query<{ key: string }>(PAUSED, [workspaceId, [...new Set(keys)].sort()]);
    return new Set(rows.map(({ key }) => key));
  }
}
