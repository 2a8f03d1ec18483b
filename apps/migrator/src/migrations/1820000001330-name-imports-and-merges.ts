import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lets changes of segments say that an import or a merge caused them: neither starts an automation. */
export class NameImportsAndMerges1820000001330 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(causesOf(['change', 'time', 'definition', 'refresh', 'repair', 'manual', 'import', 'merge']));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`UPDATE segment_changes SET cause = 'change' WHERE cause IN ('import', 'merge')`);
    await runner.query(causesOf(['change', 'time', 'definition', 'refresh', 'repair', 'manual']));
  }
}

/** NOT VALID: existing rows satisfy the check, and there may be millions. */
const causesOf = (causes: readonly string[]): string => `
  ALTER TABLE segment_changes DROP CONSTRAINT segment_changes_cause_check, ADD CONSTRAINT segment_changes_cause_check
    CHECK (cause IN (${causes.map((cause) => `'${cause}'`).join(', ')})) NOT VALID`;
