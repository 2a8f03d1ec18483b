import { Inject, Injectable } from '@nestjs/common';
import { Database, keyset, toPage, type Page, type PageRequest } from '@dundun/platform/database';
import { IsNull } from 'typeorm';
import { listKey, type ListName } from './list-key.js';
import type { ListChange } from './list-changes.js';
import { List } from './list.entity.js';

const COLUMNS = `
  l.workspace_id, l.id, l.title, l.description, l.answered_title, l.answered_description, l.redirect_url, l.double_optin,
  l.is_public, l.broadcast_count, l.archived_at, l.created_at`;

interface ListRow extends Record<string, unknown> {
  workspace_id: number;
  id: string;
  title: string;
  description: string | null;
  answered_title: string | null;
  answered_description: string | null;
  redirect_url: string | null;
  double_optin: boolean;
  is_public: boolean;
  broadcast_count: number;
  archived_at: Date | null;
  created_at: Date;
}

/** The class of these advisory locks, and one of its 64 buckets for each list. */
const LOCK_CLASS = 0x6c697374;
const bucketOf = (id: string) => `${LOCK_CLASS}, hashtext(${id}::text) & 63`;

/**
 * Taken before a list is changed. Row locks alone are not fair: while joins of several processes overlap, a transaction
 * that waits to change the list never gets its row. Advisory locks queue.
 */
const LOCK_ALONE = `SELECT pg_advisory_xact_lock(${bucketOf('$1')})`;

// The row lock makes PostgreSQL read the list as it is after the wait, not as it was when the statement began.
// Not a named statement: a plan made while the table was small would outlive that.
const LOCK = `
  SELECT ${COLUMNS} FROM lists l
  JOIN (
    SELECT workspace_id, list_id FROM jsonb_to_recordset($1::jsonb) AS given(workspace_id int, list_id uuid)
    WHERE pg_advisory_xact_lock_shared(${bucketOf('list_id')}) IS NOT NULL) named
    ON l.workspace_id = named.workspace_id AND l.id = named.list_id
  ORDER BY l.workspace_id, l.id
  FOR SHARE OF l`;

@Injectable()
export class ListsRepository {
  constructor(@Inject(Database) private readonly database: Database) {}

  async insert(list: List): Promise<void> {
    await this.database.repository(List).insert(list);
  }

  find(workspaceId: number, id: string): Promise<List | null> {
    return this.database.repository(List).findOneBy({ workspaceId, id });
  }

  /** Changes a list, decided while nothing else changes it. @returns null when there is no such list */
  update(workspaceId: number, id: string, decide: (list: List) => ListChange): Promise<List | null> {
    return this.alone(id, async () => {
      const list = await this.find(workspaceId, id);
      if (!list) return null;
      const change = decide(list);
      await this.database.repository(List).update({ workspaceId, id }, change);
      return { ...list, ...change };
    });
  }

  /** Archives a list; an archived one keeps its date. */
  async archive(workspaceId: number, id: string, archivedAt: Date): Promise<void> {
    await this.alone(id, () =>
      this.database.repository(List).update({ workspaceId, id, archivedAt: IsNull() }, { archivedAt }),
    );
  }

  /** Takes an archived list back. */
  async restore(workspaceId: number, id: string): Promise<void> {
    await this.alone(id, () => this.database.repository(List).update({ workspaceId, id }, { archivedAt: null }));
  }

  /** Returns lists that are not archived, newest first. @param among only these */
  async page(workspaceId: number, page: PageRequest, among?: readonly string[]): Promise<Page<List>> {
    const { where, orderAndLimit, values } = keyset(page, 'l.created_at', 'l.id', 3);
    const rows = await this.database.query<ListRow>(
      `SELECT ${COLUMNS} FROM lists l WHERE l.workspace_id = $1 AND l.archived_at IS NULL
         AND ($2::uuid[] IS NULL OR l.id = ANY($2)) AND ${where} ${orderAndLimit}`,
      [workspaceId, among ?? null, ...values],
    );
    return toPage(page, rows.map(listOf), ({ createdAt, id }) => ({ at: createdAt.toISOString(), id }));
  }

  /** Locks lists against changes until the open transaction ends. Other joins may lock them too. */
  async lock(names: ListName[]): Promise<Map<string, List>> {
    const given = new Map(names.map((name) => [listKey(name.workspaceId, name.listId), name]));
    const rows = [...given.values()].map(({ workspaceId, listId }) => ({ workspace_id: workspaceId, list_id: listId }));
    const locked = (await this.database.query<ListRow>(LOCK, [JSON.stringify(rows)])).map(listOf);
    return new Map(locked.map((list) => [listKey(list.workspaceId, list.id), list]));
  }

  private alone<T>(id: string, work: () => Promise<T>): Promise<T> {
    return this.database.transaction(async () => {
      await this.database.execute(LOCK_ALONE, [id]);
      return work();
    });
  }
}

const listOf = (row: ListRow): List => ({
  workspaceId: row.workspace_id,
  id: row.id,
  title: row.title,
  description: row.description,
  answeredTitle: row.answered_title,
  answeredDescription: row.answered_description,
  redirectUrl: row.redirect_url,
  doubleOptin: row.double_optin,
  isPublic: row.is_public,
  broadcastCount: row.broadcast_count,
  archivedAt: row.archived_at,
  createdAt: row.created_at,
});
