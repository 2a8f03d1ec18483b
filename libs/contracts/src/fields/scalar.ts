import { isEpochSeconds, isScalar, parseTimestamp } from '@dundun/domain';
import { IsBoolean, IsIn, IsInt, Max, Min } from 'class-validator';
import { field, type FieldOptions } from './field.js';

/** A moment; the result is a Date. */
export function Timestamp(options: FieldOptions): PropertyDecorator {
  return field(
    {
      name: 'timestamp',
      message: 'must be a timestamp such as 2026-11-20T09:30:00Z, or epoch milliseconds',
      hint: (value) => (isEpochSeconds(value) ? '; an epoch time is given in milliseconds, not in seconds' : ''),
      test: (value) => parseTimestamp(value) !== null,
      parse: parseTimestamp,
      schema: { type: Object, oneOf: [{ type: 'string' }, { type: 'integer' }] },
    },
    options,
  );
}

/** A boolean. `lenient` also accepts the texts "true" and "false". */
export function Bool(options: FieldOptions & { lenient?: boolean }): PropertyDecorator {
  const { lenient = false } = options;
  return field(
    {
      name: 'bool',
      message: 'must be true or false',
      test: (value) => typeof value === 'boolean' || (lenient && (value === 'true' || value === 'false')),
      ...(!lenient && { decorators: (said) => [IsBoolean(said)] }),
      ...(lenient && { parse: (value: unknown) => value === true || value === 'true' }),
      schema: { type: 'boolean' },
    },
    options,
  );
}

const WHOLE = /^-?\d{1,15}$/;

/** A whole number between two bounds. `text` also accepts digits, as in query strings. */
export function Int(options: FieldOptions & { min: number; max: number; text?: boolean }): PropertyDecorator {
  const { min, max, text = false } = options;
  const read = (value: unknown) => (text && typeof value === 'string' && WHOLE.test(value) ? Number(value) : value);
  return field(
    {
      name: 'int',
      message: `must be a whole number from ${min} to ${max}`,
      test: (value) => {
        const number = read(value);
        return Number.isSafeInteger(number) && (number as number) >= min && (number as number) <= max;
      },
      ...(text ? { parse: read } : { decorators: (said) => [IsInt(said), Min(min, said), Max(max, said)] }),
      schema: { type: 'integer', minimum: min, maximum: max },
    },
    options,
  );
}

/** One of several texts; `parse` normalizes alternative spellings. */
export function OneOf(
  values: readonly string[],
  options: FieldOptions & { parse?: (value: unknown) => unknown },
): PropertyDecorator {
  const { parse } = options;
  return field(
    {
      name: 'one_of',
      message: `must be one of ${values.join(', ')}`,
      test: (value) => typeof value === 'string' && values.includes(value),
      ...(parse && { parse }),
      decorators: (said) => [IsIn(values, said)],
      schema: { type: 'string', enum: [...values] },
    },
    options,
  );
}

/** Some of several texts, at least one, each once. */
export function SomeOf(values: readonly string[], options: FieldOptions): PropertyDecorator {
  return field(
    {
      name: 'some_of',
      message: `must list at least one of ${values.join(', ')}, each once`,
      test: (value) =>
        Array.isArray(value) &&
        value.length > 0 &&
        new Set(value).size === value.length &&
        value.every((each) => values.includes(each)),
      schema: { type: 'array', minItems: 1, uniqueItems: true, items: { type: 'string', enum: [...values] } },
    },
    options,
  );
}

/** A text, a number or a boolean. */
export function ScalarValue(options: FieldOptions): PropertyDecorator {
  return field(
    {
      name: 'scalar',
      message: 'must be text, a number or a boolean',
      test: isScalar,
      schema: { oneOf: [{ type: 'string' }, { type: 'number' }, { type: 'boolean' }] },
    },
    options,
  );
}
