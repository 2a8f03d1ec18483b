import { Inject, Injectable } from '@nestjs/common';
import { Database, sqlState } from '@dundun/platform/database';

/** Rows of one table that a transaction deletes. */
const SLICE = 2_000;
const FOREIGN_KEY_VIOLATION = '23503';

const LOCK_ALL = `SELECT pg_advisory_xact_lock(hashtextextended('deletion of workspaces', 0))`;

const SCHEDULE = `
  UPDATE workspaces SET deletes_at = coalesce(deletes_at, now() + make_interval(days => $2::int))
  WHERE id = $1 AND EXISTS (SELECT FROM workspaces other WHERE other.id <> $1 AND other.deletes_at IS NULL)`;

const TAKE_BACK = 'UPDATE workspaces SET deletes_at = NULL WHERE id = $1 AND deletes_at > now()';

const DUE = 'SELECT id FROM workspaces WHERE deletes_at <= now() ORDER BY deletes_at, id LIMIT 1';

/** Whoever holds the row erases; a row that is written meanwhile waits, and finds its workspace gone. */
const HOLD = 'SELECT id FROM workspaces WHERE id = $1 AND deletes_at <= now() FOR UPDATE SKIP LOCKED';

/** Tables and partitions with rows of workspaces, and the tables whose rows refer to theirs. */
const TABLES = `
  SELECT c.oid::int8::float8 AS id, format('%I.%I', n.nspname, c.relname) AS name, (
    SELECT coalesce(json_agg(DISTINCT f.conrelid::int8::float8), '[]') FROM pg_constraint f
    WHERE f.contype = 'f' AND f.confrelid = c.oid AND f.conrelid <> c.oid) AS referring
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'workspace_id' AND NOT a.attisdropped
  WHERE c.relkind = 'r' AND n.nspname = current_schema() ORDER BY c.relname`;

/** People who are members of no other workspace lose their login. */
const LOGINS = `
  WITH gone AS (DELETE FROM members WHERE workspace_id = $1 RETURNING login_id)
  DELETE FROM logins l USING gone
  WHERE l.id = gone.login_id AND NOT EXISTS (SELECT FROM members m WHERE m.login_id = l.id AND m.workspace_id <> $1)`;

const FORGET = 'UPDATE logins SET last_workspace_id = NULL WHERE last_workspace_id = $1';

interface Table extends Record<string, unknown> {
  id: number;
  name: string;
  referring: number[];
}

/** Deletes workspaces with everything that belongs to them, a slice at a time, in tables that the catalog names. */
@Injectable()
export class WorkspaceErasure {
  constructor(@Inject(Database) private readonly database: Database) {}

  /** Lets one deletion at a time be scheduled, so that one workspace always remains. */
  async lockAll(): Promise<void> {
    await this.database.query(LOCK_ALL);
  }

  /** @returns whether another workspace remains */
  async schedule(workspaceId: number, days: number): Promise<boolean> {
    return (await this.database.execute(SCHEDULE, [workspaceId, days])) > 0;
  }

  async takeBack(workspaceId: number): Promise<void> {
    await this.database.execute(TAKE_BACK, [workspaceId]);
  }

  /** Returns the workspace whose time has come first. */
  async due(): Promise<number | undefined> {
    const [row] = await this.database.query<{ id: number }>(DUE);
    return row?.id;
  }

  /**
   * Deletes slices until nothing is left or the time is over.
   * @returns whether the workspace is gone; false also while another worker erases it
   */
  async erase(workspaceId: number, isOver: () => boolean): Promise<boolean> {
    if ((await this.slice(workspaceId, LOGINS)) === null) return false;
    await this.slice(workspaceId, FORGET);
    const tables = inOrder(await this.database.query<Table>(TABLES));
    // A deletion may make triggers write rows into tables that are empty already.
    for (let isClean = false; !isClean;) {
      isClean = true;
      for (const { name } of tables) {
        const rows = `DELETE FROM ${name} WHERE ctid = ANY(ARRAY(SELECT ctid FROM ${name} WHERE workspace_id = $1 LIMIT ${SLICE}))`;
        for (let deleted = SLICE; deleted > 0;) {
          if (isOver()) return false;
          deleted = (await this.slice(workspaceId, rows)) ?? 0;
          if (deleted > 0) isClean = false;
        }
      }
    }
    return (await this.slice(workspaceId, 'DELETE FROM workspaces WHERE id = $1')) === 1;
  }

  /** @returns how many rows it deleted; null if another worker erases, or rows still refer to these */
  private async slice(workspaceId: number, statement: string): Promise<number | null> {
    try {
      return await this.database.transaction(async () => {
        const [held] = await this.database.query(HOLD, [workspaceId]);
        if (!held) return null;
        // The ledger of consents gives way to nothing else.
        await this.database.execute(`SET LOCAL dundun.erasing = 'on'`);
        return this.database.execute(statement, [workspaceId]);
      });
    } catch (error) {
      if (sqlState(error) === FOREIGN_KEY_VIOLATION) return null;
      throw error;
    }
  }
}

/** Returns tables so that each comes after those whose rows refer to it. */
function inOrder(tables: Table[]): Table[] {
  const byId = new Map(tables.map((table) => [table.id, table]));
  const ordered = new Set<Table>();
  const visit = (table: Table, path: readonly Table[]): void => {
    if (ordered.has(table) || path.includes(table)) return;
    for (const id of table.referring) {
      const referring = byId.get(id);
      if (referring) visit(referring, [...path, table]);
    }
    ordered.add(table);
  };
  tables.forEach((table) => visit(table, []));
  return [...ordered];
}
