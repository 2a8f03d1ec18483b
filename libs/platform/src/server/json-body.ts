import { MalformedBodyError } from '@dundun/domain';
import { assertBounded } from './body-bounds.js';

const DEEPEST = 64;
const LONGEST_KEY = 40;
const LONGEST_PATH = 200;

/**
 * Parses a JSON body. Refuses values that PostgreSQL cannot store or JavaScript would silently change: NUL, lone surrogates,
 * numbers beyond a double, `__proto__`, deep nesting, too many keys or values. An empty text counts as no body.
 * @throws MalformedBodyError
 */
export function parseJson(text: string, mostKeys?: number): unknown {
  if (text.trim() === '') return undefined;
  assertBounded(text, mostKeys);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new MalformedBodyError(`it is not valid JSON (${(error as Error).message.slice(0, 200)})`);
  }
  const fault = faultIn(value, 0);
  if (fault)
    throw new MalformedBodyError(`${nameOf(fault.path)} ${fault.rule}`, [
      { field: nameOf(fault.path), message: fault.rule },
    ]);
  return value;
}

/** A broken rule and the path of keys to the value. */
interface Fault {
  path: string[];
  rule: string;
}

/** Names a field by its path. Shortens it, because keys come from the caller. */
function nameOf(path: string[]): string {
  const name = path.map((key) => (key.length > LONGEST_KEY ? `${key.slice(0, LONGEST_KEY)}…` : key)).join('.');
  return name.length > LONGEST_PATH ? `${name.slice(0, LONGEST_PATH)}…` : name || 'body';
}

function faultIn(value: unknown, depth: number): Fault | undefined {
  if (typeof value === 'string') return faultOf(textRule(value));
  if (typeof value === 'number')
    return faultOf(Number.isFinite(value) ? undefined : 'must not be too large for a double');
  if (typeof value !== 'object' || value === null) return undefined;
  if (depth >= DEEPEST) return faultOf(`must not be nested deeper than ${DEEPEST} levels`);
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) {
      const fault = below(String(index), faultIn(value[index], depth + 1));
      if (fault) return fault;
    }
    return undefined;
  }
  for (const key of Object.keys(value)) {
    const keyRule =
      key === '__proto__' ? 'must not have the key __proto__' : textRule(key)?.replace('have', 'have a key with');
    if (keyRule !== undefined) return faultOf(keyRule);
    const fault = below(key, faultIn((value as Record<string, unknown>)[key], depth + 1));
    if (fault) return fault;
  }
  return undefined;
}

const below = (key: string, fault: Fault | undefined) => fault && { ...fault, path: [key, ...fault.path] };

const faultOf = (rule: string | undefined): Fault | undefined => (rule === undefined ? undefined : { path: [], rule });

/** Returns the general rule that a text violates, or undefined. */
export function textRule(text: string): string | undefined {
  if (text.includes('\0')) return 'must not have a NUL character, which cannot be stored';
  if (!text.isWellFormed()) return 'must not have half of a surrogate pair, which is not valid Unicode';
  return undefined;
}
