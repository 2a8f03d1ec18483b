import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Remembers who came by which import, for the conditions of segments that ask. */
export class AddImportedPeople1820000001050 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [IMPORTED, TOUCH]) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of BACK) await runner.query(statement);
  }
}

/** Outlives the import, whose file and report are deleted after a month. */
const IMPORTED = `
CREATE TABLE imported_people (
  workspace_id int NOT NULL,
  import_id uuid NOT NULL,
  person_id uuid NOT NULL,
  imported_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (workspace_id, import_id, person_id)
);
CREATE INDEX imported_people_person ON imported_people (workspace_id, person_id);
ALTER TABLE segment_uses DROP CONSTRAINT segment_uses_what_check, ADD CONSTRAINT segment_uses_what_check
  CHECK (what IN ('attribute', 'field', 'list', 'event', 'segment', 'suppression', 'day', 'import'));`;

/** A row with a reason asks for a decision only: the counts of the person have not changed. */
const TOUCH = `
ALTER TABLE touched_people ADD COLUMN reason text;
CREATE FUNCTION touch_imported() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO touched_people (workspace_id, person_id, reason)
  SELECT c.workspace_id, c.person_id, 'import' FROM changed c
  JOIN segment_positions p ON p.workspace_id = c.workspace_id;
  RETURN NULL;
END $$;
CREATE TRIGGER imported_people_touch AFTER INSERT ON imported_people REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION touch_imported();`;

const BACK = [
  `DROP TABLE imported_people`,
  `DROP FUNCTION touch_imported`,
  `DELETE FROM touched_people WHERE reason IS NOT NULL`,
  `ALTER TABLE touched_people DROP COLUMN reason`,
  `DELETE FROM segment_uses WHERE what = 'import'`,
  `ALTER TABLE segment_uses DROP CONSTRAINT segment_uses_what_check, ADD CONSTRAINT segment_uses_what_check
    CHECK (what IN ('attribute', 'field', 'list', 'event', 'segment', 'suppression', 'day'))`,
];
