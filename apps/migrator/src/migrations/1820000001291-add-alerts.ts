import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the chat that a workspace is alerted in, and the alerts that wait for it. */
export class AddAlerts1820000001291 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [CHATS, ALERTS, CAUSES]) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TRIGGER integrations_alert ON integrations; DROP TRIGGER automations_alert ON automations;
      DROP TRIGGER campaigns_alert ON campaigns;
      DROP FUNCTION alert_of_provider, alert_of_automation, alert_of_campaign, add_alert; DROP TABLE alerts, alert_chats`);
  }
}

/** The address is a secret: whoever knows it can write there. */
const CHATS = `
CREATE TABLE alert_chats (
  workspace_id int PRIMARY KEY REFERENCES workspaces,
  sealed_url text NOT NULL,
  host text NOT NULL,
  told_at timestamptz(3),
  failed_at timestamptz(3),
  failure text,
  updated_at timestamptz(3) NOT NULL DEFAULT now()
);`;

const ALERTS = `
CREATE TABLE alerts (
  workspace_id int NOT NULL,
  id uuid NOT NULL DEFAULT feed_id(),
  kind text NOT NULL CHECK (kind IN ('campaign_halted', 'automation_closed', 'provider_failing')),
  subject_id uuid NOT NULL,
  name text NOT NULL,
  reason text NOT NULL,
  due_at timestamptz NOT NULL DEFAULT now(),
  tries int NOT NULL DEFAULT 0,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (workspace_id, id)
) WITH (fillfactor = 70);
-- Over all workspaces, for the timer that looks for due alerts.
CREATE INDEX alerts_due ON alerts (due_at);`;

/** Triggers, because a provider is found failing in several places, and an alert must commit with what it tells. */
const CAUSES = `
CREATE FUNCTION add_alert(workspace int, kind text, subject uuid, name text, reason text) RETURNS void LANGUAGE sql AS $$
  INSERT INTO alerts (workspace_id, kind, subject_id, name, reason)
  SELECT c.workspace_id, kind, subject, name, reason FROM alert_chats c WHERE c.workspace_id = workspace
$$;
CREATE FUNCTION alert_of_campaign() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM add_alert(NEW.workspace_id, 'campaign_halted', NEW.id, NEW.name, coalesce(NEW.halt->>'message', ''));
  RETURN NULL;
END $$;
CREATE TRIGGER campaigns_alert AFTER UPDATE ON campaigns FOR EACH ROW
  WHEN (NEW.state = 'halted' AND OLD.state <> 'halted') EXECUTE FUNCTION alert_of_campaign();
CREATE FUNCTION alert_of_automation() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM add_alert(NEW.workspace_id, 'automation_closed', NEW.id, NEW.name, NEW.note);
  RETURN NULL;
END $$;
CREATE TRIGGER automations_alert AFTER UPDATE ON automations FOR EACH ROW
  WHEN (OLD.enters AND NOT NEW.enters AND NEW.note IS NOT NULL) EXECUTE FUNCTION alert_of_automation();
CREATE FUNCTION alert_of_provider() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM add_alert(NEW.workspace_id, 'provider_failing', NEW.id, coalesce(NEW.name, NEW.provider), coalesce(NEW.failure, ''));
  RETURN NULL;
END $$;
CREATE TRIGGER integrations_alert AFTER UPDATE ON integrations FOR EACH ROW
  WHEN (OLD.failing_since IS NULL AND NEW.failing_since IS NOT NULL) EXECUTE FUNCTION alert_of_provider();`;
