import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the source and the author of template versions, and sending profiles. */
export class AddTemplateSources1790000000300 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [PROFILES, TEMPLATES, VERSIONS]) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of BACK) await runner.query(statement);
  }
}

const PROFILES = `
CREATE TABLE sending_profiles (
  workspace_id int NOT NULL REFERENCES workspaces,
  id uuid NOT NULL,
  name text NOT NULL,
  from_name text NOT NULL,
  from_email text NOT NULL,
  reply_to text,
  integration_id uuid,
  is_default boolean NOT NULL DEFAULT false,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (workspace_id, id),
  UNIQUE (workspace_id, name),
  FOREIGN KEY (workspace_id, integration_id) REFERENCES integrations ON DELETE SET NULL (integration_id)
);
CREATE UNIQUE INDEX sending_profiles_default ON sending_profiles (workspace_id) WHERE is_default;`;

const TEMPLATES = `
ALTER TABLE templates
  ADD COLUMN archived_at timestamptz(3),
  ADD COLUMN updated_at timestamptz(3) NOT NULL DEFAULT now(),
  ADD COLUMN profile_id uuid,
  ADD FOREIGN KEY (workspace_id, profile_id) REFERENCES sending_profiles ON DELETE SET NULL (profile_id);
CREATE INDEX templates_page ON templates (workspace_id, created_at, id);`;

/** The variables are null in versions created before variables were detected. */
const VERSIONS = `
ALTER TABLE template_versions
  ADD COLUMN mjml text,
  ADD COLUMN variables text[],
  -- Those of them without which the template cannot be rendered.
  ADD COLUMN required_variables text[],
  ADD COLUMN created_by text,
  ADD COLUMN note text;`;

const BACK = [
  `ALTER TABLE template_versions DROP COLUMN mjml, DROP COLUMN variables, DROP COLUMN required_variables,
    DROP COLUMN created_by, DROP COLUMN note`,
  `DROP INDEX templates_page`,
  `ALTER TABLE templates DROP COLUMN archived_at, DROP COLUMN updated_at, DROP COLUMN profile_id`,
  `DROP TABLE sending_profiles`,
];
