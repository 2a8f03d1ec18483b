import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { LOGGER, type Logger } from '@dundun/platform/config';
import { Database } from '@dundun/platform/database';

const MONTHS_AHEAD = 3;
/** An advisory lock that nothing else uses: "evnt". */
const LOCK = 0x65766e74;

interface Month extends Record<string, unknown> {
  name: string;
  since: string;
  until: string;
}

/** Months from now on without a partition, by the server's clock, as in `received_at`. */
const MISSING = `
  SELECT to_char(month, '"events_"YYYY_MM') AS name,
    to_char(month, 'YYYY-MM-DD"T00:00:00Z"') AS since,
    to_char(month + interval '1 month', 'YYYY-MM-DD"T00:00:00Z"') AS until
  FROM date_trunc('month', now() AT TIME ZONE 'UTC') AS this_month,
    generate_series(this_month, this_month + make_interval(months => $1), interval '1 month') AS month
  WHERE NOT EXISTS (
    SELECT FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid
    WHERE inhparent = 'events'::regclass AND relname = to_char(month, '"events_"YYYY_MM'))
  ORDER BY month`;

/**
 * Creates the partition of `events` for each month ahead of time. There is no default partition, because with one an old
 * month could not be detached while events come in.
 */
@Injectable()
export class EventPartitions implements OnApplicationBootstrap {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** A process starts even if it cannot create partitions: those of the next months exist, and an insert without one retries. */
  async onApplicationBootstrap(): Promise<void> {
    await this.ensure().catch((error: unknown) =>
      this.logger.warn({ err: error }, 'could not check the partitions of events'),
    );
  }

  /**
   * Creates missing partitions from this month on; processes may call it concurrently.
   * @returns names of the partitions that this call created
   */
  async ensure(monthsAhead = MONTHS_AHEAD): Promise<string[]> {
    const missing = await this.database.query<Month>(MISSING, [monthsAhead]);
    return missing.length === 0 ? [] : this.database.transaction(() => this.create(monthsAhead));
  }

  private async create(monthsAhead: number): Promise<string[]> {
    await this.database.query('SELECT pg_advisory_xact_lock($1)', [LOCK]);
    const missing = await this.database.query<Month>(MISSING, [monthsAhead]);
    for (const { name, since, until } of missing) {
      // Not PARTITION OF, which waits for every writer. The check lets ATTACH skip its scan, now or after a detach.
      await this.database.query(
        `CREATE TABLE ${name} (LIKE events INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING STORAGE)`,
      );
      await this.database.query(
        `ALTER TABLE ${name} ADD CONSTRAINT ${name}_month CHECK (received_at >= '${since}' AND received_at < '${until}')`,
      );
      await this.database.query(
        `ALTER TABLE events ATTACH PARTITION ${name} FOR VALUES FROM ('${since}') TO ('${until}')`,
      );
    }
    const names = missing.map(({ name }) => name);
    if (names.length > 0) this.logger.info({ partitions: names }, 'created partitions of events');
    return names;
  }
}
