import {
  EVENT_LIMITS,
  hasLength,
  isEmail,
  isJsonObject,
  isPropertyName,
  isScalar,
  parsePhone,
  type JsonObject,
  type Meta,
  type Properties,
  type PropertyValue,
} from '@dundun/domain';
import type { PersonEffect, SourceEvent, SourceFields, SourcePerson } from './source-adapter.js';
import { cut } from './storable-text.js';

const LONGEST_UID = 255;
const LONGEST_NAME = 255;

/** The fields of a person after the check, under the names of the users API. */
interface StorableFields extends Omit<SourceFields, 'meta'> {
  meta?: Meta;
}

/** An effect in which every value can be stored. */
export interface StorableEffect {
  person: SourcePerson;
  fields: StorableFields;
  ifNew?: StorableFields;
  event?: SourceEvent & { properties?: Properties };
}

/** Sanitizes an effect for storage. @param note receives what was left out or changed */
export function storableEffect(
  { person, fields = {}, ifNew, event }: PersonEffect,
  note: (notice: string) => void,
): StorableEffect {
  return {
    person: storablePerson(person, note),
    fields: storableFields(fields, note),
    ...(ifNew && { ifNew: storableFields(ifNew, note) }),
    ...(event && { event: storableEvent(event, note) }),
  };
}

function storablePerson({ uid, external, email, number }: SourcePerson, note: (notice: string) => void): SourcePerson {
  const isUid = uid !== undefined && hasLength(uid, 1, LONGEST_UID);
  if (uid !== undefined && !isUid) note(`a uid of more than ${LONGEST_UID} characters was left out`);
  return without({
    uid: isUid ? uid : undefined,
    external: external === undefined ? undefined : cut(external, LONGEST_UID),
    email: reachable('email', email, note) ?? undefined,
    number: reachable('number', number, note) ?? undefined,
  });
}

function storableFields({ meta, ...fields }: SourceFields, note: (notice: string) => void): StorableFields {
  return without({
    ...fields,
    firstName: fields.firstName && cut(fields.firstName, LONGEST_NAME),
    lastName: fields.lastName && cut(fields.lastName, LONGEST_NAME),
    email: reachable('email', fields.email, note),
    number: reachable('number', fields.number, note),
    meta: meta && storableMeta(meta, note),
  });
}

function storableEvent({ properties, ...event }: SourceEvent, note: (notice: string) => void) {
  if (!hasLength(event.name, 1, EVENT_LIMITS.nameLength)) note('the name of the event was shortened');
  return without({
    ...event,
    name: cut(event.name, EVENT_LIMITS.nameLength) || 'Unnamed event',
    properties: properties && named(properties, EVENT_LIMITS.depth, note),
  });
}

/** Returns a valid address. Null clears; an invalid address is left out. */
function reachable(
  kind: 'email' | 'number',
  given: string | null | undefined,
  note: (notice: string) => void,
): string | null | undefined {
  if (given === undefined || given === null) return given;
  const valid = kind === 'email' ? (isEmail(given.trim()) ? given.trim() : null) : parsePhone(given);
  if (valid === null) note(`the ${kind} is invalid and was left out`);
  return valid ?? undefined;
}

/** Flattens objects to `outer_inner` and turns lists into JSON text. Null clears. */
function storableMeta(meta: Record<string, unknown>, note: (notice: string) => void): Meta {
  const flat: Meta = {};
  let count = 0;
  for (const [name, value] of Object.entries(flattened(meta))) {
    if (value === undefined) continue;
    if (!isPropertyName(name)) note(`the attribute ${cut(name, 40)} has a name that cannot be stored`);
    else if (count >= EVENT_LIMITS.properties) note(`the attribute ${name} exceeds the limit and was left out`);
    else {
      flat[name] = value === null || isScalar(value) ? value : JSON.stringify(value);
      count += 1;
    }
  }
  return flat;
}

const DEEPEST_ATTRIBUTE = 5;

/**
 * Flattens nested objects: `{ a: { b: 1 } }` becomes `{ a_b: 1 }`. An object whose name is too long to store stays nested, because
 * its name would be repeated in every name within and exhaust the memory.
 */
export function flattened(object: Record<string, unknown>): Record<string, unknown> {
  const entries: [string, unknown][] = [];
  const add = (inner: Record<string, unknown>, prefix: string, depth: number) => {
    for (const [own, value] of Object.entries(inner)) {
      const name = prefix + own;
      const isOpened = depth > 0 && name.length <= EVENT_LIMITS.propertyNameBytes && isJsonObject(value);
      if (isOpened) add(value, `${name}_`, depth - 1);
      else entries.push([name, value]);
    }
  };
  add(object, '', DEEPEST_ATTRIBUTE);
  return Object.fromEntries(entries);
}

function named(object: JsonObject, depth: number, note: (notice: string) => void): Properties {
  const kept: Properties = {};
  let count = 0;
  for (const [name, value] of Object.entries(object)) {
    if (value === undefined) continue;
    if (!isPropertyName(name)) note(`the property ${cut(name, 40)} has a name that cannot be stored`);
    else if (count >= EVENT_LIMITS.properties) note(`the property ${name} exceeds the limit and was left out`);
    else {
      kept[name] = property(value, depth - 1, note);
      count += 1;
    }
  }
  return kept;
}

/** Values nested too deeply become JSON text. */
function property(value: unknown, depth: number, note: (notice: string) => void): PropertyValue {
  if (value === null || isScalar(value)) return value;
  if (value instanceof Date) return value.toISOString();
  if (typeof value !== 'object') return null;
  if (depth === 0) return JSON.stringify(value);
  if (!Array.isArray(value)) return named(value as JsonObject, depth, note);
  return value.map((item) => property(item, depth - 1, note));
}

function without<T extends object>(object: T): T {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as T;
}
