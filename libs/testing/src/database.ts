import { afterAll, beforeAll } from '@jest/globals';
import type { Config } from '@dundun/platform/config';
import type { Database } from '@dundun/platform/database';
import type { DataSource, DataSourceOptions } from 'typeorm';
import { IDENTITY } from './identity.js';
import { createDatabase, type MadeDatabase } from './made-database.js';

/** The database of one spec file, copied from the migrated template. */
export interface TestDatabase {
  readonly url: string;
  readonly config: Config;
  readonly database: Database;
  readonly source: DataSource;
  /** Another `Database` on the same server database, as a second process would have. */
  another(): Promise<Database>;
}

const SECRET_KEY = 'ab'.repeat(32);

/** Loaded on demand: it costs a second, which files that only call the product do not need. */
const theDatabase = async () => ({
  ...(await import('@dundun/platform/config')),
  ...(await import('@dundun/platform/database')),
  ...(await import('typeorm')),
});

/** Creates a database for the spec file. Read its properties inside tests and hooks only. */
export function useDatabase(
  entities: (new () => object)[] = [],
  environment: Record<string, string> = {},
): TestDatabase {
  const opened: DataSource[] = [];
  let made: MadeDatabase;
  let config: Config;
  let database: Database;

  const open = async () => {
    const { Database, dataSourceOptions, DataSource, createLogger } = await theDatabase();
    const options = dataSourceOptions(config, createLogger('test', 'silent'), { entities }) as { extra: object };
    // Many at once on a busy machine wait for a connection longer than a client of the service should.
    const extra = { ...options.extra, connectionTimeoutMillis: 30_000 };
    const source = await new DataSource({ ...options, extra } as DataSourceOptions).initialize();
    opened.push(source);
    return new Database(source, true);
  };

  beforeAll(async () => {
    made = await createDatabase();
    const { loadConfig } = await theDatabase();
    config = loadConfig({
      SECRET_KEY,
      SMTP_URL: 'inbox:',
      LOG_LEVEL: 'silent',
      ...environment,
      DATABASE_URL: made.url,
    });
    database = await open();
  });
  afterAll(async () => {
    await Promise.all(opened.map((source) => source.destroy()));
    await made?.drop();
  });

  return {
    get url() {
      return made.url;
    },
    get config() {
      return config;
    },
    get database() {
      return database;
    },
    get source() {
      return opened[0] as DataSource;
    },
    another: open,
  };
}

/** Creates an empty workspace that says who it is. @returns its id */
export async function aWorkspace(database: Database, plan: 'free' | 'unlimited' = 'unlimited'): Promise<number> {
  const [row] = await database.query<{ id: number }>(
    'INSERT INTO workspaces (name, plan, sender_name, postal_address) VALUES ($1, $2, $3, $4) RETURNING id',
    ['Test', plan, IDENTITY.senderName, IDENTITY.postalAddress],
  );
  return (row as { id: number }).id;
}
