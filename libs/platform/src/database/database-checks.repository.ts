import type { Database } from './database.js';

/** Readiness check: PostgreSQL answers. */
export const databaseCheck = (database: Database) => ({
  name: 'database',
  check: async () => void (await database.query('SELECT 1')),
});

/**
 * Readiness check: the migrator has run. A process of a new release that starts before its migrator is not ready.
 * @param expected number of migrations that this release needs
 */
export const migrationsCheck = (expected: number) => (database: Database) => ({
  name: 'migrations',
  check: async () => {
    const [row] = await database.query<{ count: number }>('SELECT count(*)::int AS count FROM migrations');
    if (!row || row.count < expected)
      throw new Error(`the database has ${row?.count ?? 0} of ${expected} migrations: run the migrator`);
  },
});
