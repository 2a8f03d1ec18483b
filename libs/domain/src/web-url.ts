const SHAPE = /^https?:\/\/[^\s\\/?#][^\s\\]*$/i;
const LONGEST = 2048;

/** Whether the text is an absolute http or https address (localhost included) of at most 2048 characters. */
export function isWebUrl(text: string): boolean {
  // The parser forgives blanks, controls and backslashes; a link that is stored and redirected to must not need that.
  return text.length <= LONGEST && SHAPE.test(text) && !/[\p{Cc}\p{Cs}]/u.test(text) && urlOf(text) !== null;
}

/**
 * The address, or null when the text is none. Not `URL.canParse`: once Node 20 has compiled it, it refuses every address with
 * a letter like ü.
 */
export function urlOf(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}
