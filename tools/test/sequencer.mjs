import { readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { cacheFolder } from './cache.mjs';
import { ROOT } from '../root.mjs';

const FILE = join(cacheFolder(), 'durations.json');
/** Of a file that never ran on this machine, by project. */
const GUESS_MS = { unit: 1_000, integration: 5_000, e2e: 10_000, worker: 30_000, console: 60_000, start: 60_000 };

const read = () => {
  try {
    return JSON.parse(readFileSync(FILE, 'utf8'));
  } catch {
    return {}; // the first run
  }
};
const nameOf = (path) => relative(ROOT, path);

/**
 * Starts the longest files first, so that no core is idle at the end. Jest's own sequencer knows files by their absolute paths,
 * and so knows nothing in a fresh clone.
 */
export default class Sequencer {
  sort(tests) {
    const known = read();
    const expected = ({ path, context }) => known[nameOf(path)] ?? GUESS_MS[context.config.displayName?.name] ?? 0;
    return [...tests].sort((one, other) => expected(other) - expected(one));
  }

  cacheResults(_, { testResults }) {
    const known = read();
    for (const { testFilePath, perfStats, skipped } of testResults)
      if (!skipped && perfStats.end > perfStats.start) known[nameOf(testFilePath)] = perfStats.end - perfStats.start;
    writeFileSync(FILE, JSON.stringify(known));
  }
}
