import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import type { ValidationOptions } from 'class-validator';
import { addRule, type Decorators, type DtoClass, type Rule } from './rule.js';

/** Options of every field. */
export interface FieldOptions {
  description: string;
  example?: unknown;
  /** The key can be absent. */
  optional?: boolean;
  /** null is allowed and clears the value. */
  nullable?: boolean;
  /** An empty text counts as an absent key. */
  blankIsAbsent?: boolean;
}

/** A kind of field: its predicate, message, normal form and schema. */
export interface Kind {
  name: string;
  message: string;
  hint?: Rule['hint'];
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

const absenceOf =
  ({ blankIsAbsent }: FieldOptions) =>
  (value: unknown) =>
    value === undefined || (blankIsAbsent === true && value === '');

function ruleOf(kind: Kind, options: FieldOptions): Rule {
  const { optional = false, nullable = false, blankIsAbsent = false } = options;
  const { parse, hint } = kind;
  const isAbsent = absenceOf(options);
  const mayNeedParsing = parse !== undefined || blankIsAbsent;
  return {
    name: kind.name,
    message: nullable ? `${kind.message} or null` : kind.message,
    ...(hint && { hint }),
    test: (value) => (isAbsent(value) ? optional : value === null ? nullable : kind.test(value)),
    ...(mayNeedParsing && {
      parse: (value: unknown) => (isAbsent(value) ? undefined : value === null || !parse ? value : parse(value)),
    }),
    ...(kind.nested && { nested: kind.nested }),
  };
}

/** Returns class-validator's own decorators, which skip values that the field can leave out. */
function decoratorsOf({ decorators }: Kind, options: FieldOptions): Decorators | undefined {
  const { optional = false, nullable = false } = options;
  const isAbsent = absenceOf(options);
  const isLeftOut = (value: unknown) => (isAbsent(value) ? optional : value === null && nullable);
  return (
    decorators &&
    ((said: ValidationOptions) => decorators({ ...said, validateIf: (_, value: unknown) => !isLeftOut(value) }))
  );
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
