const LEVELS = { 40: 'WARN', 50: 'ERROR', 60: 'FATAL' };

/** A log line that a person should see, `{ level, text }`, or undefined: a JSON line of level 40 and above. */
export function readable(line) {
  // Most lines are of no interest, and there may be thousands a second.
  const level = Number(/"level":(\d+)/.exec(line)?.[1]);
  if (!(level >= 40)) return undefined;
  try {
    const { message, err } = JSON.parse(line);
    const reason = err?.message && !String(message).includes(err.message) ? err.message : undefined;
    return { level: LEVELS[level] ?? 'WARN', text: [message, reason].filter(Boolean).join(': ') };
  } catch {
    return undefined;
  }
}

/** Whether a line that is not JSON belongs on the terminal. Node's own warnings and stack frames are for the log file. */
export const isPlainTrouble = (line) => line.trim() !== '' && !/^(\{|\(node:\d+\)|\(Use `node|\s+at |\s*\^)/.test(line);
