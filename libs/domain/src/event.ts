import { isWellFormed, utf8Bytes } from './text.js';

/** Limits of one event or one set of attributes. */
export const EVENT_LIMITS = { nameLength: 255, properties: 300, propertyNameBytes: 150, depth: 5 } as const;

/** A single value: text, number or boolean. */
export type Scalar = string | number | boolean;

/** Attributes of a person: named scalars. null clears an attribute. */
export type Meta = Record<string, Scalar | null>;

/** A value of an event property; objects and lists may nest to a depth of 5. */
export type PropertyValue = Scalar | null | PropertyValue[] | { [name: string]: PropertyValue };

/** Properties of an event. */
export type Properties = Record<string, PropertyValue>;

/** Whether the value is storable text, a finite number or a boolean. */
export function isScalar(value: unknown): value is Scalar {
  if (typeof value === 'string') return isWellFormed(value);
  return typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value));
}

/** Whether the name of an attribute or property is 1 to 150 bytes of storable text and not `__proto__`. */
export function isPropertyName(name: string): boolean {
  const { propertyNameBytes: most } = EVENT_LIMITS;
  if (name === '' || name === '__proto__' || name.length > most || !isWellFormed(name)) return false;
  return name.length * 3 <= most || utf8Bytes(name) <= most;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function isTree(value: unknown, depth: number): boolean {
  if (value === null || isScalar(value)) return true;
  if (depth === 0 || typeof value !== 'object') return false;
  return Array.isArray(value) ? value.every((item) => isTree(item, depth - 1)) : isNamedTree(value, depth);
}

function isNamedTree(value: unknown, depth: number): boolean {
  if (!isObject(value)) return false;
  let count = 0;
  for (const name in value) {
    if (++count > EVENT_LIMITS.properties || !isPropertyName(name) || !isTree(value[name], depth - 1)) return false;
  }
  return true;
}

/** Whether the value can be the properties of an event: at most 300 names per object, at most 5 levels deep. */
export function isProperties(value: unknown): value is Properties {
  return isNamedTree(value, EVENT_LIMITS.depth);
}

/** Whether the value can be a person's attributes: one object of at most 300 names with scalars or null. */
export function isMeta(value: unknown): value is Meta {
  return isNamedTree(value, 1);
}
