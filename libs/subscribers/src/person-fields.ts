import { EVENT_LIMITS, InvalidInputError, type Meta, type Scalar } from '@dundun/domain';
import type { PersonFields } from './commands.js';
import type { Person } from './person.entity.js';

const TEXTS = ['firstName', 'lastName', 'email', 'number'] as const;

type Attributes = Record<string, Scalar>;

/** Somebody of whom nothing is known yet; the uid was made here. */
export const newPerson = (workspaceId: number, id: string, createdAt: Date): Person => ({
  workspaceId,
  id,
  uid: id,
  uidUpdateable: true,
  firstName: null,
  lastName: null,
  email: null,
  number: null,
  meta: {},
  createdAt,
});

/**
 * What is given replaces what is there, null clears, attributes are merged by name.
 * @throws InvalidInputError when the person would have too many attributes
 */
export function overwritten(person: Person, fields: PersonFields): Person {
  const meta = mergedMeta(person.meta, fields.meta);
  if (Object.keys(meta).length > EVENT_LIMITS.properties) throw tooManyAttributes();
  const next: Person = { ...person, createdAt: fields.createdAt ?? person.createdAt, meta };
  for (const name of TEXTS) if (fields[name] !== undefined) next[name] = fields[name];
  return next;
}

/** Only what was unset is filled: the caller may be anybody who reads a web page. */
export function filled(person: Person, fields: PersonFields): Person {
  const next: Person = { ...person, meta: { ...person.meta } };
  for (const name of TEXTS) next[name] ??= fields[name] ?? null;
  let room = EVENT_LIMITS.properties - Object.keys(person.meta).length;
  for (const [name, value] of Object.entries(fields.meta ?? {})) {
    if (value === null || Object.hasOwn(person.meta, name) || room-- <= 0) continue;
    next.meta[name] = value;
  }
  return next;
}

/** Whether a row has to be written. */
export function isSamePerson(before: Person, after: Person): boolean {
  return (
    TEXTS.every((name) => before[name] === after[name]) &&
    before.createdAt.getTime() === after.createdAt.getTime() &&
    isSameMeta(before.meta, after.meta)
  );
}

function mergedMeta(known: Attributes, given: Meta = {}): Attributes {
  const merged = { ...known };
  for (const [name, value] of Object.entries(given)) {
    if (value === null) delete merged[name];
    else merged[name] = value;
  }
  return merged;
}

function isSameMeta(before: Attributes, after: Attributes): boolean {
  const names = Object.keys(before);
  return (
    names.length === Object.keys(after).length &&
    names.every((name) => Object.hasOwn(after, name) && before[name] === after[name])
  );
}

const tooManyAttributes = () =>
  new InvalidInputError([
    { field: 'meta', message: `must leave the person with at most ${EVENT_LIMITS.properties} attributes` },
  ]);
