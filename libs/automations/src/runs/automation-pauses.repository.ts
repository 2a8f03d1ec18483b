import { Inject, Injectable } from '@nestjs/common';
import { Database } from '@dundun/platform/database';
import { RunCounts, WHOLE_RUN } from './run-counts.repository.js';

/** What becomes of deadlines that passed during a pause: people go on at once, all deadlines move by the pause, or they end. */
export type LateChoice = 'now' | 'shift' | 'end';

/** What a message may wait before it is too late does not pass during a pause. Only a run that rests at a send has a hold. */
const EXPIRE_LATER = `
  UPDATE enrolments e SET rests_since = e.rests_since + (now() - $3::timestamptz)
  WHERE e.workspace_id = $1 AND e.automation_id = $2 AND e.ended_at IS NULL AND e.hold IS NOT NULL`;

/** Messages are not late by a pause. The runs stay due since when they were: their waits look back to then. */
const RESUME = `UPDATE automations SET resumed_at = date_trunc('milliseconds', now()) WHERE workspace_id = $1 AND id = $2`;

const GO_ON = `
  UPDATE enrolments e SET due_at = e.held_at, held_at = NULL
  WHERE e.workspace_id = $1 AND e.automation_id = $2 AND e.ended_at IS NULL AND e.held_at IS NOT NULL`;

/** Only rests have deadlines; who was about to go on goes on. */
const SHIFT = `
  UPDATE enrolments e SET held_at = NULL,
    due_at = CASE WHEN e.rests_since IS NOT NULL AND e.way IS NULL AND e.mode = 'go'
      THEN coalesce(e.due_at, e.held_at) + (now() - $3::timestamptz)
      ELSE coalesce(e.due_at, e.held_at) END,
    wakes_at = e.wakes_at + (now() - $3::timestamptz)
  WHERE e.workspace_id = $1 AND e.automation_id = $2 AND e.ended_at IS NULL AND (e.held_at IS NOT NULL OR e.due_at IS NOT NULL)`;

/** Ends those whose deadline passed and whom nothing woke. A message that waits for hours or a cap has no deadline. */
const END = `
  WITH ended AS (
    UPDATE enrolments e SET ended_at = now(), end_reason = 'stopped', held_at = NULL, due_at = NULL
    WHERE e.workspace_id = $1 AND e.automation_id = $2 AND e.ended_at IS NULL
      AND coalesce(e.held_at, e.due_at) <= now() AND e.rests_since IS NOT NULL AND e.way IS NULL AND e.mode = 'go'
      AND e.hold IS NULL
    RETURNING e.id, e.version),
  deaf AS (DELETE FROM waits w USING ended WHERE w.workspace_id = $1 AND w.enrolment_id = ended.id)
  SELECT version FROM ended`;

/** What a call may take does not pass during a pause. The run is locked before its call, as everywhere. */
const WAIT_LONGER = `
  UPDATE enrolments e SET due_at = coalesce(e.held_at, e.due_at) + (now() - $3::timestamptz), held_at = NULL
  FROM (SELECT c.enrolment_id, c.visit FROM step_calls c
    WHERE c.workspace_id = $1 AND c.automation_id = $2 AND c.state = 'pending' ORDER BY 1) AS pending
  WHERE e.workspace_id = $1 AND e.id = pending.enrolment_id AND e.visit = pending.visit AND e.way IS NULL AND e.end_reason IS NULL`;
const CALL_AGAIN = `
  UPDATE step_calls SET due_at = coalesce(due_at, now()), asked_at = asked_at + (now() - coalesce($3::timestamptz, now()))
  WHERE workspace_id = $1 AND automation_id = $2 AND state = 'pending'`;

/** Sets aside what a pause kept, and takes it up again. */
@Injectable()
export class AutomationPauses {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(RunCounts) private readonly counts: RunCounts,
  ) {}

  /** Makes what a pause held back due. */
  async release(workspaceId: number, automationId: string, pausedAt: Date | null, late: LateChoice): Promise<void> {
    if (pausedAt) await this.database.execute(RESUME, [workspaceId, automationId]);
    if (pausedAt) await this.database.execute(EXPIRE_LATER, [workspaceId, automationId, pausedAt]);
    if (late === 'shift' && pausedAt) await this.database.execute(SHIFT, [workspaceId, automationId, pausedAt]);
    else await this.goOn(workspaceId, automationId, pausedAt, late);
    await this.call(workspaceId, automationId, pausedAt);
  }

  /** Makes the calls due that waited for the end of a pause. Those of runs that are over are canceled by it. */
  async call(workspaceId: number, automationId: string, pausedAt: Date | null): Promise<void> {
    await this.database.execute(CALL_AGAIN, [workspaceId, automationId, pausedAt]);
  }

  private async goOn(workspaceId: number, automationId: string, pausedAt: Date | null, late: LateChoice) {
    if (pausedAt) await this.database.execute(WAIT_LONGER, [workspaceId, automationId, pausedAt]);
    if (late === 'end' && pausedAt) {
      const ended = await this.database.query<{ version: number }>(END, [workspaceId, automationId]);
      const outcomes = ended.map(({ version }) => ({ automation_id: automationId, version, step: WHOLE_RUN, outcome: 'stopped' })); // prettier-ignore
      await this.counts.add(workspaceId, outcomes);
    }
    await this.database.execute(GO_ON, [workspaceId, automationId]);
  }
}
