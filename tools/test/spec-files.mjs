// Which spec files there are, and what each says about itself in the comment at its top:
//   @half embedded|services|both   where the gate runs it, when not where its kind runs
//   @slow <reason>                 why it takes more than 20 seconds
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { ROOT } from '../root.mjs';

/** The two halves of the gate, by the servers they run on. */
export const HALVES = ['embedded', 'services'];

/** The half that runs a kind of test, unless a file says otherwise. */
const HALF_OF = {
  unit: 'embedded',
  e2e: 'embedded',
  start: 'embedded',
  console: 'embedded',
  integration: 'services',
  worker: 'services',
};
const SKIPPED = new Set(['node_modules', 'dist', '.next', '.nx']);
const COMMENT = /^\s*\/\*\*.*?\*\//s;
const REPEATS = /from '@dundun\/testing\/repetitions'/;

/** Returns every spec file as `{ path, kind, half, slow, repeats }`, the path relative to the workspace. */
export function specFiles(root = ROOT) {
  return ['apps', 'libs', 'tools']
    .flatMap((name) => [...walk(join(root, name))])
    .map((file) => describeSpec(root, file));
}

function* walk(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && !SKIPPED.has(entry.name)) yield* walk(path);
    else if (entry.name.endsWith('.spec.ts')) yield path;
  }
}

function describeSpec(root, file) {
  const path = relative(root, file);
  const source = readFileSync(file, 'utf8');
  const comment = COMMENT.exec(source)?.[0] ?? '';
  const pragma = (name) => new RegExp(`@${name} ([^*]+)`).exec(comment)?.[1].trim();
  const kind = kindOf(path);
  const half = pragma('half') ?? HALF_OF[kind];
  if (half !== 'both' && !HALVES.includes(half)) throw new Error(`${path}: there is no half "${half}"`);
  return { path, kind, half, slow: pragma('slow'), repeats: REPEATS.test(source) };
}

function kindOf(path) {
  if (path.startsWith('apps/console/e2e/')) return 'console';
  if (path.startsWith('apps/worker/e2e/')) return 'worker';
  if (path.startsWith('apps/api/e2e/')) return 'e2e';
  if (path.endsWith('.e2e.spec.ts')) return 'start';
  return path.endsWith('.int.spec.ts') ? 'integration' : 'unit';
}

/** Returns the paths that a run of one half, or a long run, leaves out. */
export function leftOut({ half, long = false }, files = specFiles()) {
  const isIn = (file) => (!half || file.half === half || file.half === 'both') && (!long || file.repeats);
  return files.filter((file) => !isIn(file)).map(({ path }) => path);
}
