import { isScalar, MappingError, parseTimestamp, type JsonObject } from '@dundun/domain';
import { z } from 'zod';
import type { Mapped, PersonEffect } from './source-adapter.js';
import { cut, storable } from './storable-text.js';

const MOST_EFFECTS = 100;

/** Ids can be numbers; null counts as absent. */
const id = z
  .union([z.string().min(1).max(255), z.number().transform(String)])
  .nullish()
  .transform((value) => value ?? undefined);
const text = z.string().max(255).nullish();
const moment = z.union([z.string(), z.number()]).nullish();
const object = z.record(z.string(), z.unknown());
const scalar = z.custom<string | number | boolean>((value) => isScalar(value), 'must be text, a number or a boolean');

const effect = z.strictObject({
  person: z.strictObject({ uid: id, external: id, email: id, number: id }),
  fields: z
    .strictObject({
      first_name: text,
      last_name: text,
      email: text,
      number: z.union([z.string(), z.number().transform(String)]).nullish(),
      tz: text,
      is_account: z.boolean().optional(),
      created_at: moment,
      lists: z.array(z.string()).max(100).optional(),
      meta: object.optional(),
    })
    .optional(),
  event: z
    .strictObject({
      name: z.string().min(1).max(255),
      value: scalar.nullish(),
      properties: object.optional(),
      timestamp: moment,
    })
    .optional(),
});

/**
 * Reads the result of a mapping: an object with `person`, `fields` and `event`, a list of them, `{ "ignore": "why" }`, or nothing.
 * Unknown names are refused, since they are probably misspelled.
 * @throws MappingError that names what is wrong
 */
export function mappedBy(given: unknown): Mapped {
  // A mapping can produce text that no sender may send: NUL or an unpaired surrogate.
  const result = storable(given, (detail) => new MappingError(`its result cannot be stored: ${detail}`));
  if (result === undefined || result === null) return { ignored: 'the mapping returned nothing' };
  const reason = (result as JsonObject).ignore;
  if (typeof reason === 'string') return { ignored: cut(reason, 500) || 'the mapping ignores it' };
  const all = Array.isArray(result) ? result : [result];
  if (all.length > MOST_EFFECTS) throw new MappingError(`its result has more than ${MOST_EFFECTS} entries`);
  return all.map(effectOf);
}

function effectOf(given: unknown): PersonEffect {
  const parsed = effect.safeParse(given);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const where = issue?.path.join('.') || 'it';
    throw new MappingError(`its result has the wrong form: ${where}: ${issue?.message ?? ''}`);
  }
  const { person, fields, event } = parsed.data;
  const { first_name, last_name, is_account, created_at, ...others } = fields ?? {};
  return {
    person,
    fields: {
      ...others,
      firstName: first_name,
      lastName: last_name,
      isAccount: is_account,
      createdAt: dateOf('fields.created_at', created_at),
    },
    ...(event && {
      event: {
        name: event.name,
        value: event.value ?? undefined,
        properties: event.properties,
        occurredAt: dateOf('event.timestamp', event.timestamp),
      },
    }),
  };
}

function dateOf(field: string, given: string | number | null | undefined): Date | undefined {
  if (given === undefined || given === null) return undefined;
  const date = parseTimestamp(given);
  if (!date) throw new MappingError(`${field} is not a timestamp`);
  return date;
}
