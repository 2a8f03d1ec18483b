import { hasLength, isHeaderText, isWebUrl, isWellFormed } from '@dundun/domain';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsString,
  IsUrl,
  Matches,
  MaxLength,
  type ValidationOptions,
} from 'class-validator';
import { field, type FieldOptions } from './field.js';
import { whichOf } from './which-of.js';

/** Limits of a text, in code points. */
export interface TextOptions extends FieldOptions {
  min?: number;
  max?: number;
  /** The text becomes part of a message header: no line breaks. */
  header?: boolean;
  /** Refuses text that consists only of spaces; by default for text that must not be empty. */
  notBlank?: boolean;
}

function lengthOf({ min = 0, max }: TextOptions): string {
  if (min === max) return `${max} characters`;
  if (max !== undefined) return min > 0 ? `${min} to ${max} characters` : `at most ${max} characters`;
  if (min > 1) return `at least ${min} characters`;
  return min === 1 ? 'text that is not empty' : 'text';
}

const isBlank = (value: string) => value.trim() === '';

/** Explains a wrong value of valid length. */
const hintOn =
  ({ min = 0, notBlank = min > 0 }: TextOptions, message: string) =>
  (value: unknown) => {
    if (typeof value === 'string') return notBlank && value !== '' && isBlank(value) ? '; it has only spaces' : '';
    return value === undefined || value === null || message.includes('text') ? '' : '; it is not text';
  };

/** Expresses `hasLength`, `isWellFormed` and `isHeaderText` as a pattern; a `u` pattern counts code points. */
function shapeOf({ min = 0, max, header = false }: TextOptions): RegExp {
  const refused = header ? '\\0-\\x08\\x0a-\\x1f\\x7f-\\x9f' : '\\0';
  return new RegExp(`^[^${refused}\\p{Cs}]{${min},${max ?? ''}}$`, 'u');
}

/** A well-formed text, without NUL and lone surrogates. */
export function Text(options: TextOptions): PropertyDecorator {
  const { min = 0, max, header, notBlank = min > 0 } = options;
  const isSound = header ? isHeaderText : isWellFormed;
  const message = `must be ${lengthOf(options)}${header ? ' without line breaks' : ''}`;
  return field(
    {
      name: 'text',
      message,
      hint: hintOn(options, message),
      test: (value) =>
        typeof value === 'string' &&
        hasLength(value, min, max ?? Infinity) &&
        isSound(value) &&
        !(notBlank && isBlank(value)),
      decorators: (said) => [
        IsString(said),
        Matches(shapeOf(options), said),
        ...(notBlank ? [Matches(/\S/, said)] : []),
      ],
      schema: { type: 'string', ...(min > 0 && { minLength: min }), ...(max !== undefined && { maxLength: max }) },
    },
    options,
  );
}

/** An absolute http or https URL; localhost is allowed. */
export function Url(options: FieldOptions): PropertyDecorator {
  return field(
    {
      name: 'url',
      message: 'must be an http or https address',
      test: (value) => typeof value === 'string' && isWebUrl(value),
      decorators: (said) => [
        IsUrl({ protocols: ['http', 'https'], require_protocol: true, require_tld: false }, said),
        MaxLength(2048, said),
        Matches(/^[^\\\p{Cc}\p{Cs}]*$/u, said),
      ],
      schema: { type: 'string', format: 'uri', maxLength: 2048 },
    },
    options,
  );
}

const listOf = (shape: RegExp, fewest: number, most: number, notBlank: boolean) => (said: ValidationOptions) => [
  IsArray(said),
  ArrayMinSize(fewest, said),
  ArrayMaxSize(most, said),
  Matches(shape, { ...said, each: true }),
  ...(notBlank ? [Matches(/\S/, { ...said, each: true })] : []),
];

/** A list of texts; `holes` allows null entries. */
export function TextList(options: TextOptions & { fewest?: number; most: number; holes?: boolean }): PropertyDecorator {
  const { min = 0, max, fewest = 0, most, holes = false } = options;
  const isRight = (value: unknown) =>
    typeof value === 'string'
      ? hasLength(value, min, max ?? Infinity) && isHeaderText(value) && !(min > 0 && isBlank(value))
      : holes && value === null;
  return field(
    {
      name: 'texts',
      message: `must be a list of ${fewest > 0 ? `${fewest} to` : 'at most'} ${most}, each ${lengthOf(options)}${holes ? ' or null' : ''}`,
      test: (values) =>
        Array.isArray(values) && values.length >= fewest && values.length <= most && values.every(isRight),
      hint: whichOf(isRight),
      ...(!holes && { decorators: listOf(shapeOf({ ...options, header: true }), fewest, most, min > 0) }),
      schema: {
        type: 'array',
        ...(fewest > 0 && { minItems: fewest }),
        maxItems: most,
        items: holes ? { oneOf: [{ type: 'string' }, { type: 'null' as never }] } : { type: 'string' },
      },
    },
    options,
  );
}
