import { randomBytes } from 'node:crypto';
import { Cannot } from '../cannot.mjs';
import { ask, withDatabase } from '../postgres/ask.mjs';
import { run, tail } from '../run.mjs';
import { PROGRAMS } from '../start/programs.mjs';

/**
 * Creates the database that test files copy: migrated by the built migrator, without a workspace. @returns `{ name, drop }`;
 * dropping it also drops the copies, whose names begin with its name.
 */
export async function makeTemplate(adminUrl, { env, signal }) {
  const name = `dundun_template_${process.pid}_${randomBytes(3).toString('hex')}`;
  await ask(adminUrl, `CREATE DATABASE ${name}`).catch((error) => {
    throw new Cannot(`The tests need a server on which they may create databases: ${error.message}`);
  });
  const drop = async () => {
    const copies = await ask(adminUrl, 'SELECT datname FROM pg_database WHERE starts_with(datname, $1)', [name]);
    for (const { datname } of copies) await ask(adminUrl, `DROP DATABASE IF EXISTS "${datname}" WITH (FORCE)`);
  };
  const environment = {
    ...env,
    DATABASE_URL: withDatabase(adminUrl, name),
    SECRET_KEY: randomBytes(32).toString('hex'),
  };
  try {
    const { code, stdout, stderr } = await run(process.execPath, [PROGRAMS.migrator, 'migrate'], {
      env: environment,
      signal,
    });
    if (code !== 0) throw new Cannot(`The template database could not be made:\n${tail(stdout + stderr)}`);
  } catch (error) {
    await drop().catch(() => {});
    throw error;
  }
  return { name, drop };
}
