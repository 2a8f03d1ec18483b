import { plainToInstance } from 'class-transformer';
import { validateSync, type ValidationError } from 'class-validator';
import type { DtoClass } from './fields/index.js';

const flat = (errors: readonly ValidationError[], prefix: string): [string, string][] =>
  errors.flatMap(({ property, constraints, children }) => [
    ...Object.values(constraints ?? {}).map((message): [string, string] => [prefix + property, message]),
    ...flat(children ?? [], `${prefix}${property}.`),
  ]);

/** What class-validator says of a body: the message of each wrong field, empty when nothing is wrong. */
export function faultsOf(cls: DtoClass, body: object): Record<string, string> {
  return Object.fromEntries(flat(validateSync(plainToInstance(cls, body)), ''));
}
