import { Global, Inject, Module, type DynamicModule, type OnApplicationShutdown } from '@nestjs/common';
import pg from 'pg';
import { DataSource, type DataSourceOptions, type MixedList } from 'typeorm';
import { CONFIG, LOGGER } from '../config/config.module.js';
import type { Config } from '../config/config.js';
import type { Logger } from '../config/logger.js';
import { Database } from './database.js';

type Entities = MixedList<new () => object>;

/**
 * Settings of every session (ADR 36). JIT would compile lookups of many keys, which the planner overestimates: 300 ms for
 * statements that take less than 1 ms. A plan kept from the day a table was empty would read all of it once it is full. And
 * random reads cost little more than sequential ones on today's disks, so that lookups by key stay lookups.
 */
const SESSION = '-c jit=off -c plan_cache_mode=force_custom_plan -c random_page_cost=1.1';

/** Returns the options of a connection pool; the migrator uses them too. */
export function dataSourceOptions(
  config: Config,
  logger: Logger,
  extra: { entities?: Entities } = {},
): DataSourceOptions {
  const direct = config.DATABASE_DIRECT_URL === undefined;
  return {
    type: 'postgres',
    driver: pg, // TypeORM would load it by name, which a bundle does not have
    url: config.DATABASE_URL,
    entities: extra.entities as DataSourceOptions['entities'],
    synchronize: false,
    installExtensions: false,
    poolErrorHandler: (error: Error) => logger.warn({ err: error }, 'a pooled database connection broke'),
    extra: {
      max: config.DATABASE_POOL,
      connectionTimeoutMillis: 2_000,
      query_timeout: 10_000,
      // PgBouncer refuses startup parameters.
      ...(direct ? { statement_timeout: 5_000, application_name: `dundun ${process.pid}`, options: SESSION } : {}),
    },
  } as DataSourceOptions;
}

/** Connects to PostgreSQL and provides `Database` to every feature. */
@Global()
@Module({})
export class DatabaseModule implements OnApplicationShutdown {
  constructor(@Inject(DataSource) private readonly source: DataSource) {}

  static for(entities: (new () => object)[]): DynamicModule {
    return {
      module: DatabaseModule,
      providers: [
        {
          provide: DataSource,
          inject: [CONFIG, LOGGER],
          useFactory: (config: Config, logger: Logger) => connect(config, logger, entities),
        },
        {
          provide: Database,
          inject: [DataSource, CONFIG],
          useFactory: (source: DataSource, config: Config) =>
            new Database(source, config.DATABASE_DIRECT_URL === undefined),
        },
      ],
      exports: [DataSource, Database],
    };
  }

  async onApplicationShutdown(): Promise<void> {
    await this.source.destroy().catch(() => undefined);
  }
}

const FIRST_WAIT_MS = 200;
const LONGEST_WAIT_MS = 5_000;

/** Waits for PostgreSQL to start. Gives up after a minute, so that an operator notices. */
async function connect(config: Config, logger: Logger, entities: (new () => object)[]): Promise<DataSource> {
  const until = Date.now() + 60_000;
  for (let wait = FIRST_WAIT_MS; ; wait = Math.min(wait * 2, LONGEST_WAIT_MS)) {
    const source = new DataSource(dataSourceOptions(config, logger, { entities }));
    try {
      return await source.initialize();
    } catch (error) {
      if (Date.now() + wait > until) throw error;
      logger.warn({ err: error, wait_ms: wait }, 'PostgreSQL is not reachable yet');
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }
}
