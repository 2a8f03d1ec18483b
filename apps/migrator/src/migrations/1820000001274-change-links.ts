import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds other targets for links of contents, which never change themselves. */
export class ChangeLinks1820000001274 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(CHANGES);
    await runner.query(`ALTER TABLE campaigns ADD COLUMN changed_links jsonb`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE campaigns DROP COLUMN changed_links`);
    await runner.query(`DROP TABLE content_link_changes`);
  }
}

const CHANGES = `
CREATE TABLE content_link_changes (
  workspace_id int NOT NULL,
  content_id uuid NOT NULL,
  link smallint NOT NULL,
  url text NOT NULL,
  changed_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (workspace_id, content_id, link)
);`;
