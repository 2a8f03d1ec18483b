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
// In a container every start may get the same number: our own in the file is that of an earlier life.
const isStarter = (pid) =>
  pid !== process.pid && isAlive(pid) && /\b(start\.mjs|dundun|dundun\/main\.mjs)(\s|$)/.test(commandLine(pid));

/** One starter per data folder. Gives the function that lets go again. */
export function takeLock(dataDir) {
  const lock = join(dataDir, 'start.lock');
  const mine = `${lock}.${process.pid}`;
  writeFileSync(mine, String(process.pid));
  try {
    // A link appears with its content or not at all, so nobody reads a lock that is not yet written.
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

/** Two starters may find the same dead lock: the slower one must not take away the one that the faster made meanwhile. */
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
