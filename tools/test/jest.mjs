import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { inRoot, ROOT } from '../root.mjs';

/** Runs Jest on the terminal. @returns its exit code. `signal` ends it; Ctrl-C reaches it from the terminal. */
export function runJest({ kinds, jest }, { env, resultFile, signal }) {
  const bin = createRequire(import.meta.url).resolve('jest/bin/jest');
  const projects = kinds.length > 0 ? ['--selectProjects', ...kinds] : [];
  const args = [...projects, '-c', inRoot('jest.config.mjs'), '--json', `--outputFile=${resultFile}`, ...inClone(jest)];
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    // A test file loads thousands of long-lived modules. A small young generation would copy each several times.
    const room = '--max-semi-space-size=64';
    const endWithUs = ['--import', new URL('../end-with-parent.mjs', import.meta.url).href];
    const stdio = ['inherit', 'inherit', 'inherit', 'ipc'];
    const child = spawn(process.execPath, [room, ...endWithUs, bin, ...args], { cwd: ROOT, env, stdio });
    signal.addEventListener('abort', () => child.kill('SIGTERM'));
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
}

/** Ties leading path patterns to the clone: Jest compares them with absolute paths, in which a word may name a folder above it. */
export function inClone(words) {
  const options = words.findIndex((word) => word.startsWith('-'));
  const isPath = (index) => options === -1 || index < options;
  const root = ROOT.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  return words.map((word, index) => (isPath(index) ? `${root}.*${word}` : word));
}
