import { registerDecorator } from 'class-validator';

/** The body or query that a field is part of. */
export type Body = Readonly<Record<string, unknown>>;

/** A class of the wire that can be made without arguments. */
export type DtoClass<T extends object = object> = new () => T;

/**
 * One rule of one field. class-validator and the compiled validator both run `test` and say `message`, so they
 * cannot disagree.
 */
export interface Rule {
  /** Tells rules of one field apart. */
  readonly name: string;
  /** Reads on from the field's name: "must be …". */
  readonly message: string;
  /** What to look at in a value that is wrong, such as which of a list; empty when there is nothing to add. */
  readonly hint?: (value: unknown) => string;
  /** Whether the field is right; undefined is a field that is not there. */
  readonly test: (value: unknown, body: Body) => boolean;
  /** Turns a right value into the form that the code works with; undefined leaves the field out. */
  readonly parse?: (value: unknown) => unknown;
  /** The class of the object in this field. */
  readonly nested?: () => DtoClass;
}

/** What is said of a value that breaks the rule. */
export const saidOf = ({ message, hint }: Rule, value: unknown): string => message + (hint?.(value) ?? '');

const rules = new WeakSet<object>();

/** Whether a constraint that class-validator knows is one of these rules. */
export function isRule(constraint: unknown): constraint is Rule {
  return typeof constraint === 'object' && constraint !== null && rules.has(constraint);
}

/** Adds a rule to a field of a class. */
export function addRule(target: object, propertyName: string, rule: Rule): void {
  rules.add(rule);
  registerDecorator({
    name: rule.name,
    target: target.constructor,
    propertyName,
    constraints: [rule],
    validator: {
      validate: (value, args) => rule.test(value, (args?.object ?? {}) as Body),
      defaultMessage: (args) => saidOf(rule, args?.value),
    },
  });
}

/** A rule over several fields, reported under the field that it decorates. */
export function Across(name: string, message: string, test: Rule['test']): PropertyDecorator {
  return (target, property) => addRule(target, String(property), { name, message, test });
}
