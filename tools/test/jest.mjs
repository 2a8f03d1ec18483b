import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { inRoot, ROOT } from '../root.mjs';

/** Runs Jest on the terminal and gives its exit code. `signal` ends it; the terminal has told it of Ctrl-C by itself. */
export function runJest({ kinds, jest }, { env, resultFile, signal }) {
  const bin = createRequire(import.meta.url).resolve('jest/bin/jest');
  const projects = kinds.length > 0 ? ['--selectProjects', ...kinds] : [];
  const args = [...projects, '-c', inRoot('jest.config.mjs'), '--json', `--outputFile=${resultFile}`, ...jest];
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    const endWithUs = ['--import', new URL('../end-with-parent.mjs', import.meta.url).href];
    const stdio = ['inherit', 'inherit', 'inherit', 'ipc'];
    const child = spawn(process.execPath, [...endWithUs, bin, ...args], { cwd: ROOT, env, stdio });
    signal.addEventListener('abort', () => child.kill('SIGTERM'));
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
}
