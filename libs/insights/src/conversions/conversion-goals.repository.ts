import { Inject, Injectable } from '@nestjs/common';
import type { ConversionGoal } from '@dundun/domain';
import { Database } from '@dundun/platform/database';

/** A goal, and the campaign or automation that has it. */
interface OwnedGoal extends Record<string, unknown> {
  owner_id: string;
  goal: ConversionGoal;
}

const FOLLOW = `INSERT INTO conversion_positions (workspace_id) VALUES ($1) ON CONFLICT DO NOTHING`;
const PUT = `
  INSERT INTO conversion_goals (workspace_id, group_id, owner_id, goal) VALUES ($1, $2, $3, $4)
  ON CONFLICT (workspace_id, group_id) DO UPDATE SET goal = excluded.goal`;
const REMOVE = `DELETE FROM conversion_goals WHERE workspace_id = $1 AND group_id = $2`;
const ALL = `SELECT owner_id, goal FROM conversion_goals WHERE workspace_id = $1`;

/** What campaigns and automations are sent for. Their messages are known by their group. */
@Injectable()
export class ConversionGoals {
  constructor(@Inject(Database) private readonly database: Database) {}

  /** Counts what happens from now on for the messages of a group; null counts nothing any more, and keeps what is counted. */
  async put(workspaceId: number, groupId: string, ownerId: string, goal: ConversionGoal | null): Promise<void> {
    if (!goal) return void (await this.database.execute(REMOVE, [workspaceId, groupId]));
    await this.database.execute(FOLLOW, [workspaceId]);
    await this.database.execute(PUT, [workspaceId, groupId, ownerId, JSON.stringify(goal)]);
  }

  /** Returns the goals of a workspace by owner. */
  async all(workspaceId: number): Promise<Map<string, ConversionGoal>> {
    const rows = await this.database.query<OwnedGoal>(ALL, [workspaceId]);
    return new Map(rows.map(({ owner_id, goal }) => [owner_id, goal]));
  }
}
