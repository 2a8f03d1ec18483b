import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Keeps whose people a manual segment is still being filled with. */
export class CopyManualSegments1820000001310 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE segments ADD COLUMN copy_of uuid');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE segments DROP COLUMN copy_of');
  }
}
