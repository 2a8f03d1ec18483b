import { MalformedBodyError } from '@dundun/domain';
import { MOST_KEYS } from '../http/body-reading.js';

/** Maximum of values in a JSON body: members of objects and items of arrays. Keys are dearer and have a bound per route. */
export const MOST_VALUES = 100_000;

/** The shortest text per key is `"":0,`; per value `0,`. A text below both needs no count. */
const [SHORTEST_KEY, SHORTEST_VALUE] = [5, 2];
const [QUOTE, COMMA, COLON, LIST, OBJECT, BACKSLASH] = [...Buffer.from('",:[{\\')];

/**
 * Refuses JSON with too many keys or values, whose parsing and checking would block every other request. Counts in the text and
 * stops at the bound; the parser then reports what is wrong with the text itself.
 * @throws MalformedBodyError
 */
export function assertBounded(text: string, mostKeys = MOST_KEYS): void {
  if (text.length < SHORTEST_KEY * mostKeys && text.length < SHORTEST_VALUE * MOST_VALUES) return;
  let [keys, values] = [0, 0];
  for (let at = 0; at < text.length; at++) {
    const sign = text.charCodeAt(at);
    if (sign === QUOTE) at = endOfText(text, at);
    else if (sign === COLON && ++keys > mostKeys) throw tooMany(mostKeys, 'keys');
    else if ((sign === COMMA || sign === LIST || sign === OBJECT) && ++values > MOST_VALUES)
      throw tooMany(MOST_VALUES, 'values');
  }
}

/** Refuses a form with too many fields. @throws MalformedBodyError */
export function assertFormBounded(bytes: Buffer, mostFields = MOST_KEYS): void {
  let fields = 1;
  for (let at = bytes.indexOf('&'); at >= 0; at = bytes.indexOf('&', at + 1))
    if (++fields > mostFields) throw tooMany(mostFields, 'fields');
}

/** Returns the index of the closing quote, or the end. Searches natively, because an attachment is one long text. */
function endOfText(text: string, opening: number): number {
  for (let end = text.indexOf('"', opening + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let before = end - 1;
    while (text.charCodeAt(before) === BACKSLASH) before--;
    if ((end - before) % 2 === 1) return end;
  }
  return text.length;
}

const tooMany = (most: number, what: string) =>
  new MalformedBodyError(`it has more than ${most.toLocaleString('en')} ${what}`);
