import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { Cannot } from '../../cannot.mjs';
import { addressOf } from '../../postgres/cluster.mjs';
import { findHome } from '../../postgres/home.mjs';
import { ROOT } from '../../root.mjs';

/** Rows that one statement gets at once. */
const ROWS = 2_000;

/**
 * Opens the database of the installation: DATABASE_URL, else that of `npm start` in this folder. No API can say what happened
 * weeks ago, so the history of the shop is written here.
 * @throws Cannot without an address
 */
export async function openDatabase(env) {
  const client = new pg.Client({ connectionString: await addressFrom(env), application_name: 'dundun-demo' });
  await client.connect().catch((error) => {
    throw new Cannot(`The database does not answer (${error.code ?? error.message}).`);
  });
  const query = async (text, values) => (await client.query(text, values)).rows;
  return {
    query,
    /** Runs a statement that takes its rows as one JSON parameter, `$1`, in parts. */
    write: async (text, rows) => {
      for (let from = 0; from < rows.length; from += ROWS)
        await client.query(text, [JSON.stringify(rows.slice(from, from + ROWS))]);
    },
    /** Runs `work` in a transaction: after a failure nothing of it is there. */
    atomically: async (work) => {
      await query('BEGIN');
      try {
        const result = await work();
        await query('COMMIT');
        return result;
      } catch (error) {
        await query('ROLLBACK');
        throw error;
      }
    },
    close: () => client.end(),
  };
}

async function addressFrom({ DATABASE_URL: url, DEMO_API: isElsewhere, DATA_DIR = '.data' }) {
  if (url) return url;
  if (isElsewhere)
    throw new Cannot('DEMO_API also needs DATABASE_URL: the history of the shop is written to the database.');
  const folder = resolve(ROOT, DATA_DIR);
  const ports = JSON.parse(readFileSync(join(folder, 'ports.json'), 'utf8'));
  const home = await findHome(folder, () => {});
  if (!ports.postgres || !existsSync(join(home, 'password')))
    throw new Cannot('Give the DATABASE_URL with which the installation was started.');
  return addressOf(home, ports.postgres);
}
