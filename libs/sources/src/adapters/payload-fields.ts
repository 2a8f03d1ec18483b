import { hash } from 'node:crypto';
import { isJsonObject, parseTimestamp, type JsonObject } from '@dundun/domain';

/** What was sent where an object is documented; one without names for anything else. */
export const objectOf = (value: unknown): JsonObject => (isJsonObject(value) ? value : {});

/** What was sent where a list is documented; an empty one for anything else. */
export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** Text with something in it besides blanks; a number as its digits; undefined for anything else. */
export function textOf(value: unknown): string | undefined {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}

/** A number, or text that is one; undefined for anything else. */
export function numberOf(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

/** A moment as the wire takes it: RFC 3339, a date, epoch milliseconds; undefined for anything else. */
export const momentOf = (value: unknown): Date | undefined => parseTimestamp(value) ?? undefined;

/** A moment from Unix seconds; undefined for anything else. */
export const momentOfSeconds = (value: unknown): Date | undefined =>
  typeof value === 'number' ? momentOf(Math.round(value * 1_000)) : undefined;

/** A full name as first and last name: the last word is the last name. */
export function namesOf(name: unknown): { firstName?: string; lastName?: string } {
  const words = textOf(name)?.split(/\s+/);
  if (!words) return {};
  const lastName = words.length > 1 ? words.pop() : undefined;
  return { firstName: words.join(' '), lastName };
}

const LONGEST_ID = 200;

/**
 * The sender's id of an event; a hash of the payload where there is none, so that a repetition is still recognised, and of an
 * id that is too long to keep.
 */
export function eventIdOf(id: unknown, payload: JsonObject): string {
  const text = textOf(id);
  if (text === undefined) return `sha256:${hash('sha256', JSON.stringify(payload))}`;
  return text.length <= LONGEST_ID ? text : `sha256:${hash('sha256', text)}`;
}
