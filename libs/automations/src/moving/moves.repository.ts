import { Inject, Injectable } from '@nestjs/common';
import { Database } from '@dundun/platform/database';

/** A move of people to a version. */
export interface MoveRow extends Record<string, unknown> {
  workspace_id: number;
  automation_id: string;
  version: number;
  moved: number;
  ended: number;
  started_at: Date;
  finished_at: Date | null;
}

const COLUMNS = 'workspace_id, automation_id, version, moved, ended, started_at, finished_at';

/** Only the latest version is moved to: an older move that still goes on is over. */
const BEGIN = `
  WITH older AS (
    UPDATE automation_moves SET finished_at = now() WHERE workspace_id = $1 AND automation_id = $2 AND finished_at IS NULL)
  INSERT INTO automation_moves (workspace_id, automation_id, version) VALUES ($1, $2, $3)`;
const LATEST = `
  SELECT ${COLUMNS} FROM automation_moves WHERE workspace_id = $1 AND automation_id = $2 ORDER BY version DESC LIMIT 1`;
const OPEN = `SELECT ${COLUMNS} FROM automation_moves WHERE finished_at IS NULL ORDER BY workspace_id, automation_id`;
/** Shares the lock of the steps: a pause or a stop waits for the slice, and a newer move ends this one between two slices. */
const HOLDS = `
  SELECT FROM automations a
  JOIN automation_moves m ON m.workspace_id = a.workspace_id AND m.automation_id = a.id AND m.version = $3 AND m.finished_at IS NULL
  WHERE a.workspace_id = $1 AND a.id = $2 AND a.state <> 'stopped'
  FOR SHARE OF a`;
const COUNT = `
  UPDATE automation_moves SET moved = moved + $4, ended = ended + $5
  WHERE workspace_id = $1 AND automation_id = $2 AND version = $3`;
const FINISH = `
  UPDATE automation_moves m SET finished_at = now()
  WHERE m.workspace_id = $1 AND m.automation_id = $2 AND m.version = $3 AND m.finished_at IS NULL AND NOT EXISTS (
    SELECT FROM enrolments e WHERE e.workspace_id = $1 AND e.automation_id = $2 AND e.ended_at IS NULL
      AND e.version < $3 AND NOT e.is_test)`;

/** Keeps to which version people are moved, and how far that has come. */
@Injectable()
export class Moves {
  constructor(@Inject(Database) private readonly database: Database) {}

  /** Has everybody inside moved to a version, from the open transaction's commit on. */
  async begin(workspaceId: number, automationId: string, version: number): Promise<void> {
    await this.database.execute(BEGIN, [workspaceId, automationId, version]);
  }

  async latest(workspaceId: number, automationId: string): Promise<MoveRow | undefined> {
    const [row] = await this.database.query<MoveRow>(LATEST, [workspaceId, automationId]);
    return row;
  }

  /** Returns moves that are not over, of all workspaces. */
  open(): Promise<MoveRow[]> {
    return this.database.query<MoveRow>(OPEN);
  }

  /** Keeps the automation as it is until the open transaction ends. @returns whether the move still goes on */
  async holds({ workspace_id, automation_id, version }: MoveRow): Promise<boolean> {
    return (await this.database.query(HOLDS, [workspace_id, automation_id, version])).length > 0;
  }

  async count({ workspace_id, automation_id, version }: MoveRow, moved: number, ended: number): Promise<void> {
    await this.database.execute(COUNT, [workspace_id, automation_id, version, moved, ended]);
  }

  /** Notes that nobody is left, if that is so. @returns whether the move is over */
  async finish({ workspace_id, automation_id, version }: MoveRow): Promise<boolean> {
    return (await this.database.execute(FINISH, [workspace_id, automation_id, version])) > 0;
  }
}
