import { isUtf8 } from 'node:buffer';
import { UnreadableHookError } from '@dundun/domain';

const DEEPEST = 64;
const UNPAIRED = /\p{Cs}/gu;

/**
 * The JSON of a sender's body, in a form that can be stored. Unlike with an integrator's call nothing is gained by refusing a
 * genuine event for a strange character in a customer's name: the sender would only repeat it. So NUL and half a surrogate pair
 * become U+FFFD, a number beyond a double becomes null, and a key `__proto__` is left out.
 * @throws UnreadableHookError for what is no JSON, and for what is nested deeper than 64 levels
 */
export function senderBody(bytes: Buffer): unknown {
  if (!isUtf8(bytes)) throw new UnreadableHookError('it is not valid UTF-8');
  const text = bytes.toString('utf8');
  return storable(parsed(text.startsWith('\ufeff') ? text.slice(1) : text), 0);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UnreadableHookError('it is not valid JSON');
  }
}

const storableText = (text: string) => text.replaceAll('\0', '\ufffd').replace(UNPAIRED, '\ufffd');

function storable(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return storableText(value);
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= DEEPEST) throw new UnreadableHookError(`it is nested deeper than ${DEEPEST} levels`);
  if (Array.isArray(value)) return value.map((item) => storable(item, depth + 1));
  const entries = Object.entries(value).filter(([name]) => name !== '__proto__');
  return Object.fromEntries(entries.map(([name, item]) => [storableText(name), storable(item, depth + 1)]));
}
