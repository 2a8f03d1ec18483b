import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds the provider named by a sending profile, fair processing of waiting reports, opt-outs at providers, inbound SMS,
 * and the expiry of old opens and clicks.
 */
export class AddMessageUpkeep1800000000300 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [MESSAGES, REPORTS, DEPARTURES, INBOUND, HITS]) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of BACK) await runner.query(statement);
  }
}

/**
 * No foreign key: when the integration is deleted, the preference is void, and the message uses the other providers of
 * the route.
 */
const MESSAGES = `
ALTER TABLE messages ADD COLUMN first_integration_id uuid;`;

/** A report without a message is retried at \`look_at\`; the reports of each integration have a queue of their own. */
const REPORTS = `
ALTER TABLE delivery_reports
  ADD COLUMN cost jsonb,
  ADD COLUMN look_at timestamptz(3) NOT NULL DEFAULT now();
CREATE INDEX delivery_reports_looked ON delivery_reports (workspace_id, integration_id, look_at) WHERE message_id IS NULL;`;

/** Written with the report, so that a crash in between loses none; the owner of memberships reads them from here. */
const DEPARTURES = `
CREATE TABLE reported_departures (
  workspace_id int NOT NULL,
  list_id uuid NOT NULL,
  address text NOT NULL,
  due_at timestamptz(3) NOT NULL DEFAULT now(),
  reported_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (workspace_id, list_id, address)
);
CREATE INDEX reported_departures_due ON reported_departures (due_at);`;

/** The inbound SMS already handled, since providers repeat them. */
const INBOUND = `
CREATE TABLE inbound_sms (
  workspace_id int NOT NULL,
  integration_id uuid NOT NULL,
  event_id text NOT NULL,
  received_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (workspace_id, integration_id, event_id)
);
CREATE INDEX inbound_sms_age ON inbound_sms (received_at);`;

/**
 * The second index: rows that still contain an IP address or user agent, for the day on which those must be removed.
 */
const HITS = `
CREATE INDEX hits_age ON hits (at);
CREATE INDEX hits_origin ON hits (workspace_id, at) WHERE ip IS NOT NULL OR user_agent IS NOT NULL;`;

const BACK = [
  `DROP INDEX hits_age, hits_origin`,
  `DROP TABLE inbound_sms`,
  `DROP TABLE reported_departures`,
  `DROP INDEX delivery_reports_looked`,
  `ALTER TABLE delivery_reports DROP COLUMN look_at, DROP COLUMN cost`,
  `ALTER TABLE messages DROP COLUMN first_integration_id`,
];
