import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds entries of the feed for what happens to campaigns and automations. */
export class AnnounceCampaigns1820000001290 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [CAMPAIGNS, AUTOMATIONS]) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TRIGGER automations_feed ON automations; DROP TRIGGER campaigns_feed ON campaigns;
      DROP FUNCTION feed_automation, feed_campaign`);
  }
}

/** The step from freezing to sending is no news: the campaign has started before. */
const CAMPAIGNS = `
CREATE FUNCTION feed_campaign() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE step text := CASE
  WHEN NEW.state = 'draft' THEN 'taken_back'
  WHEN NEW.state IN ('scheduled', 'paused', 'halted', 'sent', 'canceled') THEN NEW.state
  WHEN OLD.state IN ('paused', 'halted') THEN 'resumed'
  WHEN OLD.state = 'scheduled' THEN 'started' END;
BEGIN
  IF step IS NULL THEN RETURN NULL; END IF;
  INSERT INTO feed_entries (workspace_id, type, data) VALUES (NEW.workspace_id, 'campaign.' || step, jsonb_build_object(
    'campaign_id', NEW.id, 'name', NEW.name, 'labels', NEW.labels, 'previous_state', OLD.state, 'start_at', feed_time(NEW.start_at),
    'code', NEW.halt->'code', 'reason', NEW.halt->'message', 'at', feed_time(clock_timestamp())));
  RETURN NULL;
END $$;
CREATE TRIGGER campaigns_feed AFTER UPDATE ON campaigns FOR EACH ROW WHEN (NEW.state <> OLD.state)
  EXECUTE FUNCTION feed_campaign();`;

/** A version that replaces another one changes no state. */
const AUTOMATIONS = `
CREATE FUNCTION feed_automation() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE step text := CASE
  WHEN NEW.live_version IS DISTINCT FROM OLD.live_version THEN 'published'
  WHEN NEW.enters < OLD.enters AND NEW.note IS NOT NULL THEN 'closed'
  WHEN NEW.state = OLD.state THEN NULL
  WHEN NEW.state IN ('paused', 'draining', 'stopped') THEN NEW.state
  WHEN NEW.state = 'live' THEN 'resumed' END;
BEGIN
  IF step IS NULL THEN RETURN NULL; END IF;
  INSERT INTO feed_entries (workspace_id, type, data) VALUES (NEW.workspace_id, 'automation.' || step, jsonb_build_object(
    'automation_id', NEW.id, 'name', NEW.name, 'version', NEW.live_version, 'previous_state', OLD.state, 'reason', NEW.note,
    'at', feed_time(clock_timestamp())));
  RETURN NULL;
END $$;
CREATE TRIGGER automations_feed AFTER UPDATE ON automations FOR EACH ROW
  WHEN (NEW.state <> OLD.state OR NEW.live_version IS DISTINCT FROM OLD.live_version OR NEW.enters <> OLD.enters)
  EXECUTE FUNCTION feed_automation();`;
