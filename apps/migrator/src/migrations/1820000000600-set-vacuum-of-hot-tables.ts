import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Lets autovacuum visit hot tables early. By default it waits until a fifth of a table has changed, which for a table of
 * ten million rows is two million dead ones; statistics follow after a tenth.
 */
export class SetVacuumOfHotTables1820000000600 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const table of QUEUES) await runner.query(`ALTER TABLE ${table} SET (${QUEUE_SETTINGS.join(', ')})`);
    for (const table of COUNTERS) await runner.query(`ALTER TABLE ${table} SET (${COUNTER_SETTINGS.join(', ')})`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of QUEUES) await runner.query(`ALTER TABLE ${table} RESET (${namesOf(QUEUE_SETTINGS)})`);
    for (const table of COUNTERS) await runner.query(`ALTER TABLE ${table} RESET (${namesOf(COUNTER_SETTINGS)})`);
  }
}

/** Tables whose rows wait, are updated a few times and end. */
const QUEUES = [
  'messages',
  'attempts',
  'message_people',
  'hits',
  'delivery_reports',
  'source_events',
  'user_jobs',
  'batch_items',
  'webhook_deliveries',
  'webhook_attempts',
  'feed_entries',
  'idempotency_keys',
];
const QUEUE_SETTINGS = [
  'autovacuum_vacuum_scale_factor = 0.02',
  'autovacuum_vacuum_threshold = 5000',
  'autovacuum_vacuum_insert_scale_factor = 0.05',
  'autovacuum_analyze_scale_factor = 0.02',
  'autovacuum_analyze_threshold = 2000',
  'autovacuum_vacuum_cost_limit = 1000',
];

/** Small tables with rows that every message updates. */
const COUNTERS = ['delivery_counts', 'list_counters', 'daily_usage', 'provider_rates', 'sources', 'webhook_endpoints'];
const COUNTER_SETTINGS = ['autovacuum_vacuum_scale_factor = 0', 'autovacuum_vacuum_threshold = 1000'];

const namesOf = (settings: string[]) => settings.map((setting) => setting.split(' ')[0]).join(', ');
