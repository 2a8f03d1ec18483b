import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Notes which recipients of campaigns were put off, which happens once. */
export class PutOffCappedRecipients1820000001260 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE campaign_recipients ADD COLUMN is_put_off boolean NOT NULL DEFAULT false');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE campaign_recipients DROP COLUMN is_put_off');
  }
}
