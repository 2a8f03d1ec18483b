import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Keeps what a request said of itself, so that opens and clicks can be classified again; adds scanners by their network. */
export class KeepFactsOfHits1820000000603 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query("ALTER TABLE hits ADD COLUMN declared text CHECK (declared IN ('head', 'prefetch'))");
    await replaceReasons(runner, [...REASONS, 'network']);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("UPDATE hits SET reason = 'prefetch' WHERE reason = 'network'");
    await replaceReasons(runner, REASONS);
    await runner.query('ALTER TABLE hits DROP COLUMN declared');
  }
}

const REASONS = ['user_agent', 'prefetch', 'head', 'burst', 'honeypot', 'too_soon'];

async function replaceReasons(runner: QueryRunner, reasons: string[]): Promise<void> {
  const list = reasons.map((reason) => `'${reason}'`).join(', ');
  await runner.query('ALTER TABLE hits DROP CONSTRAINT hits_reason_check');
  await runner.query(`ALTER TABLE hits ADD CONSTRAINT hits_reason_check CHECK (reason IN (${list})) NOT VALID`);
  await runner.query('ALTER TABLE hits VALIDATE CONSTRAINT hits_reason_check');
}
