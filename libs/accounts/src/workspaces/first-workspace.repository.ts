import type { Database } from '@dundun/platform/database';

const LOCK = 4_802_001;

/** Makes processes that start at the same time wait for each other, until the end of the transaction. */
export async function lockFirstWorkspace(database: Database): Promise<void> {
  await database.execute('SELECT pg_advisory_xact_lock($1)', [LOCK]);
}
