import { plainToInstance } from 'class-transformer';
import { validateSync, type ValidationError } from 'class-validator';
import type { DtoClass } from './fields/index.js';

const flat = (errors: readonly ValidationError[], prefix: string): [string, string][] =>
  errors.flatMap(({ property, constraints, children }) => [
    ...Object.values(constraints ?? {}).map((message): [string, string] => [prefix + property, message]),
    ...flat(children ?? [], `${prefix}${property}.`),
  ]);

/** Returns class-validator's message per wrong field of a body; empty if the body is valid. */
export function faultsOf(cls: DtoClass, body: object): Record<string, string> {
  return Object.fromEntries(flat(validateSync(plainToInstance(cls, body)), ''));
}
