import type { MigrationInterface, QueryRunner } from 'typeorm';

export class AddWebhooks1800000000200 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [] as string[]) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of BACK) await runner.query(statement);
  }
}

const BACK: string[] = [];
