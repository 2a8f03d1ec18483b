const UNPAIRED = /\p{Cs}/gu;
const DEEPEST = 64;

/** Text that PostgreSQL takes, also inside JSON: NUL and half a surrogate pair become U+FFFD. */
export const storableText = (text: string): string => text.replaceAll('\0', '\ufffd').replace(UNPAIRED, '\ufffd');

/** The first characters of a text, without half a surrogate pair at the end. */
export const cut = (text: string, most: number): string => [...text.slice(0, most * 2)].slice(0, most).join('');

/**
 * JSON in a form that can be stored: its texts and names, too; a number beyond a double becomes null, and a key `__proto__` is
 * left out. @param refuse makes what is thrown for what is nested deeper than 64 levels
 */
export function storable(value: unknown, refuse: (detail: string) => Error, depth = 0): unknown {
  if (typeof value === 'string') return storableText(value);
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= DEEPEST) throw refuse(`it is nested deeper than ${DEEPEST} levels`);
  if (Array.isArray(value)) return value.map((item) => storable(item, refuse, depth + 1));
  const entries = Object.entries(value).filter(([name]) => name !== '__proto__');
  return Object.fromEntries(entries.map(([name, item]) => [storableText(name), storable(item, refuse, depth + 1)]));
}
