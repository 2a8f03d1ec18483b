import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Cannot } from '../cannot.mjs';
import { inRoot, ROOT } from '../root.mjs';
import { run, tail } from '../run.mjs';
import { PROGRAMS } from './programs.mjs';

const SHARED = ['package-lock.json', '.swcrc', 'tsconfig.base.json', 'nx.json'];
const MADE = new Set(['node_modules', 'dist', '.next', '.nx', 'coverage', 'e2e', 'next-env.d.ts']);

/** What can be built: from which folders, by which command, into which files. `mark` holds the fingerprint of the last build. */
const SERVER = {
  sources: ['apps/api', 'apps/worker', 'apps/migrator', 'apps/dundun', 'libs'],
  command: ['apps/dundun/tools/bundle.mjs'],
  results: () => [PROGRAMS.migrator, PROGRAMS.api, PROGRAMS.worker],
  mark: inRoot('apps/dundun/dist/.built'),
};
const CONSOLE = {
  sources: ['apps/console', 'libs/client', 'libs/domain'],
  command: ['apps/console/tools/build.mjs'],
  results: () => [PROGRAMS.console],
  mark: inRoot('apps/console/.next/standalone/.built'),
};
const LIBRARIES = {
  sources: [...SERVER.sources, 'tools/library'],
  command: ['tools/nx.mjs', 'run-many', '-t', 'build', '--exclude', '@dundun/console'],
  results: () => [...SERVER.results(), ...libraries()],
  mark: inRoot('node_modules/.cache/built-libraries'),
};
const EVERYTHING = {
  sources: ['apps', 'libs', 'tools/library'],
  command: ['tools/nx.mjs', 'run-many', '-t', 'build'],
  results: () => [...Object.values(PROGRAMS), ...libraries()],
  mark: inRoot('node_modules/.cache/built'),
};

/** Bundles api, worker and migrator unless no source has changed. */
export const buildServer = (options) => build(SERVER, options);

/** Builds the console unless no source has changed. */
export const buildConsole = (options) => build(CONSOLE, options);

/** Builds all projects but the console, unless no source has changed. */
export async function buildLibraries(options) {
  const result = await build(LIBRARIES, options);
  if (result === 'built') writeFileSync(SERVER.mark, fingerprint(SERVER));
  return result;
}

/** Builds all projects, libraries and SDKs too, unless no source has changed; Nx knows which of them are affected. */
export async function buildChanged(options) {
  const result = await build(EVERYTHING, options);
  if (result === 'built')
    for (const target of [SERVER, CONSOLE, LIBRARIES]) writeFileSync(target.mark, fingerprint(target));
  return result;
}

async function build(target, { logFile, signal }) {
  const wanted = fingerprint(target);
  const missing = () => target.results().filter((path) => !existsSync(path));
  if (existsSync(target.mark) && readFileSync(target.mark, 'utf8') === wanted && missing().length === 0)
    return 'up to date';
  const env = { ...process.env, NEXT_TELEMETRY_DISABLED: '1' };
  delete env.NODE_ENV; // whatever the caller's is, Next builds for production
  const [script, ...args] = target.command;
  const { code, stdout, stderr } = await run(process.execPath, [inRoot(script), ...args], { cwd: ROOT, env, logFile, signal }); // prettier-ignore
  if (code !== 0) throw new Cannot(`The build failed${logFile ? ` (${logFile})` : ''}:\n${tail(stdout + stderr, 40)}`);
  if (missing().length > 0) throw new Cannot(`The build did not produce ${missing().join(', ')}.`);
  mkdirSync(dirname(target.mark), { recursive: true });
  writeFileSync(target.mark, wanted);
  return 'built';
}

function libraries() {
  return readdirSync(inRoot('libs'))
    .filter((name) => existsSync(inRoot('libs', name, 'src')))
    .map((name) => inRoot('libs', name, 'dist'));
}

/** A hash of names, sizes and times of all sources; reading the files would take longer than a start may. */
function fingerprint({ sources }) {
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
  for (const name of sources) walk(inRoot(name));
  return hash.digest('hex');
}
