import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Gives the events that counted before their click and their goal. */
export class CopyClicksOfConversions1820000001302 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(COPY);
  }

  /** The table goes with the migration that added it. */
  down(): Promise<void> {
    return Promise.resolve();
  }
}

/**
 * Nobody stored the click, and an event is no earlier than it. The goal is that of the group of the message. If retention has deleted
 * the message, it is the latest of its owner; groups of one moment differ by their ids.
 */
const COPY = `
  INSERT INTO conversion_clicks (workspace_id, event_id, goal_id, clicked_at)
  SELECT c.workspace_id, c.event_id, v.id, c.at FROM conversions c
  LEFT JOIN LATERAL (
    SELECT group_id FROM messages WHERE workspace_id = c.workspace_id AND id = c.message_id OFFSET 0) AS m ON true
  CROSS JOIN LATERAL (
    SELECT v.id FROM conversion_goals g
    JOIN conversion_goal_versions v ON v.workspace_id = g.workspace_id AND v.group_id = g.group_id AND v.since = '-infinity'
    WHERE g.workspace_id = c.workspace_id AND g.owner_id = c.owner_id
    ORDER BY (g.group_id = m.group_id) IS TRUE DESC, g.created_at DESC, g.group_id DESC LIMIT 1) AS v
  ORDER BY c.workspace_id, c.event_id
  ON CONFLICT DO NOTHING`;
