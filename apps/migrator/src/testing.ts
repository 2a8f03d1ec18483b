import { afterEach, beforeEach } from '@jest/globals';
import pg from 'pg';
import { runCommand } from './run-command.js';

/** Runs a command line like `main.ts`. @returns the exit code and the output, with JSON parsed */
export async function run(...args: string[]): Promise<{ code: number; out: unknown[]; err: string }> {
  const [out, err]: [string[], string[]] = [[], []];
  const code = await runCommand(args, { print: (text) => out.push(text), complain: (text) => err.push(text) });
  return {
    code,
    out: out.map((line) => (/^[[{]/.test(line) ? (JSON.parse(line) as unknown) : line)),
    err: err.join('\n'),
  };
}

/** Gives every test an empty database, and an environment that points to it. */
export function useEmptyDatabase() {
  const before = { ...process.env }; // eslint-disable-line no-restricted-properties -- commands read it, and nothing else
  const { TEST_DATABASE_URL: admin = '', TEST_TEMPLATE } = before;
  let url: string;
  let client: pg.Client;

  beforeEach(async () => {
    const name = `${TEST_TEMPLATE}_empty_${process.pid}_${Date.now()}`;
    await query(admin, `CREATE DATABASE ${name}`);
    url = Object.assign(new URL(admin), { pathname: `/${name}` }).href;
    const environment = {
      ...before,
      DATABASE_URL: url,
      SECRET_KEY: 'ab'.repeat(32),
      SMTP_URL: 'inbox:',
      LOG_LEVEL: 'silent',
    };
    process.env = environment; // eslint-disable-line no-restricted-properties -- commands read it, and nothing else
    client = new pg.Client({ connectionString: url });
    await client.connect();
  });
  afterEach(async () => {
    await client.end();
    await query(admin, `DROP DATABASE ${new URL(url).pathname.slice(1)} WITH (FORCE)`);
  });

  return {
    get url() {
      return url;
    },
    get client() {
      return client;
    },
    rows: async (sql: string) => (await client.query<Record<string, unknown>>(sql)).rows,
  };
}

async function query(connectionString: string, sql: string): Promise<void> {
  const one = new pg.Client({ connectionString });
  await one.connect();
  try {
    await one.query(sql);
  } finally {
    await one.end();
  }
}
