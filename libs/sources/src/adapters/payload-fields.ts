import { hash } from 'node:crypto';
import { isJsonObject, parseTimestamp, type JsonObject } from '@dundun/domain';

/** Returns the value if it is an object, else an empty object. */
export const objectOf = (value: unknown): JsonObject => (isJsonObject(value) ? value : {});

/** Returns the value if it is a list, else an empty list. */
export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** Returns trimmed text that is not blank, or a number as text; else undefined. */
export function textOf(value: unknown): string | undefined {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}

/** Returns a number, also from text; else undefined. */
export function numberOf(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

/** Parses a timestamp as the API does: RFC 3339, a date or epoch milliseconds; else undefined. */
export const momentOf = (value: unknown): Date | undefined => parseTimestamp(value) ?? undefined;

/** Parses Unix seconds; else undefined. */
export const momentOfSeconds = (value: unknown): Date | undefined =>
  typeof value === 'number' ? momentOf(Math.round(value * 1_000)) : undefined;

/** Splits a full name: the last word is the last name. */
export function namesOf(name: unknown): { firstName?: string; lastName?: string } {
  const words = textOf(name)?.split(/\s+/);
  if (!words) return {};
  const lastName = words.length > 1 ? words.pop() : undefined;
  return { firstName: words.join(' '), lastName };
}

const LONGEST_ID = 200;

/**
 * Returns the sender's id of an event. An id that is too long is hashed. Without an id the payload is hashed, so that a repetition
 * is still recognised.
 */
export function eventIdOf(id: unknown, payload: JsonObject): string {
  const text = textOf(id);
  if (text === undefined) return `sha256:${hash('sha256', JSON.stringify(payload))}`;
  return text.length <= LONGEST_ID ? text : `sha256:${hash('sha256', text)}`;
}
