// Credentials of the first workspace. Missing ones are generated once per database and kept in bootstrap.json.
import { randomBytes, randomInt } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readJson, writeJson, writePrivate } from './small-file.mjs';

/** Without characters that look alike: a person may type the password. */
const ALPHABET = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const password = () => Array.from({ length: 20 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
const FIELDS = [
  ['key', 'BOOTSTRAP_API_KEY', () => `dk_${randomBytes(16).toString('hex')}`],
  ['secret', 'BOOTSTRAP_API_SECRET', () => `ds_${randomBytes(24).toString('hex')}`],
  ['browserKey', 'BOOTSTRAP_BROWSER_KEY', () => `dk_${randomBytes(16).toString('hex')}`],
  ['email', 'BOOTSTRAP_EMAIL', () => 'owner@dundun.local'],
  ['password', 'BOOTSTRAP_PASSWORD', password],
  ['domain', 'BOOTSTRAP_DOMAIN', () => 'dundun.test'],
];

/**
 * Returns `{ environment, values, earlier, keep, forget }`: the BOOTSTRAP_* variables for the migrator, the same values by name, and
 * the values of an earlier start on this database as far as they were generated here.
 */
export function credentials({ env, dataDir }) {
  const file = join(dataDir, 'bootstrap.json');
  const database = nameOf(env.DATABASE_URL);
  const stored = readJson(file, {})[database];
  const save = (entry) => writeJson(file, { ...readJson(file, {}), [database]: entry });
  const made = {};
  const values = {};
  const environment = {};
  const earlier = stored && {};
  for (const [name, variable, make] of FIELDS) {
    if (!env[variable]) made[name] = stored?.[name] ?? make();
    values[name] = environment[variable] = env[variable] ?? made[name];
    if (earlier) earlier[name] = stored[name] ?? env[variable];
  }
  return {
    environment,
    values,
    earlier,
    /** Call this before the migrator runs: credentials that it commits must not be lost with this process. */
    keep: () => stored ?? save(made),
    /** Call this when the database already had a workspace: the generated credentials do not work there. */
    forget: () => stored ?? save(undefined),
  };
}

function nameOf(url) {
  if (!url) return 'embedded';
  try {
    const { host, pathname } = new URL(url);
    return host + pathname;
  } catch {
    return url;
  }
}

/** Returns the key that seals credentials and signs links of the embedded database: the given one, or one generated once. */
export function secretKey({ env, dataDir }) {
  if (env.SECRET_KEY) return env.SECRET_KEY;
  const file = join(dataDir, 'secret.key');
  if (!existsSync(file)) writePrivate(file, `${randomBytes(32).toString('hex')}\n`);
  return readFileSync(file, 'utf8').trim();
}
