// What the first workspace is opened with. What is not given is made, once per database, and kept in bootstrap.json.
import { randomBytes, randomInt } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readJson, writeJson, writePrivate } from './small-file.mjs';

/** No letters that look like others: somebody may type it. */
const ALPHABET = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const password = () => Array.from({ length: 20 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
const FIELDS = [
  ['key', 'BOOTSTRAP_API_KEY', () => `dk_${randomBytes(16).toString('hex')}`],
  ['secret', 'BOOTSTRAP_API_SECRET', () => `ds_${randomBytes(24).toString('hex')}`],
  ['email', 'BOOTSTRAP_EMAIL', () => 'owner@dundun.local'],
  ['password', 'BOOTSTRAP_PASSWORD', password],
  ['domain', 'BOOTSTRAP_DOMAIN', () => 'dundun.test'],
];

/**
 * Gives `{ environment, values, earlier, keep, forget }`: the BOOTSTRAP_* for the migrator and the same by name; `earlier` is
 * what this database was opened with before, as far as it was made here.
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
    /** To be called before the migrator runs: what it commits must not be lost with this process. */
    keep: () => stored ?? save(made),
    /** The database was somebody else's already: what was made here opens nothing. */
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

/** The key that seals credentials and signs links in the embedded database: given, or made once. */
export function secretKey({ env, dataDir }) {
  if (env.SECRET_KEY) return env.SECRET_KEY;
  const file = join(dataDir, 'secret.key');
  if (!existsSync(file)) writePrivate(file, `${randomBytes(32).toString('hex')}\n`);
  return readFileSync(file, 'utf8').trim();
}
