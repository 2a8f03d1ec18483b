import { Inject, Injectable } from '@nestjs/common';
import { Database } from '@dundun/platform/database';

/** Something to count of a version: the outcome of a step, or of whole runs. */
interface CountedOutcome {
  automation_id: string;
  version: number;
  step: number;
  outcome: string;
}

/** The step of what is counted of whole runs: entrances, and the reasons of their ends. */
export const WHOLE_RUN = -1;

const ADD = `
  INSERT INTO step_counts AS c (workspace_id, automation_id, version, step, outcome, day, slot, count)
  SELECT $1, automation_id, version, step, outcome, (now() AT TIME ZONE 'UTC')::date, $3, count(*)
  FROM jsonb_to_recordset($2::jsonb) AS v(automation_id uuid, version int, step int, outcome text)
  GROUP BY automation_id, version, step, outcome ORDER BY automation_id, version, step, outcome
  ON CONFLICT (workspace_id, automation_id, version, step, outcome, day, slot) DO UPDATE SET count = c.count + excluded.count`;

const SLOTS = 8;

/** Counts what becomes of runs, by version and day. */
@Injectable()
export class RunCounts {
  /** Processes rarely share one. */
  private readonly slot = Math.floor(Math.random() * SLOTS);

  constructor(@Inject(Database) private readonly database: Database) {}

  /** Adds one for each, in the open transaction. */
  async add(workspaceId: number, outcomes: readonly CountedOutcome[]): Promise<void> {
    if (outcomes.length > 0) await this.database.execute(ADD, [workspaceId, JSON.stringify(outcomes), this.slot]);
  }
}
