import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lets a workspace close the attributes that its templates and segments use to calls with the key alone. */
export class CloseUsedAttributes1820000000861 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'ALTER TABLE workspace_identities ADD COLUMN closes_used_attributes boolean NOT NULL DEFAULT false',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE workspace_identities DROP COLUMN closes_used_attributes');
  }
}
