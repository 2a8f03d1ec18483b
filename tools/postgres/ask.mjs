/** Runs one statement on its own connection and returns the rows. Loads `pg` late, because it exists only after the installation. */
export async function ask(url, sql, values) {
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 3000, query_timeout: 30_000 });
  client.on('error', () => {}); // a broken connection also fails the pending query
  try {
    await client.connect();
    return (await client.query(sql, values)).rows;
  } finally {
    await client.end().catch(() => {});
  }
}

/** Returns the address of another database on the same server. */
export function withDatabase(url, name) {
  const other = new URL(url);
  other.pathname = `/${name}`;
  return other.href;
}
