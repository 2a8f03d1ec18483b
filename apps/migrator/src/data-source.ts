import type { Config, Logger } from '@dundun/platform/config';
import { dataSourceOptions } from '@dundun/platform/database';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { CreateFoundation1780000000000 } from './migrations/1780000000000-create-foundation.js';
import { AddProviderRoutes1790000000000 } from './migrations/1790000000000-add-provider-routes.js';
import { AddDomainChecks1790000000100 } from './migrations/1790000000100-add-domain-checks.js';
import { AddTracking1790000000200 } from './migrations/1790000000200-add-tracking.js';
import { AddTemplateSources1790000000300 } from './migrations/1790000000300-add-template-sources.js';
import { AddConsentGuards1790000000400 } from './migrations/1790000000400-add-consent-guards.js';
import { AddUsers1800000000000 } from './migrations/1800000000000-add-users.js';
import { AddUserJobs1800000000050 } from './migrations/1800000000050-add-user-jobs.js';
import { AddSources1800000000100 } from './migrations/1800000000100-add-sources.js';
import { AddWebhooks1800000000200 } from './migrations/1800000000200-add-webhooks.js';
import { AddMessageUpkeep1800000000300 } from './migrations/1800000000300-add-message-upkeep.js';
import { AddWorkspaceConsents1810000000000 } from './migrations/1810000000000-add-workspace-consents.js';
import { AddProviderPacing1810000000100 } from './migrations/1810000000100-add-provider-pacing.js';

/** In chronological order. A list of classes instead of a pattern, so that the bundler finds them. */
const migrations = [
  CreateFoundation1780000000000,
  AddProviderRoutes1790000000000,
  AddDomainChecks1790000000100,
  AddTracking1790000000200,
  AddTemplateSources1790000000300,
  AddConsentGuards1790000000400,
  AddUsers1800000000000,
  AddUserJobs1800000000050,
  AddSources1800000000100,
  AddWebhooks1800000000200,
  AddMessageUpkeep1800000000300,
  AddWorkspaceConsents1810000000000,
  AddProviderPacing1810000000100,
];

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
