import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { inRoot } from '../root.mjs';

const FILE = inRoot('docs', 'benchmarks.md');
const PLACE = /(<!-- measured -->\n)[^]*?(<!-- \/measured -->)/;

/** Describes the machine and the versions that the figures depend on. */
export const machine = ({ postgres, redis }) =>
  [
    `${availableParallelism()} cores`,
    `Node ${process.versions.node}`,
    `PostgreSQL ${postgres.version}`,
    redis ? `Redis ${redis.version}` : 'no Redis',
  ].join(', ');

/** Replaces the figures in the document. */
export function writeDocument(text) {
  const before = readFileSync(FILE, 'utf8');
  if (!PLACE.test(before)) throw new Error('docs/benchmarks.md has no place for what was measured.');
  writeFileSync(
    FILE,
    before.replace(PLACE, (_, begin, end) => `${begin}\n${text}\n\n${end}`),
  );
}
