const UNPAIRED = /\p{Cs}/gu;
const DEEPEST = 64;

/** Sanitizes text for PostgreSQL, also inside JSON: NUL and unpaired surrogates become U+FFFD. */
export const storableText = (text: string): string => text.replaceAll('\0', '\ufffd').replace(UNPAIRED, '\ufffd');

/** Returns the first `most` characters; never splits a surrogate pair. */
export const cut = (text: string, most: number): string => [...text.slice(0, most * 2)].slice(0, most).join('');

/**
 * Sanitizes JSON for storage, texts and names included. Numbers beyond a double become null, and the key `__proto__` is left out.
 * @param refuse makes the error for values nested deeper than 64 levels
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
