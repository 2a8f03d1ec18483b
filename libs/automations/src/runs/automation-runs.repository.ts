import { Inject, Injectable } from '@nestjs/common';
import type { JsonObject } from '@dundun/domain';
import { Database, keyset, toPage, type Page, type PageRequest } from '@dundun/platform/database';
import type { KeptHold } from './run.js';
import type { RunVars } from './due-enrolments.repository.js';
import { RunCounts, WHOLE_RUN } from './run-counts.repository.js';

/** A run with its person, if there still is one. */
export interface RunRow extends Record<string, unknown> {
  id: string;
  version: number;
  person_id: string;
  uid: string | null;
  email: string | null;
  key: string;
  step: number;
  visit: number;
  rests_since: Date | null;
  way: string | null;
  mode: 'go' | 'look';
  due_at: Date | null;
  wakes_at: Date | null;
  held_at: Date | null;
  tries: number;
  error: string | null;
  vars: RunVars;
  hold: KeptHold | null;
  entered_at: Date;
  ended_at: Date | null;
  end_reason: string | null;
}

/** A step that a run has left. */
export interface VisitRow extends Record<string, unknown> {
  visit: number;
  /** The version by which it was left. */
  version: number;
  step: number;
  at: Date;
  outcome: string;
  facts: JsonObject | null;
  effect_id: string | null;
  message_status: string | null;
}

/** Selects runs. Steps are numbers of versions. */
interface RunFilter {
  state?: string;
  places?: readonly { version: number; step: number }[];
}

const COLUMNS = `e.id, e.version, e.person_id, p.uid, p.email, e.key, e.step, e.visit, e.rests_since, e.way, e.mode, e.due_at,
  e.wakes_at, e.held_at, e.tries, e.error, e.vars, e.hold, e.entered_at, e.ended_at, e.end_reason`;
const FROM = `enrolments e LEFT JOIN people p ON p.workspace_id = e.workspace_id AND p.id = e.person_id`;

const FIND = `SELECT ${COLUMNS} FROM ${FROM} WHERE e.workspace_id = $1 AND e.automation_id = $2 AND e.id = $3`;
const OF_PERSON = `
  SELECT ${COLUMNS} FROM ${FROM} WHERE e.workspace_id = $1 AND e.automation_id = $2 AND e.person_id = $3
  ORDER BY e.entered_at DESC, e.id DESC LIMIT 20`;
const STATES: Record<string, string> = {
  inside: 'e.ended_at IS NULL',
  retrying: 'e.ended_at IS NULL AND e.error IS NOT NULL',
  failed: `e.end_reason = 'failed'`,
  ended: 'e.ended_at IS NOT NULL',
};

const VISITS = `
  SELECT v.visit, v.version, v.step, v.at, v.outcome, v.facts, v.effect_id, m.status AS message_status
  FROM step_visits v LEFT JOIN messages m ON m.workspace_id = v.workspace_id AND m.id = v.effect_id
  WHERE v.workspace_id = $1 AND v.enrolment_id = $2 ORDER BY v.visit`;

const END = `
  WITH ended AS (
    UPDATE enrolments e SET ended_at = now(), end_reason = 'stopped', due_at = NULL, held_at = NULL
    WHERE e.workspace_id = $1 AND e.automation_id = $2 AND e.id = ANY($3::uuid[]) AND e.ended_at IS NULL
    RETURNING e.id, e.version),
  deaf AS (DELETE FROM waits w USING ended WHERE w.workspace_id = $1 AND w.enrolment_id = ended.id)
  SELECT version FROM ended`;

const FAILED = `
  SELECT ${COLUMNS} FROM ${FROM}
  WHERE e.workspace_id = $1 AND e.automation_id = $2 AND e.end_reason = 'failed' AND ($3::uuid IS NULL OR e.id = $3)
  ORDER BY e.entered_at, e.id LIMIT $4 FOR UPDATE OF e`;
/** A person who came in again meanwhile keeps the new run. */
const RETRY = `
  UPDATE enrolments e SET ended_at = NULL, end_reason = NULL, error = NULL, tries = 0, due_at = date_trunc('milliseconds', now())
  WHERE e.workspace_id = $1 AND e.id = $2 AND NOT EXISTS (
    SELECT FROM enrolments o WHERE o.workspace_id = $1 AND o.automation_id = e.automation_id AND o.person_id = e.person_id
      AND o.key = e.key AND o.ended_at IS NULL)`;

