import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { Cannot } from '../cannot.mjs';
import { inRoot, ROOT } from '../root.mjs';
import { run } from '../run.mjs';
import { say } from './progress.mjs';
import { prune } from './prune.mjs';
import { readJson } from './small-file.mjs';

const LOCK = inRoot('package-lock.json');
/** Contains the hash of the lock file and the installed set of packages: `<hash> start` or `<hash> everything`. */
const MARK = inRoot('node_modules', '.cache', 'installed');

/** Installs what a start builds and runs with, and nothing else, unless that much is there. A complete installation is kept. */
export const installForStart = (options) => install('start', options);

/** Installs everything, development packages included, unless it is there. */
export const installPackages = (options) => install('everything', options);

async function install(wanted, { logFile, signal }) {
  const lock = fingerprint();
  const [marked, found] = existsSync(MARK) ? readFileSync(MARK, 'utf8').split(' ') : [];
  if (marked === lock && (found === wanted || found === 'everything')) return 'up to date';
  const isComplete = allInstalled();
  // Development packages stay when the lock file changes.
  const kind = isComplete || found === 'everything' ? 'everything' : wanted;
  if (!isComplete) {
    if (kind === 'everything') say('  Installing development packages…');
    await npmCi(kind, { logFile, signal });
    if (kind === 'start') prune(inRoot('node_modules'));
  }
  mkdirSync(dirname(MARK), { recursive: true });
  writeFileSync(MARK, `${lock} ${kind}`);
  return isComplete ? 'up to date' : 'installed';
}

const fingerprint = () =>
  createHash('sha256').update(readFileSync(LOCK)).update(`${process.platform}-${process.arch}`).digest('hex');

/** Returns whether everything was installed by hand: npm keeps a list of the packages it installed. */
function allInstalled() {
  const found = readJson(inRoot('node_modules', '.package-lock.json'), undefined)?.packages;
  if (!found) return false;
  const wanted = Object.entries(readJson(LOCK, {}).packages);
  return wanted.every(([path, one]) => !path || one.link || one.optional || found[path]?.version === one.version);
}

/** Packages that npm has in its cache are not looked up again. NODE_ENV=production must not leave out development packages. */
const ALWAYS = ['ci', '--include=optional', '--prefer-offline', '--no-audit', '--no-fund', '--no-progress'];
const KINDS = {
  everything: () => ['--include=dev'],
  start: () => ['--omit=dev', '--include-workspace-root', ...ownWorkspaces().map((path) => `--workspace=${path}`)],
};

/** Returns the workspaces that are part of the programs. Published ones have dependencies that a start does not need. */
function ownWorkspaces() {
  const paths = ['apps', 'libs'].flatMap((folder) => readdirSync(inRoot(folder)).map((name) => `${folder}/${name}`));
  return paths.filter((path) => readJson(inRoot(path, 'package.json'), {}).private);
}

async function npmCi(kind, { logFile, signal }) {
  const args = [...ALWAYS, ...KINDS[kind]()];
  const npm = process.env.npm_execpath;
  const [command, first] = npm?.endsWith('npm-cli.js') ? [process.execPath, [npm]] : ['npm', []];
  const { code, stdout, stderr } = await run(command, [...first, ...args], { cwd: ROOT, logFile, signal });
  if (code !== 0) throw new Cannot(`npm ci failed${logFile ? ` (${logFile})` : ''}:\n${complaint(stderr || stdout)}`);
}

/** npm prints its usage after some errors; the reason comes first. */
const complaint = (text) =>
  text
    .split('\n')
    .filter((line) => line.startsWith('npm error'))
    .slice(0, 12)
    .join('\n') || text;
