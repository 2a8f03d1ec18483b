const LEVELS = { 40: 'WARN', 50: 'ERROR', 60: 'FATAL' };

/** Returns `{ level, text }` of a JSON log line of level 40 or above; undefined for other lines. */
export function readable(line) {
  // There may be thousands of lines a second, and most are skipped: parse only the others.
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

/** Returns whether a line that is not JSON belongs on the terminal. Node's own warnings and stack frames stay in the log file. */
export const isPlainTrouble = (line) => line.trim() !== '' && !/^(\{|\(node:\d+\)|\(Use `node|\s+at |\s*\^)/.test(line);
