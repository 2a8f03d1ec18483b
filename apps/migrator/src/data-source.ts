import type { Config, Logger } from '@dundun/platform/config';
import { dataSourceOptions } from '@dundun/platform/database';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { CreateFoundation1780000000000 } from './migrations/1780000000000-create-foundation.js';

/** In the order of their times. A class list and no pattern, so that the build knows them. */
const migrations = [CreateFoundation1780000000000];

/** Whoever waits for a table makes all others wait behind it, so a migration waits no longer than this, and tries again. */
const LOCK_TIMEOUT_MS = 2_000;

/** Connections to PostgreSQL itself, never through PgBouncer; their statements may take as long as they need. */
export const directConnection = (config: Config) => ({
  connectionString: config.DATABASE_DIRECT_URL ?? config.DATABASE_URL,
  connectionTimeoutMillis: 5_000,
  lock_timeout: LOCK_TIMEOUT_MS,
  application_name: `dundun migrator ${process.pid}`,
});

export function migrationSource(config: Config, logger: Logger): DataSource {
  const { connectionString, ...extra } = directConnection(config);
  const options = {
    ...dataSourceOptions(config, logger),
    url: connectionString,
    migrations,
    extra: { ...extra, max: 2 },
  };
  return new DataSource(options as DataSourceOptions);
}
