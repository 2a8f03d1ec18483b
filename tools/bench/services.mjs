import { startPostgres } from '../postgres.mjs';
import { ask, withDatabase } from '../postgres/ask.mjs';
import { step } from '../start/progress.mjs';
import { startRedis } from './redis.mjs';

/**
 * Starts the servers of this run on the loopback. PostgreSQL keeps its default durability (fsync and synchronous_commit on), because
 * the figures mean nothing if acknowledged writes are not on disk.
 */
export async function startServices(folder, signal) {
  let postgres;
  let redis;
  await step('PostgreSQL', async () => {
    postgres = await startPostgres({ dataDir: folder, signal });
    const admin = withDatabase(postgres.url, 'postgres');
    const [{ server_version: version }] = await ask(admin, 'SHOW server_version');
    postgres = { admin, version: version.split(' ')[0], pid: postgres.pid };
    return `${version}, fsync and synchronous_commit on`;
  });
  await step('Redis', async () => {
    redis = await startRedis(folder);
    return redis ? `${redis.version}, AOF every second` : 'no redis-server on the PATH: its rows are left out';
  });
  return { folder, postgres, redis };
}
