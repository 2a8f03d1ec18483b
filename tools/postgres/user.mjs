// PostgreSQL refuses to run as root, so root runs it as the user `postgres`.
import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { Cannot } from '../cannot.mjs';

export const isRoot = () => process.getuid?.() === 0;

const id = (flag, name) => {
  const { status, stdout } = spawnSync('id', [flag, name], { encoding: 'utf8' });
  return status === 0 ? Number(stdout) : undefined;
};
const lookUp = (name) => {
  const uid = id('-u', name);
  return uid ? { uid, gid: id('-g', name) } : undefined;
};

/** Returns spawn options `{ uid, gid }` for a new cluster, empty for an ordinary user. Creates the user if it is missing. */
export function postgresUser() {
  if (!isRoot()) return {};
  const found = lookUp('postgres');
  if (found) return found;
  const made = spawnSync('useradd', [
    '--system',
    '--user-group',
    '--no-create-home',
    '--shell',
    '/bin/false',
    'postgres',
  ]);
  const user = lookUp('postgres');
  if (user) return user;
  throw new Cannot(
    `PostgreSQL does not run as root, and the user "postgres" could not be created (${made.error?.message ?? made.stderr}). ` +
      'Create that user, start as an ordinary user, or set DATABASE_URL.',
  );
}

/** Returns the owner of an existing cluster, the only user that can run it. */
export function ownerOf(data) {
  if (!existsSync(data)) return postgresUser();
  const { uid, gid } = statSync(data);
  if (isRoot()) return uid === 0 ? postgresUser() : { uid, gid };
  if (uid === process.getuid?.()) return {};
  throw new Cannot(
    `The database in ${data} belongs to another user (uid ${uid}). Start as that user, or set DATA_DIR.`,
  );
}

/** Returns whether the user can enter the folder and all its parents. */
export function canEnter(user, folder) {
  return spawnSync('/bin/sh', ['-c', 'cd -- "$0"', folder], { ...user, cwd: '/' }).status === 0;
}
