const NUMBER = /^[1-9]\d{6,14}$/;
const SCHEME = /^tel:/i;
/** The national prefix of "+44 (0)20 …", which is not dialed from abroad. */
const BRACKETED_ZERO = /^(\+\d{1,3}[ \u00a0.-]?)\(0\)/;
const SEPARATORS = /[+ \u00a0.()[\]\-\u2010-\u2015]/g;
/** A 0 after these country codes is a common slip: no number there begins with it. */
const TRUNK_ZERO = /^(234|233|254|256|27)0+(\d+)$/;
const LONGEST_INPUT = 64;

const asText = (value: unknown): string | null => {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value > 0 ? String(value) : null;
  return typeof value === 'string' && value.length <= LONGEST_INPUT ? value : null;
};

function digitsOf(value: unknown): string | null {
  const text = asText(value)?.trim().replace(SCHEME, '').replace(BRACKETED_ZERO, '$1').replace(SEPARATORS, '');
  return text !== undefined && NUMBER.test(text) ? text : null;
}

/**
 * Parses the number of a person into 7 to 15 digits. Drops `tel:`, `+`, spaces, dots, dashes and brackets; accepts a JSON
 * number. Null when invalid, or when a trunk zero follows the country code.
 */
export function parsePhone(value: unknown): string | null {
  return withoutTrunkZero(value) === null ? digitsOf(value) : null;
}

/** Returns what a number with a trunk zero was meant to be; null for any other value. */
export function withoutTrunkZero(value: unknown): string | null {
  const digits = digitsOf(value);
  const right = digits?.replace(TRUNK_ZERO, '$1$2');
  return right !== undefined && right !== digits && NUMBER.test(right) ? right : null;
}

/** Parses a number to send to: exactly 7 to 15 digits, country code first. Null when invalid. */
export function parseStrictPhone(value: unknown): string | null {
  const digits = asText(value);
  return digits !== null && NUMBER.test(digits) ? digits : null;
}
