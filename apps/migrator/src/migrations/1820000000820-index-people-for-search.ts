import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Indexes what people are searched by. With pg_trgm and btree_gin, which every PostgreSQL ships as contributed extensions that
 * the owner of a database may create, one index finds any part of a name, address, number or uid. A server without them gets
 * indexes of prefixes instead, and the service notices.
 *
 * `workspace_id + 0` keeps the planner from other indexes of the workspace, whatever the statistics say (ADR 36).
 */
export class IndexPeopleForSearch1820000000820 implements MigrationInterface {
  /** CONCURRENTLY does not run in a transaction. */
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(EXTENSIONS);
    const [{ installed }] = (await runner.query(INSTALLED)) as [{ installed: boolean }];
    for (const [name, columns] of Object.entries(installed ? TRIGRAMS : PREFIXES)) {
      // A build that was interrupted leaves an invalid index.
      await runner.query(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`);
      await runner.query(`CREATE INDEX CONCURRENTLY ${name} ON people ${columns}`);
    }
  }

  /** The extensions stay: others may use them. */
  async down(runner: QueryRunner): Promise<void> {
    for (const name of [...Object.keys(TRIGRAMS), ...Object.keys(PREFIXES)])
      await runner.query(`DROP INDEX IF EXISTS ${name}`);
  }
}

const EXTENSIONS = `
DO $$ BEGIN
  CREATE EXTENSION IF NOT EXISTS pg_trgm;
  CREATE EXTENSION IF NOT EXISTS btree_gin;
EXCEPTION
  -- Not shipped, not known to a managed service, or not allowed.
  WHEN undefined_file OR feature_not_supported OR insufficient_privilege OR object_not_in_prerequisite_state THEN
    RAISE WARNING 'People are searched by prefix: %', SQLERRM;
END $$`;

const INSTALLED = `SELECT count(*) = 2 AS installed FROM pg_extension WHERE extname IN ('pg_trgm', 'btree_gin')`;

const TEXT = `lower(' ' || coalesce(first_name, '') || ' ' || coalesce(last_name, '') || ' ' || coalesce(email, '') || ' ' ||
  coalesce(number, '') || ' ' || uid)`;

/** A search reads the pending list of the index whole, so it is kept short. */
const TRIGRAMS = {
  people_search: `USING gin ((workspace_id + 0), (${TEXT}) gin_trgm_ops) WITH (gin_pending_list_limit = 2048)`,
};

const PREFIXES = Object.fromEntries(
  ['first_name', 'last_name', 'email', 'number', 'uid'].map((column) => [
    `people_${column}_prefix`,
    `((workspace_id + 0), lower(${column}) text_pattern_ops)`,
  ]),
);
