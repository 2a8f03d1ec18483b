import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds what the editor of templates needs: designs, languages, labels, drafts, saved blocks and images. */
export class AddTemplateDesigns1820000000980 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [TEMPLATES, VERSIONS, DRAFTS, SAVED_BLOCKS, IMAGES]) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of BACK) await runner.query(statement);
  }
}

const TEMPLATES = `ALTER TABLE templates ADD COLUMN labels text[] NOT NULL DEFAULT '{}'`;

const VERSIONS = `
ALTER TABLE template_versions
  -- The blocks from which the mjml is printed.
  ADD COLUMN design jsonb,
  -- Of the content itself; the contents of other languages are in translations, by language.
  ADD COLUMN language text,
  ADD COLUMN translations jsonb`;

const DRAFTS = `
CREATE TABLE template_drafts (
  workspace_id int NOT NULL,
  template_id uuid NOT NULL,
  revision int NOT NULL,
  base_version int NOT NULL,
  content jsonb NOT NULL,
  saved_by text NOT NULL,
  saved_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (workspace_id, template_id),
  FOREIGN KEY (workspace_id, template_id) REFERENCES templates ON DELETE CASCADE
)`;

const SAVED_BLOCKS = `
CREATE TABLE template_blocks (
  workspace_id int NOT NULL REFERENCES workspaces,
  id uuid NOT NULL,
  name text NOT NULL,
  block jsonb NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (workspace_id, id),
  UNIQUE (workspace_id, name)
)`;

/** Files are compressed already, so they are stored as they are. The content of a file in a bucket is null. */
const IMAGES = `
CREATE TABLE images (
  workspace_id int NOT NULL REFERENCES workspaces,
  id uuid NOT NULL,
  digest bytea NOT NULL,
  name text NOT NULL,
  kind text NOT NULL,
  width int NOT NULL,
  height int NOT NULL,
  bytes int NOT NULL,
  content bytea,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (workspace_id, id),
  UNIQUE (workspace_id, digest)
);
ALTER TABLE images ALTER COLUMN content SET STORAGE EXTERNAL;
CREATE UNIQUE INDEX images_id ON images (id);
CREATE INDEX images_page ON images (workspace_id, created_at, id);`;

const BACK = [
  'DROP TABLE images',
  'DROP TABLE template_blocks',
  'DROP TABLE template_drafts',
  'ALTER TABLE template_versions DROP COLUMN design, DROP COLUMN language, DROP COLUMN translations',
  'ALTER TABLE templates DROP COLUMN labels',
];
