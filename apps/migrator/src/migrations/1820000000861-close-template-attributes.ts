import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lets a workspace close the attributes that its templates use to calls with the key alone. */
export class CloseTemplateAttributes1820000000861 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'ALTER TABLE workspace_identities ADD COLUMN closes_template_attributes boolean NOT NULL DEFAULT false',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE workspace_identities DROP COLUMN closes_template_attributes');
  }
}
