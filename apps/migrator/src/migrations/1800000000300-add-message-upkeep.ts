import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The provider that a sending profile names, waiting reports that take turns, who left a list at a provider, inbound SMS, old hits. */
export class AddMessageUpkeep1800000000300 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [MESSAGES, REPORTS, DEPARTURES, INBOUND, HITS]) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of BACK) await runner.query(statement);
  }
}

/** No foreign key: of an integration that is gone the wish is gone too, and the message takes the route's others. */
const MESSAGES = `
ALTER TABLE messages ADD COLUMN first_integration_id uuid;`;

/** A report without a message is looked at again at \`look_at\`; each integration's wait in a line of their own. */
const REPORTS = `
ALTER TABLE delivery_reports
  ADD COLUMN cost jsonb,
  ADD COLUMN look_at timestamptz(3) NOT NULL DEFAULT now();
CREATE INDEX delivery_reports_looked ON delivery_reports (workspace_id, integration_id, look_at) WHERE message_id IS NULL;`;

/** Written with the report, so that no crash in between loses one; whoever keeps the memberships takes them from here. */
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

/** Which inbound SMS were heeded: providers repeat them. */
const INBOUND = `
CREATE TABLE inbound_sms (
  workspace_id int NOT NULL,
  integration_id uuid NOT NULL,
  event_id text NOT NULL,
  received_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (workspace_id, integration_id, event_id)
);
CREATE INDEX inbound_sms_age ON inbound_sms (received_at);`;

/** The second: those that still tell from where, for the day on which they may no longer. */
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
