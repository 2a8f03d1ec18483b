import { readdirSync, readFileSync } from 'node:fs';

/** Clock ticks per second in /proc, the same on every Linux. */
const TICKS = 100;

/**
 * Returns the CPU seconds that a process and its descendants have used, including those that have ended and been waited for.
 * Works on Linux only; elsewhere it is NaN.
 */
export function cpuSeconds(pid) {
  const all = processes();
  if (!all.has(pid)) return NaN;
  const total = (one) =>
    [...all].reduce((sum, [id, { parent }]) => (parent === one ? sum + total(id) : sum), all.get(one).ticks);
  return total(pid) / TICKS;
}

/** Returns the CPU seconds that one process has used, exactly; 0 for one that has ended, NaN where there is no Linux. */
export function exactSeconds(pid) {
  if (process.platform !== 'linux') return NaN;
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e9;
  } catch {
    return 0;
  }
}

function processes() {
  const all = new Map();
  try {
    for (const name of readdirSync('/proc')) if (/^\d+$/.test(name)) note(all, Number(name));
  } catch {
    // Not Linux.
  }
  return all;
}

function note(all, pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name of the program, in parentheses, may contain anything. From state on: ppid is the second, utime to cstime are 12 to 15.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const ticks = fields.slice(11, 15).reduce((sum, text) => sum + Number(text), 0);
    all.set(pid, { parent: Number(fields[1]), ticks });
  } catch {
    // It has ended meanwhile.
  }
}
