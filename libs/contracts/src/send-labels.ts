import { hasLength, isHeaderText, isJsonObject } from '@dundun/domain';
import { field, type FieldOptions } from './fields/index.js';
import { whichOf } from './fields/which-of.js';

const MOST_TAGS = 10;
/** The longest tag, in characters. */
export const LONGEST_TAG = 64;
const MOST_FACTS = 20;
const LONGEST_VALUE = 500;
const FACT = /^[\w.-]{1,64}$/;

const isTag = (value: unknown) =>
  typeof value === 'string' && hasLength(value.trim(), 1, LONGEST_TAG) && isHeaderText(value);

/** Labels of a message: at most 10. The result has each once, without spaces around. */
export function Tags(options: FieldOptions): PropertyDecorator {
  return field(
    {
      name: 'tags',
      message: `must be a list of at most ${MOST_TAGS} tags of 1 to ${LONGEST_TAG} characters without line breaks`,
      hint: whichOf(isTag),
      test: (values) => Array.isArray(values) && values.length <= MOST_TAGS && values.every(isTag),
      parse: (values) => [...new Set((values as string[]).map((tag) => tag.trim()))],
      schema: {
        type: 'array',
        maxItems: MOST_TAGS,
        items: { type: 'string', minLength: 1, maxLength: LONGEST_TAG },
      },
    },
    options,
  );
}

const isFact = (value: unknown) =>
  typeof value === 'string'
    ? hasLength(value, 0, LONGEST_VALUE) && !value.includes('\0') && value.isWellFormed()
    : typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value));

function faultOfFacts(facts: unknown): string | undefined {
  if (!isJsonObject(facts)) return '';
  const names = Object.keys(facts);
  if (names.length > MOST_FACTS) return `; they are ${names.length}`;
  const wrong = names.find((name) => !FACT.test(name) || !isFact(facts[name]));
  return wrong === undefined ? undefined : `; see ${wrong.slice(0, 64)}`;
}

/** What the caller wants to know a message by: at most 20 names with a text, a number or a boolean. */
export function Metadata(options: FieldOptions): PropertyDecorator {
  return field(
    {
      name: 'metadata',
      message: `must be an object of at most ${MOST_FACTS} names (1 to 64 letters, digits or . _ -) with text of at most ${LONGEST_VALUE} characters, a number or a boolean each`,
      hint: (facts) => faultOfFacts(facts) ?? '',
      test: (facts) => faultOfFacts(facts) === undefined,
      schema: {
        type: 'object',
        maxProperties: MOST_FACTS,
        additionalProperties: { oneOf: [{ type: 'string' }, { type: 'number' }, { type: 'boolean' }] },
      },
    },
    options,
  );
}
