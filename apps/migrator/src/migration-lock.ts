import { setTimeout as sleep } from 'node:timers/promises';
import type { Config, Logger } from '@dundun/platform/config';
import { isUnavailable } from '@dundun/platform/database';
import pg from 'pg';
import { CommandError } from './command-error.js';
import { directConnection } from './data-source.js';

const LOCK = 4_802_000;
const LONGEST_WAIT_MS = 60_000;
const OLDEST_POSTGRES = 15;

/** Runs the work while no other migrator runs. Waits up to a minute for a PostgreSQL that is still starting. */
export async function withMigrationLock<T>(
  config: Config,
  logger: Logger,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = await connect(config, logger);
  try {
    await assertVersion(client);
    await lock(client, logger);
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function connect(config: Config, logger: Logger): Promise<pg.Client> {
  for (const until = Date.now() + LONGEST_WAIT_MS; ; await sleep(500)) {
    const client = new pg.Client(directConnection(config));
    client.on('error', (error) => logger.warn({ err: error }, 'the connection that holds the migration lock was lost'));
    try {
      await client.connect();
      return client;
    } catch (error) {
      if (!isUnavailable(error) || Date.now() > until) throw error;
      logger.warn({ err: error }, 'PostgreSQL is not responding yet');
    }
  }
}

async function assertVersion(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ server_version: string }>('SHOW server_version');
  const version = rows[0]?.server_version ?? '';
  if (Number.parseInt(version) < OLDEST_POSTGRES)
    throw new CommandError(`PostgreSQL ${version} is too old; ${OLDEST_POSTGRES} or newer is required.`);
}

/** Polls instead of waiting in PostgreSQL: a waiting statement would block CREATE INDEX CONCURRENTLY. */
async function lock(client: pg.Client, logger: Logger): Promise<void> {
  for (let tries = 0; ; tries++) {
    const { rows } = await client.query<{ taken: boolean }>('SELECT pg_try_advisory_lock($1) AS taken', [LOCK]);
    if (rows[0]?.taken) return;
    if (tries === 0) logger.info('waiting for another migrator');
    await sleep(250);
  }
}
