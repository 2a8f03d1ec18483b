const BASIC =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';
const EXTENSION = '^{}\\[~]|€\f';
const basic = new Set(BASIC);
const extension = new Set(EXTENSION);

/** How a text travels as SMS: alphabet, units used (septets or UTF-16 units) and the messages it is billed as. */
export interface SmsSize {
  encoding: 'gsm7' | 'ucs2';
  units: number;
  segments: number;
}

const LIMITS = { gsm7: { single: 160, part: 153 }, ucs2: { single: 70, part: 67 } } as const;

/** How many parts hold these widths in order when no character may be cut in two. */
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

/** The most that one SMS may take: what carriers and providers still join. */
export const MOST_SEGMENTS = 10;

/** Counts the segments of a text: GSM-7 160, or 153 each when joined; UCS-2 70, or 67. */
export function smsSize(text: string): SmsSize {
  const characters = [...text];
  const encoding = characters.every((c) => basic.has(c) || extension.has(c)) ? 'gsm7' : 'ucs2';
  // An extension character is an escape and a septet; a character beyond the BMP is two units.
  const widths = characters.map((c) => (encoding === 'ucs2' ? c.length : extension.has(c) ? 2 : 1));
  const units = widths.reduce((sum, width) => sum + width, 0);
  const { single, part } = LIMITS[encoding];
  return { encoding, units, segments: units <= single ? 1 : parts(widths, part) };
}
