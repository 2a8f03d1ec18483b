import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds campaigns with a row for each recipient. */
export class AddCampaigns1820000001020 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [CAMPAIGNS, RECIPIENTS, COUNTS]) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE campaign_counts, campaign_recipients, campaigns`);
  }
}

/**
 * due_at is when a worker may next look at it; null while there is nothing to do. frozen_after is the last person that the
 * freeze has looked at, and fed_at the time up to which the rate of the campaign is used up.
 */
const CAMPAIGNS = `
CREATE TABLE campaigns (
  workspace_id int NOT NULL REFERENCES workspaces,
  id uuid NOT NULL,
  name text NOT NULL,
  labels text[] NOT NULL DEFAULT '{}',
  state text NOT NULL DEFAULT 'draft'
    CHECK (state IN ('draft', 'scheduled', 'freezing', 'sending', 'paused', 'sent', 'canceled')),
  lists uuid[] NOT NULL DEFAULT '{}',
  segments uuid[] NOT NULL DEFAULT '{}',
  without_lists uuid[] NOT NULL DEFAULT '{}',
  without_segments uuid[] NOT NULL DEFAULT '{}',
  list_id uuid,
  profile_id uuid,
  content jsonb NOT NULL DEFAULT '{}',
  track_opens boolean NOT NULL DEFAULT true,
  track_clicks boolean NOT NULL DEFAULT true,
  per_minute int,
  content_id uuid,
  sender jsonb,
  start_at timestamptz(3),
  started_by text,
  due_at timestamptz,
  frozen_after uuid,
  frozen_at timestamptz(3),
  fed_at timestamptz,
  is_broadcast_counted boolean NOT NULL DEFAULT false,
  ended_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (workspace_id, id)
) WITH (fillfactor = 50);
CREATE INDEX campaigns_page ON campaigns (workspace_id, created_at, id);
CREATE INDEX campaigns_due ON campaigns (due_at) WHERE due_at IS NOT NULL;`;

/**
 * The key of an address is a hash of its normal form: two people with one address get one mail. since is when the person
 * joined the list that the mail belongs to.
 */
const RECIPIENTS = `
CREATE TABLE campaign_recipients (
  workspace_id int NOT NULL,
  campaign_id uuid NOT NULL,
  person_id uuid NOT NULL,
  address_key uuid NOT NULL,
  list_id uuid NOT NULL,
  since timestamptz(3) NOT NULL,
  send_at timestamptz(3) NOT NULL,
  state text NOT NULL DEFAULT 'planned' CHECK (state IN ('planned', 'queued', 'skipped')),
  reason text,
  message_id uuid,
  PRIMARY KEY (workspace_id, campaign_id, person_id)
) WITH (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02);
CREATE UNIQUE INDEX campaign_recipients_address ON campaign_recipients (workspace_id, campaign_id, address_key);
CREATE INDEX campaign_recipients_planned ON campaign_recipients (workspace_id, campaign_id, send_at, person_id)
  WHERE state = 'planned';
CREATE INDEX campaign_recipients_person ON campaign_recipients (workspace_id, person_id);`;

/** Changed only with the row of the campaign locked, so one row for each count is enough. */
const COUNTS = `
CREATE TABLE campaign_counts (
  workspace_id int NOT NULL,
  campaign_id uuid NOT NULL,
  what text NOT NULL CHECK (what IN ('matched', 'excluded', 'planned', 'queued', 'skipped')),
  reason text NOT NULL DEFAULT '',
  count bigint NOT NULL,
  PRIMARY KEY (workspace_id, campaign_id, what, reason)
) WITH (fillfactor = 50);`;
