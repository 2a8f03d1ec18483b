import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Notes by whom another message was sent in place of one: by its group, or by a member of the workspace. */
export class MarkReplacedMessages1820000001253 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE messages ADD COLUMN replaced_by text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE messages DROP COLUMN replaced_by');
  }
}
