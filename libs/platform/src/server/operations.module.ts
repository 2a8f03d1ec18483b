import { Module } from '@nestjs/common';
import type { Config } from '../config/config.js';
import { CONFIG } from '../config/config.module.js';
import { Database } from '../database/database.js';
import { queueCheck } from '../jobs/queue-check.js';
import { OperationsController } from './operations.controller.js';
import { ReadinessChecks } from './readiness.js';

/** Health and metrics, for every process that listens. */
@Module({
  controllers: [OperationsController],
  providers: [
    {
      provide: ReadinessChecks,
      inject: [Database, CONFIG],
      useFactory: (database: Database, config: Config) =>
        new ReadinessChecks([
          { name: 'database', check: async () => void (await database.query('SELECT 1')) },
          { name: 'migrations', check: () => assertMigrated(database) },
          // No answer waits for the queue, and workers find the work without it.
          { name: 'queue', check: queueCheck(config, database), optional: true },
        ]),
    },
  ],
})
export class OperationsModule {}

/** The migrator writes its table; a process that runs ahead of it is not ready. */
async function assertMigrated(database: Database): Promise<void> {
  const [row] = await database.query<{ count: number }>('SELECT count(*)::int AS count FROM migrations');
  if (!row || row.count < EXPECTED_MIGRATIONS)
    throw new Error(`the database has ${row?.count ?? 0} of ${EXPECTED_MIGRATIONS} migrations: run the migrator`);
}

/** Migrations that this release needs; a test holds it against the migrator's list. */
export const EXPECTED_MIGRATIONS = 13;
