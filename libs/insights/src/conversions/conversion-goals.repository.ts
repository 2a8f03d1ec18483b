import { Inject, Injectable } from '@nestjs/common';
import type { ConversionGoal } from '@dundun/domain';
import { Database } from '@dundun/platform/database';

const FOLLOW = `INSERT INTO conversion_positions (workspace_id) VALUES ($1) ON CONFLICT DO NOTHING`;
/** The same goal again is no other. */
const PUT = `
  INSERT INTO conversion_goal_versions (workspace_id, group_id, owner_id, goal)
  SELECT $1, $2, $3, $4::jsonb WHERE $4::jsonb IS DISTINCT FROM (
    SELECT goal FROM conversion_goal_versions WHERE workspace_id = $1 AND group_id = $2 ORDER BY since DESC LIMIT 1)
  ON CONFLICT (workspace_id, group_id, since) DO UPDATE SET goal = excluded.goal, id = excluded.id`;
const ALL = `SELECT id, goal FROM conversion_goal_versions WHERE workspace_id = $1 AND goal IS NOT NULL`;

/** What campaigns and automations are sent for. Their messages are known by their group, and keep the goal that stood when they were made. */
@Injectable()
export class ConversionGoals {
  constructor(@Inject(Database) private readonly database: Database) {}

  /** Sets the goal of the messages that a group has from now on; null for none. */
  async put(workspaceId: number, groupId: string, ownerId: string, goal: ConversionGoal | null): Promise<void> {
    if (goal) await this.database.execute(FOLLOW, [workspaceId]);
    await this.database.execute(PUT, [workspaceId, groupId, ownerId, goal && JSON.stringify(goal)]);
  }

  /** Returns all goals of a workspace by id, former ones too. */
  async all(workspaceId: number): Promise<Map<string, ConversionGoal>> {
    const rows = await this.database.query<{ id: string; goal: ConversionGoal }>(ALL, [workspaceId]);
    return new Map(rows.map(({ id, goal }) => [id, goal]));
  }
}
