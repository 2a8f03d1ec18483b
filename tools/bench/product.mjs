import { randomBytes } from 'node:crypto';
import { Cannot } from '../cannot.mjs';
import { freePort } from '../free-port.mjs';
import { ask, withDatabase } from '../postgres/ask.mjs';
import { run, tail } from '../run.mjs';
import { FLAGS, PROGRAMS } from '../start/programs.mjs';
import { startProgram, waitReady } from './processes.mjs';
import { KEY, PEOPLE, SECRET, uidOf } from './requests.mjs';

const PEOPLE_KNOWN = `
  INSERT INTO people (workspace_id, id, uid, uid_updateable)
  SELECT 1, gen_random_uuid(), uid, false FROM unnest($1::text[]) AS uid`;

/**
 * Sets up the built product on a new database with one workspace and the people that events refer to.
 * @param queue `redis` or `postgres`
 */
export async function makeProduct({ folder, postgres, redis }, { queue = 'postgres', sink } = {}) {
  const name = `bench_${randomBytes(4).toString('hex')}`;
  await ask(postgres.admin, `CREATE DATABASE ${name}`);
  const env = {
    DATABASE_URL: withDatabase(postgres.admin, name),
    ...(queue === 'redis' ? { REDIS_URL: redis.url, REDIS_PREFIX: name } : {}),
    SECRET_KEY: randomBytes(32).toString('hex'),
    PUBLIC_URL: 'https://bench.test',
    SMTP_URL: sink ?? 'smtp://127.0.0.1:9',
    BOOTSTRAP_API_KEY: KEY,
    BOOTSTRAP_API_SECRET: SECRET,
    BOOTSTRAP_EMAIL: 'owner@bench.test',
    BOOTSTRAP_PASSWORD: randomBytes(12).toString('hex'),
    BOOTSTRAP_DOMAIN: 'bench.test',
  };
  const { code, stdout, stderr } = await run(process.execPath, [PROGRAMS.migrator], {
    env: { PATH: process.env.PATH, ...env },
  });
  if (code !== 0) throw new Cannot(`The migrator failed:\n${tail(stdout + stderr)}`);
  const query = (sql, values) => ask(env.DATABASE_URL, sql, values);
  await query(PEOPLE_KNOWN, [Array.from({ length: PEOPLE }, (_, number) => uidOf(number))]);

  const start = async (program, portName) => {
    const port = await freePort();
    const child = startProgram(`${program}-${name}`, PROGRAMS[program], {
      folder,
      flags: FLAGS[program],
      env: { ...env, [portName]: String(port) },
    });
    await waitReady(child, `http://127.0.0.1:${port}/health/ready`);
    return { child, port };
  };
  return {
    env,
    query,
    startApi: () => start('api', 'API_PORT'),
    startWorker: () => start('worker', 'WORKER_PORT'),
  };
}
