import { registerDecorator, type ValidationOptions } from 'class-validator';

/** The body or query that a field is part of. */
export type Body = Readonly<Record<string, unknown>>;

/** A DTO class. */
export type DtoClass<T extends object = object> = new () => T;

/** One rule of one field. The compiled validator runs `test` and answers `message`. */
export interface Rule {
  /** Distinguishes the rules of one field. */
  readonly name: string;
  /** Continues the field's name: "must be …". */
  readonly message: string;
  /** Points to the fault in a wrong value, such as an entry of a list; empty if there is nothing to add. */
  readonly hint?: (value: unknown) => string;
  /** Says why a valid value is probably a mistake, continuing the field's name; empty if it is not. */
  readonly notice?: (value: unknown) => string;
  /** Whether the value is valid; undefined is an absent field. */
  readonly test: (value: unknown, body: Body) => boolean;
  /** Converts a valid value into its normal form; undefined omits the field. */
  readonly parse?: (value: unknown) => unknown;
  /** The class of the object in this field. */
  readonly nested?: () => DtoClass;
}

/** Returns the message for a value that breaks the rule. */
export const saidOf = ({ message, hint }: Rule, value: unknown): string => message + (hint?.(value) ?? '');

const rules = new WeakSet<object>();

/** Whether the context of class-validator's metadata is one of these rules. */
export function isRule(context: unknown): context is Rule {
  return typeof context === 'object' && context !== null && rules.has(context);
}

/** Makes class-validator's decorators for a rule; each must take the options, whose context names the rule. */
export type Decorators = (options: ValidationOptions) => PropertyDecorator[];

/** Makes class-validator run the rule's predicate. */
const byTest =
  (rule: Rule): Decorators =>
  (options) => [
    (target, property) =>
      registerDecorator({
        name: rule.name,
        target: target.constructor,
        propertyName: String(property),
        options,
        validator: { validate: (value, args) => rule.test(value, (args?.object ?? {}) as Body) },
      }),
  ];

/** Adds a rule to a field of a class, for both validators. @param decorators what class-validator runs instead of `test` */
export function addRule(target: object, property: string, rule: Rule, decorators: Decorators = byTest(rule)): void {
  rules.add(rule);
  const options: ValidationOptions = { context: rule, message: ({ value }) => saidOf(rule, value) };
  for (const decorate of decorators(options)) decorate(target, property);
}

/** Decorator: a rule across several fields, reported for the decorated field. */
export function Across(name: string, message: string, test: Rule['test']): PropertyDecorator {
  return (target, property) => addRule(target, String(property), { name, message, test });
}
