import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { Cannot } from '../cannot.mjs';
import { inRoot, ROOT } from '../root.mjs';
import { run } from '../run.mjs';
import { readJson } from './small-file.mjs';

const LOCK = inRoot('package-lock.json');
const MARK = inRoot('node_modules', '.cache', 'installed');

const fingerprint = () =>
  createHash('sha256').update(readFileSync(LOCK)).update(`${process.platform}-${process.arch}`).digest('hex');

/** `npm ci` when node_modules is missing or belongs to another lock file. */
export async function installPackages({ logFile, signal }) {
  const wanted = fingerprint();
  if (existsSync(MARK) && readFileSync(MARK, 'utf8') === wanted) return 'up to date';
  const complete = isInstalled();
  if (!complete) await npmCi({ logFile, signal });
  mkdirSync(dirname(MARK), { recursive: true });
  writeFileSync(MARK, wanted);
  return complete ? 'up to date' : 'installed';
}

/** What somebody installed by hand is kept when it is what the lock file says: npm leaves a list of what it put there. */
function isInstalled() {
  const found = readJson(inRoot('node_modules', '.package-lock.json'), undefined)?.packages;
  if (!found) return false;
  const wanted = Object.entries(readJson(LOCK, {}).packages);
  return wanted.every(([path, one]) => !path || one.link || one.optional || found[path]?.version === one.version);
}

async function npmCi({ logFile, signal }) {
  // NODE_ENV=production would leave out what the build needs.
  const args = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--no-progress'];
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
