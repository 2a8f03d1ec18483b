import { spawn } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { Cannot } from './cannot.mjs';

/**
 * Runs a command to its end and returns `{ code, stdout, stderr }`. The command has its own process group: Ctrl-C reaches it and
 * its children only through `signal`. Output is also appended to `logFile`.
 */
export function run(command, args, { logFile, signal, ...options } = {}) {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], detached: true, ...options });
    const output = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr']) {
      child[name].setEncoding('utf8').on('data', (text) => {
        output[name] += text;
        if (logFile) appendFileSync(logFile, text, { mode: 0o600 });
      });
    }
    const abort = () => endGroup(child.pid, 'SIGTERM');
    signal?.addEventListener('abort', abort);
    child.once('error', (error) => reject(new Cannot(`${command} could not be run: ${error.message}`)));
    child.once('close', (code) => {
      signal?.removeEventListener('abort', abort);
      if (signal?.aborted) reject(signal.reason);
      else resolve({ code, ...output });
    });
  });
}

/** Signals a process group that we started. Ignores a group that has ended. */
export function endGroup(pid, signal) {
  try {
    process.kill(-pid, signal);
  } catch (error) {
    if (error.code !== 'ESRCH') throw error;
  }
}

/** Returns the last lines of an output, for a message. */
export const tail = (text, lines = 20) => text.trimEnd().split('\n').slice(-lines).join('\n');
