import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds email integrations, the order in which providers are tried, their reports, and content retention. */
export class AddProviderRoutes1790000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [INTEGRATIONS, ROUTES, RATES, STATUSES, MESSAGES, REPORTS, SUPPRESSIONS, RETENTION])
      await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of BACK) await runner.query(statement);
  }
}

const INTEGRATIONS = `
ALTER TABLE integrations
  ADD COLUMN name text,
  -- Where the adapter calls instead of the provider's own address: a proxy, a private endpoint.
  ADD COLUMN endpoint text,
  -- What the provider's account may send from, as its connection test said; typed in where the provider cannot tell.
  ADD COLUMN domains text[] NOT NULL DEFAULT '{}',
  ADD COLUMN rate_limit int CHECK (rate_limit > 0),
  ADD COLUMN enabled boolean NOT NULL DEFAULT true,
  ADD COLUMN tested_at timestamptz(3),
  ADD COLUMN failing_since timestamptz(3),
  ADD COLUMN failure text,
  ADD COLUMN updated_at timestamptz(3) NOT NULL DEFAULT now();`;

/**
 * The path is a purpose of email (transactional, marketing) or the SMS source named by the caller. A row without an
 * integration means the service's own email provider.
 */
const ROUTES = `
CREATE TABLE routes (
  workspace_id int NOT NULL,
  channel text NOT NULL CHECK (channel IN ('email', 'sms')),
  path text NOT NULL,
  position smallint NOT NULL,
  integration_id uuid,
  PRIMARY KEY (workspace_id, channel, path, position),
  UNIQUE (workspace_id, channel, path, integration_id),
  FOREIGN KEY (workspace_id, integration_id) REFERENCES integrations ON DELETE CASCADE
);`;

/** One token bucket per integration, shared by all workers. */
const RATES = `
CREATE TABLE provider_rates (
  workspace_id int NOT NULL,
  integration_id uuid NOT NULL,
  tokens double precision NOT NULL,
  filled_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (workspace_id, integration_id),
  FOREIGN KEY (workspace_id, integration_id) REFERENCES integrations ON DELETE CASCADE
) WITH (fillfactor = 50);`;

const STATUSES = `
ALTER TABLE messages DROP CONSTRAINT messages_status_check;
ALTER TABLE messages ADD CONSTRAINT messages_status_check CHECK (status IN (
  'scheduled', 'queued', 'sending', 'held', 'sent', 'delivered', 'bounced', 'complained', 'captured', 'failed',
  'suppressed', 'unknown', 'canceled')) NOT VALID;
ALTER TABLE messages VALIDATE CONSTRAINT messages_status_check;`;

const MESSAGES = `
ALTER TABLE messages
  ADD COLUMN scheduled_at timestamptz(3),
  ADD COLUMN cost jsonb;
CREATE INDEX attempts_provider_message ON attempts (workspace_id, integration_id, provider_message_id)
  WHERE provider_message_id IS NOT NULL;
`;

/**
 * Provider reports, stored once each; a report about a message that is not known yet waits here without a message id.
 */
const REPORTS = `
CREATE TABLE delivery_reports (
  workspace_id int NOT NULL,
  integration_id uuid NOT NULL,
  event_id text NOT NULL,
  message_id uuid,
  reference uuid,
  provider_message_id text,
  kind text NOT NULL,
  bounce text CHECK (bounce IN ('hard', 'soft', 'policy')),
  recipient text,
  detail text NOT NULL,
  reported_at timestamptz(3),
  received_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (workspace_id, integration_id, event_id)
);
CREATE INDEX delivery_reports_message ON delivery_reports (workspace_id, message_id, received_at)
  WHERE message_id IS NOT NULL;
CREATE INDEX delivery_reports_waiting ON delivery_reports (received_at) WHERE message_id IS NULL;
CREATE INDEX delivery_reports_age ON delivery_reports (received_at);`;

const SUPPRESSIONS = `
ALTER TABLE suppressions
  ADD COLUMN id uuid NOT NULL DEFAULT gen_random_uuid(),
  ADD COLUMN detail text,
  ADD COLUMN message_id uuid;
CREATE INDEX suppressions_page ON suppressions (workspace_id, created_at, id);
-- Soft bounces of an address: five in a fortnight suppress it.
CREATE TABLE soft_bounces (
  workspace_id int NOT NULL,
  address text NOT NULL,
  message_id uuid NOT NULL,
  at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (workspace_id, address, message_id)
);
CREATE INDEX soft_bounces_age ON soft_bounces (at);`;

/** Null keeps the content as long as the message. */
const RETENTION = `
ALTER TABLE workspaces ADD COLUMN content_days int CHECK (content_days >= 0);`;

const BACK = [
  `ALTER TABLE workspaces DROP COLUMN content_days`,
  `DROP TABLE soft_bounces`,
  `DROP INDEX suppressions_page`,
  `ALTER TABLE suppressions DROP COLUMN id, DROP COLUMN detail, DROP COLUMN message_id`,
  `DROP TABLE delivery_reports`,
  `DROP INDEX attempts_provider_message`,
  `ALTER TABLE messages DROP COLUMN scheduled_at, DROP COLUMN cost`,
  `ALTER TABLE messages DROP CONSTRAINT messages_status_check`,
  `ALTER TABLE messages ADD CONSTRAINT messages_status_check CHECK (status IN (
    'queued', 'sending', 'sent', 'captured', 'failed', 'suppressed', 'unknown', 'held')) NOT VALID`,
  `DROP TABLE provider_rates`,
  `DROP TABLE routes`,
  `ALTER TABLE integrations DROP COLUMN name, DROP COLUMN endpoint, DROP COLUMN domains, DROP COLUMN rate_limit, DROP COLUMN enabled,
    DROP COLUMN tested_at, DROP COLUMN failing_since, DROP COLUMN failure, DROP COLUMN updated_at`,
];
