import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lets a workspace be deleted at a time that its owners choose, and can take back until then. */
export class DeleteWorkspaces1820000001091 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE workspaces ADD COLUMN deletes_at timestamptz(3)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE workspaces DROP COLUMN deletes_at');
  }
}
