/** Returns the length of a text on the wire: Unicode code points, not UTF-16 units and not graphemes. */
export function codePoints(text: string): number {
  let count = text.length;
  for (let i = 0; i < text.length - 1; i++) {
    if ((text.charCodeAt(i) & 0xfc00) === 0xd800 && (text.charCodeAt(i + 1) & 0xfc00) === 0xdc00) {
      count--;
      i++;
    }
  }
  return count;
}

/** Whether a text has `min` to `max` code points. Refuses a far longer text without counting. */
export function hasLength(text: string, min: number, max: number): boolean {
  const units = text.length;
  if (units < min || units > max * 2) return false;
  if (units <= max && units >= min * 2) return true;
  const count = codePoints(text);
  return count >= min && count <= max;
}

const LONE_SURROGATE = /\p{Cs}/u;

/** Whether PostgreSQL can store the text: no NUL, no lone surrogate. */
export function isWellFormed(text: string): boolean {
  return !text.includes('\0') && !LONE_SURROGATE.test(text);
}

const CONTROL_BUT_TAB = /[^\P{Cc}\t]/u;

/** Whether the text can be the value of a message header: well-formed, without control characters except tab. */
export function isHeaderText(text: string): boolean {
  return !CONTROL_BUT_TAB.test(text) && isWellFormed(text);
}

const encoder = new TextEncoder();

/** Returns the size of the text in UTF-8, in bytes. */
export function utf8Bytes(text: string): number {
  return encoder.encode(text).length;
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Escapes text for HTML content and attributes. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] as string);
