import { randomBytes } from 'node:crypto';
import pg from 'pg';

const setting = (name: string): string => {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: run the tests with npm test`);
  return value;
};

/** Creates an empty, migrated database in about 70 ms. @returns its URL and a function that drops it */
export const createDatabase = (): Promise<MadeDatabase> => copyOf(setting('TEST_TEMPLATE'));

export interface MadeDatabase {
  url: string;
  drop: () => Promise<void>;
}

/**
 * Creates a database that went through `prepare`. The first call with a name in a test run prepares it; later calls copy it.
 */
export async function createPrepared(name: string, prepare: (url: string) => Promise<void>): Promise<MadeDatabase> {
  const prepared = `${setting('TEST_TEMPLATE')}_${name}`;
  const known = await copyOf(prepared).catch(unless('3D000')); // no such database
  if (known) return known;
  const made = await createDatabase();
  await prepare(made.url);
  const own = new URL(made.url).pathname.slice(1);
  // Another worker may prepare the same one: the first to finish gets the name.
  try {
    await run(setting('TEST_DATABASE_URL'), `ALTER DATABASE ${own} RENAME TO ${prepared}`);
  } catch (error) {
    unless('42P04', '23505')(error); // there is one of that name, or was in the same moment
  } finally {
    await made.drop();
  }
  return copyOf(prepared);
}

const unless =
  (...sqlStates: string[]) =>
  (error: unknown) => {
    if (!sqlStates.includes((error as { code?: string }).code ?? '')) throw error;
    return undefined;
  };

async function copyOf(template: string): Promise<MadeDatabase> {
  const admin = setting('TEST_DATABASE_URL');
  // The template is dropped with all databases that begin with its name, copies of killed runs included.
  const name = `${setting('TEST_TEMPLATE')}_${process.pid}_${randomBytes(4).toString('hex')}`;
  await run(admin, `CREATE DATABASE ${name} TEMPLATE ${template}`);
  const url = new URL(admin);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => run(admin, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`) };
}

async function run(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    // PostgreSQL may refuse a second concurrent copy of one template.
    for (let tries = 1; ; tries++) {
      try {
        await client.query(sql);
        return;
      } catch (error) {
        if ((error as { code?: string }).code !== '55006' || tries === 100) throw error;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    }
  } finally {
    await client.end();
  }
}
