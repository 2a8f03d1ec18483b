import { runMigrations } from 'bullmq';
import type { PoolClient } from 'pg';
import { QUEUE_SCHEMA } from './queue-backend.js';

/** Migrates BullMQ's schema in PostgreSQL. Can run repeatedly and from several processes at once. */
export async function migrateQueue(client: PoolClient): Promise<void> {
  await runMigrations(client as never, QUEUE_SCHEMA);
}
