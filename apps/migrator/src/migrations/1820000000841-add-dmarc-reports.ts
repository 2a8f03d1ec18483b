import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds what receivers report about the mail in the name of a sending domain: each report once, and its sources by day. */
export class AddDmarcReports1820000000841 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [REPORTS, SOURCES]) await runner.query(statement);
    await runner.query('CREATE INDEX dmarc_reports_age ON dmarc_reports (received_at)');
    await runner.query('CREATE INDEX dmarc_sources_age ON dmarc_sources (day)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE dmarc_sources, dmarc_reports');
  }
}

const REPORTS = `
CREATE TABLE dmarc_reports (
  workspace_id int NOT NULL,
  domain_id uuid NOT NULL,
  org text NOT NULL,
  report_id text NOT NULL,
  -- The domain of the mailbox that the mail with the report names.
  sender text NOT NULL,
  day date NOT NULL,
  is_cut boolean NOT NULL,
  received_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (workspace_id, domain_id, org, report_id),
  FOREIGN KEY (workspace_id, domain_id) REFERENCES sending_domains ON DELETE CASCADE
);`;

const SOURCES = `
CREATE TABLE dmarc_sources (
  workspace_id int NOT NULL,
  domain_id uuid NOT NULL,
  day date NOT NULL,
  org text NOT NULL,
  source inet NOT NULL,
  header_from text NOT NULL,
  disposition text NOT NULL CHECK (disposition IN ('none', 'quarantine', 'reject')),
  dkim boolean NOT NULL,
  spf boolean NOT NULL,
  messages bigint NOT NULL,
  PRIMARY KEY (workspace_id, domain_id, day, org, source, header_from, disposition, dkim, spf),
  FOREIGN KEY (workspace_id, domain_id) REFERENCES sending_domains ON DELETE CASCADE
);`;
