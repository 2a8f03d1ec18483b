import { Inject, Injectable } from '@nestjs/common';
import { Database } from '@dundun/platform/database';
import { RunCounts, WHOLE_RUN } from './run-counts.repository.js';

/** An automation that is about to end. */
interface EndingAutomation extends Record<string, unknown> {
  workspace_id: number;
  id: string;
  is_ending: boolean;
}

const ENDING = `SELECT workspace_id, id, is_ending FROM automations WHERE state = 'draining' OR is_ending ORDER BY 1, 2`;
/** In the order of the index of those who are inside, so that some of them are found without the others. */
const END = `
  WITH named AS (
    SELECT e.id FROM enrolments e WHERE e.workspace_id = $1 AND e.automation_id = $2 AND e.ended_at IS NULL
    ORDER BY e.person_id, e.key LIMIT $3 FOR UPDATE SKIP LOCKED),
  ended AS (
    UPDATE enrolments e SET ended_at = now(), end_reason = 'stopped', due_at = NULL, held_at = NULL
    FROM named WHERE e.workspace_id = $1 AND e.id = named.id RETURNING e.id, e.version),
  deaf AS (DELETE FROM waits w USING ended WHERE w.workspace_id = $1 AND w.enrolment_id = ended.id)
  SELECT version FROM ended`;
const NOBODY = `NOT EXISTS (
  SELECT FROM enrolments e WHERE e.workspace_id = $1 AND e.automation_id = $2 AND e.ended_at IS NULL)`;
const ENDED = `UPDATE automations SET is_ending = false WHERE workspace_id = $1 AND id = $2 AND is_ending AND ${NOBODY}`;
const DRAINED = `
  UPDATE automations SET state = 'stopped', updated_at = now() WHERE workspace_id = $1 AND id = $2 AND state = 'draining' AND ${NOBODY}`;

/** Months of visits that are there ahead, and what makes one. */
const MONTHS_AHEAD = 3;
const MONTH = `
  SELECT to_char(month, '"step_visits_"YYYY_MM') AS name, to_char(month, 'YYYY-MM-DD"T00:00:00Z"') AS first,
    to_char(month + interval '1 month', 'YYYY-MM-DD"T00:00:00Z"') AS next
  FROM generate_series(0, $1) AS ahead,
    LATERAL (SELECT date_trunc('month', now() AT TIME ZONE 'UTC') + ahead * interval '1 month' AS month) AS m
  WHERE to_regclass(to_char(month, '"step_visits_"YYYY_MM')) IS NULL`;

/** Ends what is stopped or drained, and makes room for visits to come. */
@Injectable()
export class AutomationUpkeep {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(RunCounts) private readonly counts: RunCounts,
  ) {}

  ending(): Promise<EndingAutomation[]> {
    return this.database.query<EndingAutomation>(ENDING);
  }

  /** Ends people inside a stopped automation. @returns how many */
  endSome(workspaceId: number, id: string, most: number): Promise<number> {
    return this.database.transaction(async () => {
      const ended = await this.database.query<{ version: number }>(END, [workspaceId, id, most]);
      const outcomes = ended.map(({ version }) => ({ automation_id: id, version, step: WHOLE_RUN, outcome: 'stopped' })); // prettier-ignore
      await this.counts.add(workspaceId, outcomes);
      return ended.length;
    });
  }

  /** Notes that nobody is inside any more, if that is so. */
  async finish({ workspace_id, id, is_ending }: EndingAutomation): Promise<void> {
    await this.database.execute(is_ending ? ENDED : DRAINED, [workspace_id, id]);
  }

  /** Makes the partitions of coming months that are missing. */
  async makeMonths(): Promise<void> {
    const missing = await this.database.query<{ name: string; first: string; next: string }>(MONTH, [MONTHS_AHEAD]);
    for (const { name, first, next } of missing)
      await this.database.transaction(async () => {
        // Those who wait for this lock make writers wait. It comes months too early, so it may be tried again.
        await this.database.execute(`SET LOCAL lock_timeout = '2s'`);
        await this.database.execute(
          `CREATE TABLE IF NOT EXISTS ${name} PARTITION OF step_visits FOR VALUES FROM ('${first}') TO ('${next}')`,
        );
      });
  }
}
