import { isWellFormed } from './text.js';

/** Default maximum nesting of a JSON value; bounds every walk over it. */
export const JSON_DEPTH = 32;

/** A JSON object. */
export type JsonObject = Record<string, unknown>;

/** Whether the value is a JSON object: neither null nor a list. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isStorable(value: unknown, depth: number): boolean {
  if (typeof value === 'string') return isWellFormed(value);
  if (typeof value === 'number') return Number.isFinite(value);
  if (value === null || typeof value === 'boolean') return true;
  if (typeof value !== 'object' || depth === 0) return false;
  if (Array.isArray(value)) return value.every((item) => isStorable(item, depth - 1));
  return Object.entries(value).every(
    ([name, item]) => name !== '__proto__' && isWellFormed(name) && isStorable(item, depth - 1),
  );
}

/** Whether a JSON object can be stored unchanged: well-formed text, finite numbers, at most 32 levels deep. */
export function isStorableObject(value: unknown): value is JsonObject {
  return isJsonObject(value) && isStorable(value, JSON_DEPTH);
}
