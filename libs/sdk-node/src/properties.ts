const MOST_NAMES = 300;
const LONGEST_NAME_BYTES = 150;
const DEEPEST = 5;

/**
 * Checks properties like the service, so that the mistake shows at the call: the items of a batch are checked there
 * only after the answer.
 * @param properties as they are after JSON
 * @throws TypeError
 */
export function checkProperties(properties: unknown): void {
  if (typeof properties !== 'object' || properties === null || Array.isArray(properties))
    throw new TypeError('properties must be an object.');
  check(properties, DEEPEST);
}

function check(value: unknown, depth: number): void {
  if (typeof value === 'string' && !isStorable(value))
    throw new TypeError('properties contain text that is not valid Unicode.');
  if (typeof value !== 'object' || value === null) return;
  if (depth === 0) throw new TypeError(`properties must not nest deeper than ${DEEPEST}.`);
  if (Array.isArray(value)) return value.forEach((item) => check(item, depth - 1));
  const entries = Object.entries(value);
  if (entries.length > MOST_NAMES) throw new TypeError(`properties must have at most ${MOST_NAMES} names.`);
  for (const [name, item] of entries) {
    if (!isName(name)) throw new TypeError(`A name in properties must be 1 to ${LONGEST_NAME_BYTES} bytes of text.`);
    check(item, depth - 1);
  }
}

const isName = (name: string) =>
  name !== '' && name !== '__proto__' && isStorable(name) && Buffer.byteLength(name) <= LONGEST_NAME_BYTES;

/** Whether a text is free of lone surrogates and NUL, which the database rejects. */
export const isStorable = (text: string): boolean => !text.includes('\0') && !/\p{Surrogate}/u.test(text);
