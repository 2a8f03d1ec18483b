import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lets workspaces require approval, and keeps who asked for it and who gave it. */
export class AddApprovals1820000001294 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE workspaces ADD COLUMN requires_approval boolean NOT NULL DEFAULT false`);
    for (const table of ['campaigns', 'automations'])
      await runner.query(`ALTER TABLE ${table} ADD COLUMN approval jsonb`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['campaigns', 'automations']) await runner.query(`ALTER TABLE ${table} DROP COLUMN approval`);
    await runner.query(`ALTER TABLE workspaces DROP COLUMN requires_approval`);
  }
}
