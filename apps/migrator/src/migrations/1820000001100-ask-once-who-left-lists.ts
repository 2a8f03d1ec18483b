import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Lets the start of many attempts ask with one call who has left a list. A call of `has_left_list` for each mail took a third of a
 * start; workers of the previous release still make it.
 */
export class AskOnceWhoLeftLists1820000001100 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(LEFT);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP FUNCTION readers_who_left(int[], uuid[], text[])');
  }
}

/**
 * Takes all locks in order, then looks: each statement of a volatile function has a snapshot of its own, so the look sees what committed
 * while the locks were awaited. Its settings keep lookups by key, whatever the statistics say (ADR 36).
 */
const LEFT = `
CREATE OR REPLACE FUNCTION readers_who_left(workspaces int[], lists uuid[], readers text[])
RETURNS TABLE (workspace_id int, list_id uuid, reader text) LANGUAGE plpgsql VOLATILE ROWS 10
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(1818583414, d.door)
  FROM (SELECT DISTINCT list_door(g.list, g.reader) AS door FROM unnest(lists, readers) AS g(list, reader) ORDER BY 1 OFFSET 0) AS d;
  RETURN QUERY
    SELECT g.workspace, g.list, g.reader FROM unnest(workspaces, lists, readers) AS g(workspace, list, reader)
    WHERE EXISTS (
      SELECT FROM list_suppressions s
      WHERE s.workspace_id = g.workspace AND s.list_id = g.list AND s.address = g.reader OFFSET 0);
END $$;`;
