import type { Database } from '@dundun/platform/database';
import type { Caller } from '@dundun/platform/http';
import { LRUCache } from 'lru-cache';

const EVERY_MS = 60_000;
const MOST_REMEMBERED = 10_000;

/**
 * When keys were last used, at most once a minute per key and process. Credentials in use are read again about twice a second
 * (`TtlCache`), and this notes which: no request waits for it, and most do not even reach it.
 */
export class KeyUses {
  private readonly noted = new LRUCache<string, true>({ max: MOST_REMEMBERED, ttl: EVERY_MS });

  constructor(private readonly database: Database) {}

  note(callers: readonly Caller[]): void {
    const used = callers.filter(({ keyId }) => !this.noted.has(keyId));
    if (used.length === 0) return;
    for (const { keyId } of used) this.noted.set(keyId, true);
    const rows = used.map(({ workspaceId, keyId }) => ({ workspace_id: workspaceId, id: keyId }));
    // What fails is noted a minute later.
    this.database.detached(() => this.database.execute(NOTE, [JSON.stringify(rows)])).catch(() => undefined);
  }
}

/** Skips rows that another process has just noted, and rows that a revocation holds. */
const NOTE = {
  name: 'note-key-uses',
  text: `
    UPDATE api_keys SET last_used_at = now()
    WHERE (workspace_id, id) IN (
      SELECT k.workspace_id, k.id
      FROM jsonb_to_recordset($1::jsonb) AS used(workspace_id int, id uuid)
      JOIN api_keys k ON k.workspace_id = used.workspace_id AND k.id = used.id
      WHERE k.last_used_at IS NULL OR k.last_used_at < now() - interval '30 seconds'
      ORDER BY k.workspace_id, k.id
      FOR NO KEY UPDATE OF k SKIP LOCKED)`,
};
