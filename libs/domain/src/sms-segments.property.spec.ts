import { describe, expect, it } from '@jest/globals';
import { runs } from '@dundun/testing/repetitions';
import fc from 'fast-check';
import { smsSize } from './sms-segments.js';

/** GSM 03.38 by code: each row is the 16 characters from its first septet on; the extension table is by septet. */
const TABLE = [
  '@£$¥èéùìòÇ\nØø\rÅå',
  'Δ_ΦΓΛΩΠΨΣΘΞ\u001bÆæßÉ',
  ' !"#¤%&\'()*+,-./',
  '0123456789:;<=>?',
  '¡ABCDEFGHIJKLMNO',
  'PQRSTUVWXYZÄÖÑÜ§',
  '¿abcdefghijklmno',
  'pqrstuvwxyzäöñüà',
];
const ESCAPE = 0x1b;
const EXTENSION: Record<number, string> = {
  0x0a: '\f',
  0x14: '^',
  0x28: '{',
  0x29: '}',
  0x2f: '\\',
  0x3c: '[',
  0x3d: '~',
  0x3e: ']',
  0x40: '|',
  0x65: '€',
};
const septets = new Map<string, number[]>();
TABLE.forEach((row, y) => [...row].forEach((c, x) => c !== '\u001b' && septets.set(c, [y * 16 + x])));
for (const [code, c] of Object.entries(EXTENSION)) septets.set(c, [ESCAPE, Number(code)]);

/** Encodes the text as it is transmitted, then cuts it from the front; a cut that would split a pair moves back. */
function encoded(text: string) {
  const gsm = Array.from(text, (c) => septets.get(c) ?? null);
  const isGsm = gsm.every((each) => each !== null);
  const stream = isGsm ? gsm.flat() : Array.from({ length: text.length }, (_, at) => text.charCodeAt(at));
  const splitsPair = (at: number) => {
    if (isGsm) return stream[at - 1] === ESCAPE;
    const [before = 0, after = 0] = [stream[at - 1], stream[at]];
    return before >= 0xd800 && before <= 0xdbff && after >= 0xdc00 && after <= 0xdfff;
  };
  const [single, part] = isGsm ? [160, 153] : [70, 67];
  let segments = 1;
  for (let cut = part; stream.length > single && cut < stream.length; cut += part) {
    if (splitsPair(cut)) cut--;
    segments++;
  }
  return { encoding: isGsm ? 'gsm7' : 'ucs2', units: stream.length, segments };
}

const of = (...characters: string[]) => fc.constantFrom(...characters);
const basic = of(...TABLE.join('').replace('\u001b', ''));
const extension = of(...Object.values(EXTENSION));
const bmp = of('я', 'ẹ', '中', '`', '\u0300', 'ç', '\u001b', '\ud83e', '\udd41', '\u200d', '\t');
const astral = of('🥁', '😀', '𝒳', '👨‍👩‍👧', '🇳🇬');
const text = (unit: fc.Arbitrary<string>, maxLength = 340) =>
  fc.array(unit, { maxLength, size: 'max' }).map((units) => units.join(''));
/** Random units, and long runs of one unit, where many cuts fall into pairs. */
const texts = fc.oneof(
  text(basic),
  text(fc.oneof({ arbitrary: basic, weight: 3 }, extension)),
  text(extension, 170),
  text(fc.oneof(basic, extension, bmp), 150),
  text(fc.oneof(bmp, astral, basic), 150),
  text(astral, 110),
  fc
    .tuple(fc.oneof(basic, extension, bmp, astral), fc.nat(330), text(fc.oneof(basic, extension, astral), 8))
    .map(([unit, times, end]) => unit.repeat(times) + end),
  fc.string({ unit: 'binary', maxLength: 200 }),
);

describe('smsSize', () => {
  it('agrees with a second implementation', () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(texts, (each) => {
        const size = smsSize(each);
        seen.add(`${size.encoding} ${size.segments}`);
        expect(size).toEqual(encoded(each));
      }),
      runs(3_000, 500_000),
    );
    expect([...seen]).toEqual(expect.arrayContaining(['gsm7 1', 'gsm7 2', 'gsm7 3', 'ucs2 1', 'ucs2 2', 'ucs2 5']));
  }, 600_000);
});