const INSIDE = `
  SELECT e.version, e.step, count(*)::int AS count FROM enrolments e
  WHERE e.workspace_id = $1 AND e.automation_id = $2 AND e.ended_at IS NULL GROUP BY 1, 2`;
const ENTRANTS = `
  SELECT DISTINCT latest.person_id AS id FROM (
    SELECT e.person_id FROM enrolments e
    WHERE e.workspace_id = $1 AND e.automation_id = $2 AND NOT e.is_test AND e.entered_at > now() - make_interval(days => $3)
    ORDER BY e.entered_at DESC, e.id DESC LIMIT $4) AS latest`;
const COUNTS = `
  SELECT version, step, outcome, sum(count)::bigint AS count FROM step_counts
  WHERE workspace_id = $1 AND automation_id = $2 GROUP BY 1, 2, 3`;

/** Reads what became of people in an automation, ends runs and takes failed ones up again. */
@Injectable()
export class AutomationRuns {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(RunCounts) private readonly counts: RunCounts,
  ) {}

  async find(workspaceId: number, automationId: string, id: string): Promise<RunRow | undefined> {
    const [row] = await this.database.query<RunRow>(FIND, [workspaceId, automationId, id]);
    return row;
  }

  /** Returns the latest runs of a person. */
  ofPerson(workspaceId: number, automationId: string, personId: string): Promise<RunRow[]> {
    return this.database.query<RunRow>(OF_PERSON, [workspaceId, automationId, personId]);
  }

  async page(
    workspaceId: number,
    automationId: string,
    page: PageRequest,
    { state, places }: RunFilter,
  ): Promise<Page<RunRow>> {
    const { where, orderAndLimit, values } = keyset(page, 'e.entered_at', 'e.id', 4);
    const inState = state === undefined ? 'true' : (STATES[state] ?? 'false');
    const rows = await this.database.query<RunRow>(
      `SELECT ${COLUMNS} FROM ${FROM} WHERE e.workspace_id = $1 AND e.automation_id = $2 AND ${inState}
         AND ($3::jsonb IS NULL OR EXISTS (
           SELECT FROM jsonb_to_recordset($3::jsonb) AS at(version int, step int) WHERE at.version = e.version AND at.step = e.step))
         AND ${where} ${orderAndLimit}`,
      [workspaceId, automationId, places ? JSON.stringify(places) : null, ...values],
    );
    return toPage(page, rows, (row) => ({ at: row.entered_at.toISOString(), id: row.id }));
  }

  visits(workspaceId: number, id: string): Promise<VisitRow[]> {
    return this.database.query<VisitRow>(VISITS, [workspaceId, id]);
  }

  /** Ends runs. @returns how many had not ended */
  async end(workspaceId: number, automationId: string, ids: readonly string[]): Promise<number> {
    const ended = await this.database.query<{ version: number }>(END, [workspaceId, automationId, ids]);
    const outcomes = ended.map(({ version }) => ({ automation_id: automationId, version, step: WHOLE_RUN, outcome: 'stopped' })); // prettier-ignore
    await this.counts.add(workspaceId, outcomes);
    return ended.length;
  }

  /** Returns failed runs, locked until the open transaction ends; one of them if an id is given. */
  failed(workspaceId: number, automationId: string, id: string | null, most: number): Promise<RunRow[]> {
    return this.database.query<RunRow>(FAILED, [workspaceId, automationId, id, most]);
  }

  /** Makes a failed run due again. @returns false if its person is inside once more */
  async retry(workspaceId: number, id: string): Promise<boolean> {
    return (await this.database.execute(RETRY, [workspaceId, id])) > 0;
  }

  /** Counts who is inside, by version and step. */
  inside(workspaceId: number, automationId: string): Promise<{ version: number; step: number; count: number }[]> {
    return this.database.query(INSIDE, [workspaceId, automationId]);
  }

  /** Returns the people who entered in these days, the latest ones if there are more. */
  async entrants(workspaceId: number, automationId: string, days: number, most: number): Promise<string[]> {
    const rows = await this.database.query<{ id: string }>(ENTRANTS, [workspaceId, automationId, days, most]);
    return rows.map(({ id }) => id);
  }

  /** Returns what was counted of steps and of whole runs. */
  async counted(
    workspaceId: number,
    automationId: string,
  ): Promise<{ version: number; step: number; outcome: string; count: number }[]> {
    const rows = await this.database.query<{ version: number; step: number; outcome: string; count: string }>(COUNTS, [
      workspaceId,
      automationId,
    ]);
    return rows.map((row) => ({ ...row, count: Number(row.count) }));
  }
}
