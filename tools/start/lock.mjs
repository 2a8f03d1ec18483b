import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Cannot } from '../cannot.mjs';
import { commandLine, isAlive } from '../process-info.mjs';

const read = (file) => {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
};
// In a container every start may get the same pid: our own in the file belongs to an earlier start.
const isStarter = (pid) =>
  pid !== process.pid && isAlive(pid) && /\b(start\.mjs|dundun|dundun\/main\.mjs)(\s|$)/.test(commandLine(pid));

/** Allows one starter per data folder. Returns the function that releases the lock. @throws Cannot */
export function takeLock(dataDir) {
  const lock = join(dataDir, 'start.lock');
  const mine = `${lock}.${process.pid}`;
  writeFileSync(mine, String(process.pid));
  try {
    // A link appears with its content or not at all, so no other starter reads an empty lock.
    for (let again = 0; again < 100; again++) {
      try {
        linkSync(mine, lock);
        return () => read(lock) === String(process.pid) && rmSync(lock, { force: true });
      } catch (error) {
        if (error.code !== 'EEXIST') throw error;
      }
      const holder = read(lock);
      if (isStarter(Number(holder))) {
        throw new Cannot(
          `Dundun already runs on the data folder ${dataDir} (process ${holder}). Stop it, or set DATA_DIR.`,
        );
      }
      removeStale(lock, holder);
    }
    throw new Cannot(`The lock ${lock} cannot be taken. Delete it if nothing runs on this data folder.`);
  } finally {
    rmSync(mine, { force: true });
  }
}

/** Two starters may find the same stale lock: the slower one must not remove the new lock of the faster one. */
function removeStale(lock, holder) {
  const aside = `${lock}.${process.pid}.stale`;
  try {
    renameSync(lock, aside);
    if (read(aside) !== holder) linkSync(aside, lock);
  } catch {
    return;
  } finally {
    rmSync(aside, { force: true });
  }
}
