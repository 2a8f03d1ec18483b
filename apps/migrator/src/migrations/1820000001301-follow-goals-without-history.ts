import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Copies the goals of the previous release to those with a history, and follows what it sets and removes while it runs. */
export class FollowGoalsWithoutHistory1820000001301 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [FUNCTION, TRIGGER, COPY]) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TRIGGER conversion_goals_follow ON conversion_goals');
    await runner.query('DROP FUNCTION follow_conversion_goal');
  }
}

/** The same goal again is no other. */
const FUNCTION = `
CREATE FUNCTION follow_conversion_goal() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed conversion_goals := CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
  current jsonb := CASE TG_OP WHEN 'DELETE' THEN NULL ELSE changed.goal END;
BEGIN
  INSERT INTO conversion_goal_versions (workspace_id, group_id, owner_id, goal)
  SELECT changed.workspace_id, changed.group_id, changed.owner_id, current WHERE current IS DISTINCT FROM (
    SELECT goal FROM conversion_goal_versions WHERE workspace_id = changed.workspace_id AND group_id = changed.group_id
    ORDER BY since DESC LIMIT 1)
  ON CONFLICT (workspace_id, group_id, since) DO UPDATE SET goal = excluded.goal, id = excluded.id;
  RETURN NULL;
END $$`;

/** Its lock waits for writers and keeps others out, so that the copy misses none. */
const TRIGGER = `
CREATE TRIGGER conversion_goals_follow AFTER INSERT OR UPDATE OR DELETE ON conversion_goals
FOR EACH ROW EXECUTE FUNCTION follow_conversion_goal()`;

/** What stood until now is the goal of all former messages. */
const COPY = `
  INSERT INTO conversion_goal_versions (workspace_id, group_id, since, owner_id, goal)
  SELECT workspace_id, group_id, '-infinity', owner_id, goal FROM conversion_goals ORDER BY workspace_id, group_id
  ON CONFLICT DO NOTHING`;
