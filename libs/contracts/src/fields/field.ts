import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { IsNotEmpty, type ValidationOptions } from 'class-validator';
import { addRule, type Decorators, type DtoClass, type Rule } from './rule.js';

/** Options of every field. */
export interface FieldOptions {
  description: string;
  example?: unknown;
  /** The key can be absent. */
  optional?: boolean;
  /** null is allowed and clears the value, as does an empty text. Without it, both count as an absent key of an optional field. */
  nullable?: boolean;
  /** An empty text counts as an absent key, also for a field that is required or nullable. */
  blankIsAbsent?: boolean;
  /** An empty text is refused, also if the key can be absent: an empty filter would select everything. */
  refusesEmpty?: boolean;
  /** An empty text is a value of its own. */
  keepsEmpty?: boolean;
}

/** A kind of field: its predicate, message, normal form and schema. */
export interface Kind {
  name: string;
  message: string;
  hint?: Rule['hint'];
  notice?: Rule['notice'];
  /** Applied before everything else, such as trimming. class-validator needs the same as a Transform. */
  normal?: (value: unknown) => unknown;
  test: (value: unknown) => boolean;
  parse?: (value: unknown) => unknown;
  nested?: () => DtoClass;
  /**
   * class-validator's own decorators, equal to `test` for values that are neither absent nor null. A property test compares
   * the two. Without them class-validator runs `test`, and examples in specs check it.
   */
  decorators?: Decorators;
  schema: ApiPropertyOptions;
}

/** Returns which values count as an absent key. */
function absenceOf({
  optional,
  nullable,
  blankIsAbsent,
  refusesEmpty,
  keepsEmpty,
}: FieldOptions): (value: unknown) => boolean {
  const hasNothing = optional === true && nullable !== true;
  const isEmptyNothing = (hasNothing && refusesEmpty !== true && keepsEmpty !== true) || blankIsAbsent === true;
  return (value) => value === undefined || (hasNothing && value === null) || (isEmptyNothing && value === '');
}

/** Returns which values clear the field. */
const clearingOf =
  ({ optional = false, nullable = false }: FieldOptions) =>
  (value: unknown) =>
    nullable && (value === null || (optional && value === ''));

const EMPTY = '; leave the key out instead of leaving it empty';

function ruleOf(kind: Kind, options: FieldOptions): Rule {
  const { optional = false, nullable = false, blankIsAbsent = false, refusesEmpty = false } = options;
  const { parse, hint, normal = (value: unknown) => value } = kind;
  const [isAbsent, clears] = [absenceOf(options), clearingOf(options)];
  const mayNeedParsing = parse !== undefined || kind.normal !== undefined || blankIsAbsent || optional;
  return {
    name: kind.name,
    message: nullable ? `${kind.message} or null` : kind.message,
    hint: (value) => (refusesEmpty && normal(value) === '' ? EMPTY : (hint?.(value) ?? '')),
    test: (given) => {
      const value = normal(given);
      if (refusesEmpty && value === '') return false;
      return isAbsent(value) ? optional : clears(value) || kind.test(value);
    },
    ...(mayNeedParsing && {
      parse: (given: unknown) => {
        const value = normal(given);
        if (isAbsent(value)) return undefined;
        if (clears(value)) return null;
        return parse ? parse(value) : value;
      },
    }),
    ...(kind.notice && { notice: kind.notice }),
    ...(kind.nested && { nested: kind.nested }),
  };
}

/** Returns class-validator's own decorators, which skip values that the field can leave out. */
function decoratorsOf({ decorators }: Kind, options: FieldOptions): Decorators | undefined {
  const { optional = false, refusesEmpty = false } = options;
  const [isAbsent, clears] = [absenceOf(options), clearingOf(options)];
  const isLeftOut = (value: unknown) => (isAbsent(value) ? optional : clears(value));
  if (!decorators) return undefined;
  return (given: ValidationOptions) => {
    const said: ValidationOptions = { ...given, validateIf: (_, value: unknown) => !isLeftOut(value) };
    return [...decorators(said), ...(refusesEmpty ? [IsNotEmpty(said)] : [])];
  };
}

/** Makes the decorator of a field: a rule for the validators and a property of the OpenAPI document. */
export function field(kind: Kind, options: FieldOptions): PropertyDecorator {
  const { description, example, optional = false, nullable } = options;
  return (target, property) => {
    addRule(target, String(property), ruleOf(kind, options), decoratorsOf(kind, options));
    const said = { description, required: !optional, ...(nullable && { nullable }) };
    const shown = { ...kind.schema, ...said, ...(example !== undefined && { example }) };
    ApiProperty(shown as ApiPropertyOptions)(target, property);
  };
}
