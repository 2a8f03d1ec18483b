const SHAPE = /^https?:\/\/[^\s\\/?#][^\s\\]*$/i;
const LONGEST = 2048;

/** Whether the text is an absolute http or https address (localhost included) of at most 2048 characters. */
export function isWebUrl(text: string): boolean {
  // The URL parser tolerates blanks, controls and backslashes; a stored redirect target must not depend on that.
  return text.length <= LONGEST && SHAPE.test(text) && !/[\p{Cc}\p{Cs}]/u.test(text) && urlOf(text) !== null;
}

/**
 * Parses a URL; null when invalid. `URL.canParse` is not used: once Node 20 has optimized it, it refuses every URL with a
 * letter such as ü.
 */
export function urlOf(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}
