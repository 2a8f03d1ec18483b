/** Runs one statement on its own connection and gives the rows. `pg` is loaded here, as it exists only after the install. */
export async function ask(url, sql, values) {
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 3000, query_timeout: 30_000 });
  client.on('error', () => {}); // a connection that breaks also fails the query that waits on it
  try {
    await client.connect();
    return (await client.query(sql, values)).rows;
  } finally {
    await client.end().catch(() => {});
  }
}

/** The same address with another database. */
export function withDatabase(url, name) {
  const other = new URL(url);
  other.pathname = `/${name}`;
  return other.href;
}
