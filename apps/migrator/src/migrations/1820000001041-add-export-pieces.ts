import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the files that exports write, in pieces. */
export class AddExportPieces1820000001041 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE export_pieces (
        workspace_id int NOT NULL,
        job_id uuid NOT NULL,
        index int NOT NULL,
        bytes bytea NOT NULL,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        PRIMARY KEY (workspace_id, job_id, index)
      );
      CREATE INDEX export_pieces_created ON export_pieces (created_at);`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE export_pieces');
  }
}
