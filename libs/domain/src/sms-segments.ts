const BASIC =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';
const EXTENSION = '^{}\\[~]|€\f';
const basic = new Set(BASIC);
const extension = new Set(EXTENSION);

/** Size of a text as SMS: alphabet, units (septets or UTF-16 units) and billed segments. */
export interface SmsSize {
  encoding: 'gsm7' | 'ucs2';
  units: number;
  segments: number;
}

const LIMITS = { gsm7: { single: 160, part: 153 }, ucs2: { single: 70, part: 67 } } as const;

/** Counts the parts that hold these widths in order without splitting a character. */
function parts(widths: readonly number[], limit: number): number {
  let count = 1;
  let used = 0;
  for (const width of widths) {
    if (used + width > limit) {
      count++;
      used = 0;
    }
    used += width;
  }
  return count;
}

/** Maximum segments of one SMS that carriers and providers still join. */
export const MOST_SEGMENTS = 10;

/** Measures a text. A single GSM-7 segment holds 160 septets, a joined one 153; UCS-2 holds 70 and 67 units. */
export function smsSize(text: string): SmsSize {
  const characters = [...text];
  const encoding = characters.every((c) => basic.has(c) || extension.has(c)) ? 'gsm7' : 'ucs2';
  // An extension character takes an escape and a septet; a character beyond the BMP takes two units.
  const widths = characters.map((c) => (encoding === 'ucs2' ? c.length : extension.has(c) ? 2 : 1));
  const units = widths.reduce((sum, width) => sum + width, 0);
  const { single, part } = LIMITS[encoding];
  return { encoding, units, segments: units <= single ? 1 : parts(widths, part) };
}
