import { FEED_EVENTS } from '@dundun/contracts';
import { InvalidInputError } from '@dundun/domain';

const KNOWN = Object.keys(FEED_EVENTS);
const GROUPS = [...new Set(KNOWN.map((type) => `${type.split('.')[0]}.*`))];
const PATTERNS = new Set(['*', ...GROUPS, ...KNOWN]);

/** Matches every type. */
export const EVERYTHING = ['*'];

/**
 * Validates type patterns (names, `message.*`, `*`) and removes duplicates.
 * @param field the field named in the error
 * @throws InvalidInputError that names the first unknown pattern
 */
export function knownTypes(given: string[], field: string): string[] {
  const unknown = given.find((pattern) => !PATTERNS.has(pattern));
  if (unknown === undefined && given.length > 0) return [...new Set(given)];
  const example = `one of ${['*', ...GROUPS].join(', ')} or a single type such as ${KNOWN[0]}`;
  const message = unknown === undefined ? `must name ${example}` : `must be ${example}; there is no ${unknown}`;
  throw new InvalidInputError([{ field, message }]);
}
