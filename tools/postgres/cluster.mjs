import { randomBytes } from 'node:crypto';
import {
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { Cannot } from '../cannot.mjs';
import { run, tail } from '../run.mjs';

/** The only role of the cluster, and its database. */
export const NAME = 'dundun';

/** macOS has no C.UTF-8. Every system sorts by code point; the locale only decides upper and lower case. */
const LOCALE =
  process.platform === 'darwin' ? ['--lc-collate=C', '--lc-ctype=UTF-8', '--lc-messages=C'] : ['--locale=C.UTF-8'];

/** The environment that PostgreSQL gets: without the caller's PG… variables. */
export const cleanEnvironment = (more = {}) => ({
  PATH: process.env.PATH,
  TZ: 'UTC',
  ...(process.platform === 'darwin' ? { LC_ALL: 'en_US.UTF-8' } : {}),
  ...more,
});

/** An initdb whose starter was killed may still write there. */
const REMOVE = { recursive: true, force: true, maxRetries: 10, retryDelay: 100 };

/** Runs initdb in a new folder and renames that folder at the end, so that an interrupted start leaves no incomplete cluster. */
export async function createCluster({ native, home, user, throwaway, signal }) {
  for (const name of readdirSync(home)) if (name.startsWith('new-')) rmSync(join(home, name), REMOVE);
  const folder = join(home, `new-${process.pid}`);
  const secret = join(home, `new-${process.pid}.password`);
  const password = randomBytes(24).toString('hex');
  mkdirSync(folder, { mode: 0o700 });
  writeFileSync(secret, password, { mode: 0o600 });
  if (user.uid !== undefined) for (const path of [folder, secret]) chownSync(path, user.uid, user.gid);
  const options = [`--pgdata=${folder}`, `--username=${NAME}`, '--auth=scram-sha-256', `--pwfile=${secret}`];
  const { code, stdout, stderr } = await run(
    join(native, 'bin', 'initdb'),
    [...options, '--encoding=UTF8', ...LOCALE, ...(throwaway ? ['--no-sync'] : [])],
    { ...user, cwd: '/', env: cleanEnvironment(), signal },
  );
  rmSync(secret);
  if (code !== 0)
    throw new Cannot(`PostgreSQL could not create its data folder in ${home}:\n${tail(stderr || stdout, 5)}`);
  writeFileSync(join(home, 'password'), password, { mode: 0o600 });
  renameSync(folder, join(home, 'data'));
}

/** Returns the address of a database of the cluster, which listens on `port` of the loopback. */
export function addressOf(home, port, database = NAME) {
  const file = join(home, 'password');
  if (!existsSync(file))
    throw new Cannot(`${file} is missing, and the database in ${home} cannot be opened without it.`);
  return `postgres://${NAME}:${readFileSync(file, 'utf8').trim()}@127.0.0.1:${port}/${database}`;
}
