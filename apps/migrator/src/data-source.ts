import type { Config, Logger } from '@dundun/platform/config';
import { dataSourceOptions } from '@dundun/platform/database';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { migrations } from './migrations.js';

/**
 * A migration waiting for a table lock blocks all later queries on the table, so it gives up after this time and
 * retries.
 */
const LOCK_TIMEOUT_MS = 2_000;

/** Connects directly to PostgreSQL, never through PgBouncer; statements may take as long as they need. */
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
