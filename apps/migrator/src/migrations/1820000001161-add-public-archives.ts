import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds public archives of lists. A list has one while it has a row. */
export class AddPublicArchives1820000001161 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [ARCHIVES, BY_LIST]) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE list_archives');
  }
}

const ARCHIVES = `
CREATE TABLE list_archives (
  workspace_id int NOT NULL,
  list_id uuid NOT NULL,
  opened_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (workspace_id, list_id),
  FOREIGN KEY (workspace_id, list_id) REFERENCES lists
);`;

/** A reader's request names the list alone. */
const BY_LIST = `CREATE UNIQUE INDEX list_archives_list ON list_archives (list_id);`;
