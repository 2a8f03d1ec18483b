import { Inject, Injectable } from '@nestjs/common';
import type { JsonObject } from '@dundun/domain';
import { Database, type Expiry } from '@dundun/platform/database';

/** What a worker deletes: calls 30 days after they were asked for. */
export const automationsExpiry: Expiry[] = [{ table: 'step_calls', column: 'asked_at', after: '30 days' }];

/** A call that a step asks for. */
export interface NewStepCall {
  /** Made from run and visit. */
  id: string;
  automation_id: string;
  enrolment_id: string;
  visit: number;
  person_id: string;
  step: string;
  url: string;
  keep: readonly string[];
  data: JsonObject;
}

/** A call claimed by a worker; `attempts` includes the coming one. */
export interface ClaimedStepCall extends Record<string, unknown>, Omit<NewStepCall, 'data'> {
  workspace_id: number;
  /** Null once the person is erased. */
  data: JsonObject | null;
  /** Fencing token: writes with an older one are rejected. */
  claim: number;
  attempts: number;
  asked_at: Date;
  /** Whether the run still waits for its end. */
  is_wanted: boolean;
  /** Whether the automation is paused. */
  is_standing: boolean;
}

/** How a call ended. */
export interface StepCallEnd {
  state: 'delivered' | 'failed' | 'canceled';
  status: number | null;
  error: string | null;
}

/** A call takes up to 10 seconds; after the lease another worker takes over. */
const LEASE = `interval '15 seconds'`;

const INSERT = `
  INSERT INTO step_calls (workspace_id, id, automation_id, enrolment_id, visit, person_id, step, url, keep, data)
  SELECT $1, id, automation_id, enrolment_id, visit, person_id, step, url, keep, data
  FROM jsonb_to_recordset($2::jsonb) AS c(id uuid, automation_id uuid, enrolment_id uuid, visit int, person_id uuid, step text,
    url text, keep text[], data jsonb)
  ORDER BY id ON CONFLICT DO NOTHING`;

/** In random order, so that each workspace is served where there are more than slots. */
const WORKSPACES = `
  SELECT w.id FROM workspaces w CROSS JOIN LATERAL (
    SELECT FROM step_calls c WHERE c.workspace_id = w.id AND c.due_at <= now() ORDER BY c.due_at LIMIT 1) AS due
  ORDER BY random()`;

/** The update takes its whole key from the due rows: by the parameter alone, a plan may read all calls of a workspace. */
const CLAIM = `
  WITH due AS MATERIALIZED (
    SELECT c.workspace_id, c.id FROM step_calls c WHERE c.workspace_id = $1 AND c.due_at <= now()
    ORDER BY c.due_at LIMIT $2 FOR UPDATE SKIP LOCKED),
  claimed AS (
    UPDATE step_calls c SET claim = c.claim + 1, attempts = c.attempts + 1, due_at = now() + ${LEASE}
    FROM due WHERE c.workspace_id = due.workspace_id AND c.id = due.id RETURNING c.*)
  SELECT c.workspace_id, c.id, c.automation_id, c.enrolment_id, c.visit, c.person_id, c.step, c.url, c.keep, c.data, c.claim,
    c.attempts, c.asked_at,
    EXISTS (SELECT FROM enrolments e WHERE e.workspace_id = $1 AND e.id = c.enrolment_id AND e.visit = c.visit
      AND e.end_reason IS NULL AND e.way IS NULL OFFSET 0)
    AND EXISTS (SELECT FROM automations a WHERE a.workspace_id = $1 AND a.id = c.automation_id AND a.state <> 'stopped') AS is_wanted,
    EXISTS (SELECT FROM automations a WHERE a.workspace_id = $1 AND a.id = c.automation_id AND a.state = 'paused') AS is_standing
  FROM claimed c`;

/** A condition that the index of pending calls does not serve: statistics from before a backlog would take it for the key. */
const RETRY = `
  UPDATE step_calls SET due_at = now() + $4::float8 * interval '1 millisecond', status = $5, error = $6
  WHERE workspace_id = $1 AND id = $2 AND claim = $3 AND (state = 'pending') IS TRUE`;
