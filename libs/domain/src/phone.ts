const NUMBER = /^[1-9]\d{6,14}$/;
const SEPARATORS = /[+ \u00a0\-\u2010-\u2015]/g;
const LONGEST_INPUT = 64;

const asText = (value: unknown): string | null => {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value > 0 ? String(value) : null;
  return typeof value === 'string' && value.length <= LONGEST_INPUT ? value : null;
};

/** Parses a subscriber's number into 7 to 15 digits. Drops `+`, spaces and dashes; accepts a JSON number. Null when invalid. */
export function parsePhone(value: unknown): string | null {
  const digits = asText(value)?.replace(SEPARATORS, '');
  return digits !== undefined && NUMBER.test(digits) ? digits : null;
}

/** Parses a number to send to: exactly 7 to 15 digits, country code first. Null when invalid. */
export function parseStrictPhone(value: unknown): string | null {
  const digits = asText(value);
  return digits !== null && NUMBER.test(digits) ? digits : null;
}
