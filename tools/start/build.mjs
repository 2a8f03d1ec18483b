import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Cannot } from '../cannot.mjs';
import { inRoot, ROOT } from '../root.mjs';
import { run, tail } from '../run.mjs';

/** The programs that are run, each with the file that Node starts. */
export const PROGRAMS = {
  migrator: inRoot('apps/migrator/dist/main.js'),
  api: inRoot('apps/api/dist/main.js'),
  worker: inRoot('apps/worker/dist/main.js'),
  console: inRoot('apps/console/.next/standalone/apps/console/server.js'),
};

/** What Node is told besides, by program. New objects of the api get by with 8 MB: beyond that they cost memory and gain no time. */
export const FLAGS = { api: ['--max-semi-space-size=4'] };

const MARK = inRoot('node_modules', '.cache', 'built');
const SHARED = ['package-lock.json', '.swcrc', 'tsconfig.base.json', 'nx.json', 'tools/bundle.mjs'];
const MADE = new Set(['node_modules', 'dist', '.next', '.nx', 'coverage', 'e2e', 'next-env.d.ts']);

/** Builds what changed since the last build; Nx knows what that is, and is not even asked when no source has changed. */
export async function buildChanged({ logFile, signal }) {
  const wanted = fingerprint();
  if (existsSync(MARK) && readFileSync(MARK, 'utf8') === wanted && missing().length === 0) return 'up to date';
  const env = { ...process.env };
  delete env.NODE_ENV; // whatever the caller's is, Next builds for production
  const args = [inRoot('tools/nx.mjs'), 'run-many', '-t', 'build'];
  const { code, stdout, stderr } = await run(process.execPath, args, { cwd: ROOT, env, logFile, signal });
  if (code !== 0) throw new Cannot(`The build failed${logFile ? ` (${logFile})` : ''}:\n${tail(stdout + stderr, 40)}`);
  if (missing().length > 0) throw new Cannot(`The build made no ${missing().join(', ')}.`);
  mkdirSync(dirname(MARK), { recursive: true });
  writeFileSync(MARK, wanted);
  return 'built';
}

function missing() {
  const libraries = readdirSync(inRoot('libs'))
    .filter((name) => existsSync(inRoot('libs', name, 'src')))
    .map((name) => inRoot('libs', name, 'dist'));
  return [...Object.values(PROGRAMS), ...libraries].filter((path) => !existsSync(path));
}

/** Names, sizes and times of all sources: reading them takes longer than a start may. */
function fingerprint() {
  const hash = createHash('sha256').update(process.version);
  const add = (path) => {
    const { mtimeMs, size } = statSync(path);
    hash.update(`${path}\0${mtimeMs}\0${size}\n`);
  };
  const walk = (folder) => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (MADE.has(entry.name) || /\.(spec\.tsx?|tsbuildinfo)$/.test(entry.name)) continue;
      if (entry.isDirectory()) walk(path);
      else if (entry.isFile()) add(path);
    }
  };
  for (const name of SHARED) add(inRoot(name));
  for (const name of ['apps', 'libs']) walk(inRoot(name));
  return hash.digest('hex');
}
