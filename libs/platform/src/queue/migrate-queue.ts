import { runMigrations } from 'bullmq';
import type { PoolClient } from 'pg';
import { QUEUE_SCHEMA } from './queue-backend.js';

/** Brings BullMQ's own schema in PostgreSQL up to date. Safe to run twice and from several processes. */
export async function migrateQueue(client: PoolClient): Promise<void> {
  await runMigrations(client as never, QUEUE_SCHEMA);
}
