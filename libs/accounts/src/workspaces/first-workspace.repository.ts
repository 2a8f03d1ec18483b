import type { Database } from '@dundun/platform/database';

const LOCK = 4_802_001;

/** Serializes concurrent bootstraps until the end of the transaction. */
export async function lockFirstWorkspace(database: Database): Promise<void> {
  await database.execute('SELECT pg_advisory_xact_lock($1)', [LOCK]);
}
