// Where the cluster of a data folder lives: in that folder or, when the user `postgres` cannot enter root's data folder (a 0700
// folder, or one below such a parent), under /var/lib/dundun. A data folder always has exactly one cluster.
import { createHash, randomUUID } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { Cannot } from '../cannot.mjs';
import { endPostmaster, runningPostmaster } from './postmaster.mjs';
import { canEnter, isRoot, ownerOf, postgresUser } from './user.mjs';

const ELSEWHERE = '/var/lib/dundun';

const readJson = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined);
const open = (folder) => {
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o755);
};

/** Returns the folder that contains the cluster (`data/`) and its password, creating it if necessary. Calls `note` with messages for a person. */
export async function findHome(dataDir, note) {
  const inside = join(dataDir, 'postgres');
  const pointer = join(dataDir, 'postgres.json');
  const known = readJson(pointer);
  if (!isRoot()) {
    if (!known) return (mkdirSync(inside, { recursive: true }), inside);
    throw new Cannot(`Root created the database of ${dataDir}, in ${known.folder}. Start as root, or set DATA_DIR.`);
  }
  const data = join(inside, 'data');
  if (existsSync(data)) {
    if (canEnter(ownerOf(data), inside)) return inside;
    throw new Cannot(
      `The user that owns the database can no longer reach ${inside}. Give it access to every parent folder (chmod a+x).`,
    );
  }
  if (!known) {
    open(inside);
    if (canEnter(postgresUser(), inside)) return inside;
    rmSync(inside, { recursive: true });
  }
  return elsewhere(dataDir, pointer, known, note);
}

async function elsewhere(dataDir, pointer, known, note) {
  const hash = createHash('sha256').update(realpathSync(dataDir)).digest('hex').slice(0, 16);
  const folder = join(ELSEWHERE, hash);
  const ownerFile = join(folder, 'owner.json');
  const owner = readJson(ownerFile);
  if (known && owner?.id === known.id) return folder;
  if (known) {
    throw new Cannot(
      `${dataDir} was moved or copied: its database is not in ${folder} but was left in ${known.folder}. ` +
        `Move that folder there, or delete ${pointer} to start with an empty database.`,
    );
  }
  if (existsSync(folder)) await setAside(folder, note);
  open(ELSEWHERE);
  open(folder);
  const id = randomUUID();
  writeFileSync(ownerFile, JSON.stringify({ id, dataDir: realpathSync(dataDir) }));
  writeFileSync(pointer, JSON.stringify({ id, folder }));
  note(`The user "postgres" cannot enter ${dataDir}, so the database is in ${folder}.`);
  return folder;
}

/** The data folder was deleted and created again: the old cluster no longer belongs to it, but must not be deleted. */
async function setAside(folder, note) {
  const old = runningPostmaster(join(folder, 'data'));
  if (old) await endPostmaster(old.pid);
  const aside = `${folder}-until-${new Date().toISOString().replace(/[:.]/g, '-')}`;
  renameSync(folder, aside);
  note(`The database of an earlier data folder at this path was set aside: ${aside}`);
}
