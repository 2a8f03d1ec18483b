import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Keeps the plan of a function that each bulk mail calls: sessions plan every execution, and planning its two statements would
 * cost more than they do. Without sequential scans, a plan from the day the table was empty is a lookup by key too.
 */
export class KeepPlansOfListDoors1820000000602 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'ALTER FUNCTION has_left_list(int, uuid, text) SET plan_cache_mode = force_generic_plan SET enable_seqscan = off',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER FUNCTION has_left_list(int, uuid, text) RESET ALL');
  }
}
