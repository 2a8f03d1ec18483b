import fc, { type Arbitrary } from 'fast-check';

/** A body or a query. */
export type Example = Record<string, unknown>;

export const text = (max: number, min = 0) =>
  fc
    .string({ unit: 'grapheme-ascii', minLength: min, maxLength: max })
    .filter((value) => value.trim() !== '' || (min === 0 && value === ''));
const emoji = fc.integer({ min: 1, max: 32 }).map((count) => '❤️'.repeat(count));
export const name = fc.oneof(text(60, 1), emoji).filter((value) => value.trim() !== '');
export const email = fc.constantFrom('ada@example.com', 'Ada.L+x@mail.example.co', 'a@bücher.example');
export const address = fc.oneof(email, fc.constantFrom('Ada <ada@example.com>', '"Lovelace, Ada" <ada@example.com>'));
export const addresses = fc.array(address, { minLength: 1, maxLength: 5 });
export const when = fc.constantFrom<unknown>(
  '2026-11-20',
  '2026-11-20T09:30:00+0100',
  '2026-11-20T09:30:00.5',
  1_700_000_000_000,
);
export const flag = fc.boolean();
export const truth = fc.constantFrom<unknown>(true, false, 'true', 'false');
export const scalar = fc.oneof(text(20), fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }), flag);
const key = fc.stringMatching(/^[a-z]{1,8}$/).filter((word) => !(word in Object.prototype));
export const map = <T>(values: Arbitrary<T>) => fc.dictionary(key, values, { noNullPrototype: true, maxKeys: 5 });
export const tree = map(fc.oneof(scalar, fc.array(scalar, { maxLength: 3 }), map(scalar)));
export const orNull = (values: Arbitrary<unknown>) => fc.option(values, { nil: null });
export const shape = (
  required: Record<string, Arbitrary<unknown>>,
  optional: Record<string, Arbitrary<unknown>> = {},
) => fc.record<Example>({ ...required, ...optional }, { requiredKeys: Object.keys(required), noNullPrototype: true });
