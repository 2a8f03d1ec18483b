import {
  emailKey,
  isEmail,
  LONGEST_EMAIL,
  parseMailAddress,
  parsePhone,
  parseStrictPhone,
  withoutTrunkZero,
} from '@dundun/domain';
import { Transform } from 'class-transformer';
import { IsEmail, Matches } from 'class-validator';
import { parsePhoneNumberFromString } from 'libphonenumber-js';
import { field, type FieldOptions } from './field.js';
import type { Decorators } from './rule.js';
import { whichOf } from './which-of.js';

const PADDING = /^[ \t\u00a0]+|[ \t\u00a0]+$/g;
const LONGEST_PADDED = 1_000;

/** Drops spaces around an address. Line breaks stay, because a header value with one is refused. */
const trimmed = (value: unknown): unknown =>
  typeof value === 'string' && value.length <= LONGEST_PADDED ? value.replace(PADDING, '') : value;

/** Options that make class-validator agree with `isEmail`. */
const PLAIN = { allow_utf8_local_part: false, blacklisted_chars: '"' };

/** `IsEmail`, which throws on a lone surrogate instead of refusing it. */
const emailDecorators: Decorators = (said) => [
  Transform(({ value }: { value: unknown }) => trimmed(value)),
  Matches(/^\P{Cs}*$/u, said),
  IsEmail(PLAIN, {
    ...said,
    validateIf: (object, value) =>
      said.validateIf?.(object, value) !== false && (typeof value !== 'string' || value.isWellFormed()),
  }),
];

/** A plain email address. The result is trimmed. */
export function Email(options: FieldOptions): PropertyDecorator {
  return field(
    {
      name: 'email',
      message: 'must be an email address',
      normal: trimmed,
      test: (value) => typeof value === 'string' && isEmail(value),
      decorators: emailDecorators,
      schema: { type: 'string', format: 'email', maxLength: LONGEST_EMAIL },
    },
    options,
  );
}

const DOUBT = 'is probably no phone number in use: check the country code and the length';

/** Numbering plans change faster than releases, so a number outside them is taken with a notice. */
function doubtOf(value: unknown): string {
  const digits = parsePhone(value);
  return digits === null || parsePhoneNumberFromString(`+${digits}`)?.isValid() ? '' : DOUBT;
}

/** A phone number of a person, as people write it; accepts a JSON number. The result is digits. */
export function Phone(options: FieldOptions): PropertyDecorator {
  return field(
    {
      name: 'phone',
      message: 'must be a phone number in international format, 7 to 15 digits',
      hint: (value) => {
        const right = withoutTrunkZero(value);
        return right === null ? '' : `; leave out the 0 after the country code: ${right}`;
      },
      notice: doubtOf,
      test: (value) => parsePhone(value) !== null,
      parse: parsePhone,
      schema: { type: 'string' },
    },
    options,
  );
}

/** A phone number to send to: digits only. */
export function DigitsPhone(options: FieldOptions): PropertyDecorator {
  return field(
    {
      name: 'phone',
      message: 'must be 7 to 15 digits only, with the country code first: remove a leading + and any spaces or dashes',
      test: (value) => parseStrictPhone(value) !== null,
      parse: parseStrictPhone,
      schema: { type: 'string', pattern: '^[1-9][0-9]{6,14}$' },
    },
    options,
  );
}

const parse = (value: unknown) => {
  const text = trimmed(value);
  return typeof text === 'string' ? parseMailAddress(text) : null;
};

const MOST_ADDRESSES = 100;
/** Bounds a list with duplicates; MOST_ADDRESSES bounds distinct addresses. */
const MOST_ENTRIES = 1000;

function areAddresses(values: readonly unknown[], least: number): boolean {
  if (values.length < least || values.length > MOST_ENTRIES) return false;
  const distinct = new Set<string>();
  return values.every((value) => {
    const address = parse(value);
    return address !== null && distinct.add(emailKey(address.email)).size <= MOST_ADDRESSES;
  });
}

const whichAddress = whichOf((value) => parse(value) !== null);
const items = { type: 'array', items: { type: 'string' }, maxItems: MOST_ENTRIES } as const;

/** A list of at most 100 distinct addresses. The result is MailAddress[]. */
export function AddressList(options: FieldOptions): PropertyDecorator {
  return field(
    {
      name: 'addresses',
      message: `must be a list of at most ${MOST_ADDRESSES} email addresses`,
      hint: whichAddress,
      test: (value) => Array.isArray(value) && areAddresses(value, 0),
      parse: (value) => (value as unknown[]).map(parse),
      schema: items,
    },
    options,
  );
}

/** One address or a list of 1 to 100 distinct ones. The result is MailAddress[]. */
export function OneOrManyAddresses(options: FieldOptions): PropertyDecorator {
  return field(
    {
      name: 'addresses',
      message: `must be an email address or a list of 1 to ${MOST_ADDRESSES} of them`,
      hint: whichAddress,
      test: (value) => (Array.isArray(value) ? areAddresses(value, 1) : parse(value) !== null),
      parse: (value) => (Array.isArray(value) ? value : [value]).map(parse),
      schema: { oneOf: [{ type: 'string' }, { ...items, minItems: 1 }] },
    },
    options,
  );
}