/**
 * Was not made: it counts as no attempt, and waits until the pause is over. The automation is locked, so that the end of the pause finds the
 * call, or the call finds the pause over.
 */
const PUT_OFF = `
  WITH standing AS MATERIALIZED (
    SELECT a.state FROM automations a WHERE a.workspace_id = $1 AND a.id = $4 FOR SHARE)
  UPDATE step_calls SET attempts = attempts - 1,
    due_at = CASE WHEN (SELECT state FROM standing) IS DISTINCT FROM 'paused' THEN now() END
  WHERE workspace_id = $1 AND id = $2 AND claim = $3 AND (state = 'pending') IS TRUE`;
const END = `
  UPDATE step_calls SET state = $4, status = $5, error = $6, due_at = NULL, data = NULL
  WHERE workspace_id = $1 AND id = $2 AND claim = $3 AND (state = 'pending') IS TRUE`;

/** The run is locked before its call, as when a person is erased. It may have gone on by its deadline, or ended. */
const WAKE = `
  UPDATE enrolments e SET way = $4, mode = 'go', due_at = date_trunc('milliseconds', now()), wakes_at = NULL, held_at = NULL,
    vars = e.vars || jsonb_build_object('calls', coalesce(e.vars->'calls', '{}') || jsonb_build_object($5::text, $6::jsonb))
      || CASE WHEN $7::jsonb IS NULL THEN '{}' ELSE
        jsonb_build_object('steps', coalesce(e.vars->'steps', '{}') || jsonb_build_object($5::text, $7::jsonb)) END
  WHERE e.workspace_id = $1 AND e.id = $2 AND e.visit = $3 AND e.way IS NULL AND e.end_reason IS NULL
    AND e.rests_since IS NOT NULL`;

type Held = Pick<ClaimedStepCall, 'workspace_id' | 'id' | 'claim'>;

/** Keeps the calls of steps, and lets runs go on by their end. */
@Injectable()
export class StepCallRows {
  constructor(@Inject(Database) private readonly database: Database) {}

  /** Adds calls to the open transaction; one that is there already stays as it is. */
  async add(workspaceId: number, calls: readonly NewStepCall[]): Promise<void> {
    if (calls.length > 0) await this.database.execute(INSERT, [workspaceId, JSON.stringify(calls)]);
  }

  /** Returns workspaces that have due calls. */
  async workspaces(): Promise<number[]> {
    return (await this.database.query<{ id: number }>(WORKSPACES)).map(({ id }) => id);
  }

  claim(workspaceId: number, most: number): Promise<ClaimedStepCall[]> {
    return this.database.query<ClaimedStepCall>(CLAIM, [workspaceId, most]);
  }

  async retry({ workspace_id, id, claim }: Held, wait: number, { status, error }: Omit<StepCallEnd, 'state'>) {
    await this.database.execute(RETRY, [workspace_id, id, claim, wait, status, error]);
  }

  /** Leaves the call for later, because its automation is paused. */
  async putOff({ workspace_id, id, claim, automation_id }: ClaimedStepCall): Promise<void> {
    await this.database.execute(PUT_OFF, [workspace_id, id, claim, automation_id]);
  }

  async end({ workspace_id, id, claim }: Held, { state, status, error }: StepCallEnd): Promise<void> {
    await this.database.execute(END, [workspace_id, id, claim, state, status, error]);
  }

  /** Ends a call and lets its run go on, both or neither. @param kept what the answer said, for later steps */
  async conclude(call: ClaimedStepCall, end: StepCallEnd, kept: JsonObject | null): Promise<void> {
    const { workspace_id, enrolment_id, visit, step } = call;
    const way = end.state === 'delivered' ? 'next' : 'failed';
    const said = JSON.stringify({ status: end.status, error: end.error });
    await this.database.transaction(async () => {
      await this.database.execute(WAKE, [workspace_id, enrolment_id, visit, way, step, said, kept && JSON.stringify(kept)]); // prettier-ignore
      await this.end(call, end);
    });
  }
}
