import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lets conditions count what happened with messages: a name says whether it counts those or events. */
export class CountMessagesOfPeople1820000001011 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE event_names ADD COLUMN source text NOT NULL DEFAULT 'event'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DELETE FROM event_names WHERE source <> 'event'`);
    await runner.query(`ALTER TABLE event_names DROP COLUMN source`);
  }
}
