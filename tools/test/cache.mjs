// The cache folder of the tests. It outlives the clone: CI tests a fresh one each time, on the same machine.
import {
  accessSync,
  constants,
  mkdirSync,
  readdirSync,
  statSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';

const DAY_MS = 86_400_000;
const KEPT_DAYS = 30;

/** Returns the user's cache folder for the tests, `$XDG_CACHE_HOME/dundun/tests` or `~/.cache/dundun/tests`, and makes it. */
export function cacheFolder() {
  const homes = [process.env.XDG_CACHE_HOME, join(homedir(), '.cache'), tmpdir()];
  for (const home of homes.filter(Boolean)) {
    const folder = join(home, 'dundun', 'tests');
    try {
      mkdirSync(folder, { recursive: true });
      accessSync(folder, constants.W_OK);
      return folder;
    } catch {
      // Not writable, as in some containers: try the next one.
    }
  }
  throw new Error('No writable folder for the cache of the tests: set XDG_CACHE_HOME.');
}

/** Deletes cached files older than a month, once a day. Jest writes those it still needs again. */
export function pruneCache(folder = cacheFolder(), now = Date.now()) {
  const mark = join(folder, 'pruned');
  if (now - timeOf(mark) < DAY_MS) return;
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile() && now - timeOf(path) > KEPT_DAYS * DAY_MS) removeQuietly(path);
  }
  writeFileSync(mark, '');
  utimesSync(mark, now / 1_000, now / 1_000);
}

function timeOf(path) {
  try {
    return statSync(path).mtimeMs;
  } catch {
    return 0; // another run has just deleted it, or nothing was ever there
  }
}

function removeQuietly(path) {
  try {
    unlinkSync(path);
  } catch {
    // Another run has just deleted it.
  }
}
