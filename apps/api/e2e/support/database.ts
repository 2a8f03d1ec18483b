import type { Installation } from '@dundun/testing';
import pg from 'pg';

/** Connects to the product's database, to read what no operation shows, or to hold a lock. */
export async function connect({ databaseUrl }: Pick<Installation, 'databaseUrl'>): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  return client;
}

export async function rows<T>(
  product: Pick<Installation, 'databaseUrl'>,
  sql: string,
  values: unknown[] = [],
): Promise<T[]> {
  const client = await connect(product);
  try {
    return (await client.query(sql, values)).rows as T[];
  } finally {
    await client.end();
  }
}
