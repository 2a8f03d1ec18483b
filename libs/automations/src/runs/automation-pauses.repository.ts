import { Inject, Injectable } from '@nestjs/common';
import { Database } from '@dundun/platform/database';
import { RunCounts, WHOLE_RUN } from './run-counts.repository.js';

/** What becomes of deadlines that passed during a pause: people go on at once, all deadlines move by the pause, or they end. */
export type LateChoice = 'now' | 'shift' | 'end';

const GO_ON = `
  UPDATE enrolments e SET due_at = e.held_at, held_at = NULL
  WHERE e.workspace_id = $1 AND e.automation_id = $2 AND e.ended_at IS NULL AND e.held_at IS NOT NULL`;

/** Only rests have deadlines; who was about to go on goes on. */
const SHIFT = `
  UPDATE enrolments e SET held_at = NULL,
    due_at = coalesce(e.due_at, e.held_at) + CASE WHEN e.rests_since IS NOT NULL AND e.way IS NULL AND e.mode = 'go'
      THEN now() - $3::timestamptz ELSE interval '0' END,
    wakes_at = e.wakes_at + (now() - $3::timestamptz)
  WHERE e.workspace_id = $1 AND e.automation_id = $2 AND e.ended_at IS NULL AND (e.held_at IS NOT NULL OR e.due_at IS NOT NULL)`;

/** Ends those whose deadline passed and whom nothing woke. */
const END = `
  WITH ended AS (
    UPDATE enrolments e SET ended_at = now(), end_reason = 'stopped', held_at = NULL, due_at = NULL
    WHERE e.workspace_id = $1 AND e.automation_id = $2 AND e.ended_at IS NULL
      AND coalesce(e.held_at, e.due_at) <= now() AND e.rests_since IS NOT NULL AND e.way IS NULL AND e.mode = 'go'
    RETURNING e.id, e.version),
  deaf AS (DELETE FROM waits w USING ended WHERE w.workspace_id = $1 AND w.enrolment_id = ended.id)
  SELECT version FROM ended`;

/** Sets aside what a pause kept, and takes it up again. */
@Injectable()
export class AutomationPauses {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(RunCounts) private readonly counts: RunCounts,
  ) {}

  /** Makes what a pause held back due. */
  async release(workspaceId: number, automationId: string, pausedAt: Date | null, late: LateChoice): Promise<void> {
    if (late === 'shift' && pausedAt) {
      await this.database.execute(SHIFT, [workspaceId, automationId, pausedAt]);
      return;
    }
    if (late === 'end' && pausedAt) {
      const ended = await this.database.query<{ version: number }>(END, [workspaceId, automationId]);
      const outcomes = ended.map(({ version }) => ({ automation_id: automationId, version, step: WHOLE_RUN, outcome: 'stopped' })); // prettier-ignore
      await this.counts.add(workspaceId, outcomes);
    }
    await this.database.execute(GO_ON, [workspaceId, automationId]);
  }
}
