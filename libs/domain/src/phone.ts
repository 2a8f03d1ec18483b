const NUMBER = /^[1-9]\d{6,14}$/;
const SEPARATORS = /[+ \u00a0\-\u2010-\u2015]/g;
const LONGEST_INPUT = 64;

const asText = (value: unknown): string | null => {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value > 0 ? String(value) : null;
  return typeof value === 'string' && value.length <= LONGEST_INPUT ? value : null;
};

/** A subscriber's number as 7 to 15 digits: `+`, spaces and dashes are dropped, a JSON number is taken as text; else null. */
export function parsePhone(value: unknown): string | null {
  const digits = asText(value)?.replace(SEPARATORS, '');
  return digits !== undefined && NUMBER.test(digits) ? digits : null;
}

/** A number to send to: already nothing but 7 to 15 digits with the country code; else null. */
export function parseStrictPhone(value: unknown): string | null {
  const digits = asText(value);
  return digits !== null && NUMBER.test(digits) ? digits : null;
}
