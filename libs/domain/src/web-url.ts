const SHAPE = /^https?:\/\/[^\s\\/?#][^\s\\]*$/i;
const LONGEST = 2048;

/** Whether the text is an absolute http or https address (localhost included) of at most 2048 characters. */
export function isWebUrl(text: string): boolean {
  // The parser forgives blanks, controls and backslashes; a link that is stored and redirected to must not need that.
  return text.length <= LONGEST && SHAPE.test(text) && !/[\p{Cc}\p{Cs}]/u.test(text) && URL.canParse(text);
}
