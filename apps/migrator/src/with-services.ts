import type { Config } from '@dundun/platform/config';
import pg from 'pg';
import type { Services } from './services.js';
import type { Setting } from './setting.js';

/** Runs the work with the feature services, connected to the database. */
export async function withServices<T>(setting: Setting, work: (services: Services) => Promise<T>): Promise<T> {
  await assertReachable(setting.config);
  const { openServices } = await import('./services.js');
  const { services, close } = await openServices(setting);
  try {
    return await work(services);
  } finally {
    await close();
  }
}

/** Fails at once when the database is unreachable: services wait for it, but a person at a terminal should not. */
async function assertReachable({ DATABASE_URL }: Config): Promise<void> {
  const client = new pg.Client({ connectionString: DATABASE_URL, connectionTimeoutMillis: 5_000 });
  await client.connect();
  await client.end();
}
