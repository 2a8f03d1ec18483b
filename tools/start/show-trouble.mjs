import { dim, red, say, yellow } from './progress.mjs';

const QUIET_MS = 5000;

/** Returns a function that prints the warnings and errors of one process, each text at most every five seconds. */
export function showTrouble(name) {
  const shown = new Map();
  return ({ level, text }) => {
    const now = Date.now();
    if (now - (shown.get(text) ?? 0) < QUIET_MS) return;
    if (shown.size > 500) shown.clear();
    shown.set(text, now);
    const paint = level === 'WARN' ? yellow : red;
    say(`${dim(new Date(now).toTimeString().slice(0, 8))} ${name.padEnd(8)} ${paint(level.padEnd(5))} ${text}`);
  };
}
