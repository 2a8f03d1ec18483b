import { isPropertyName, isScalar, isWellFormed, parseTimestamp, type Meta, type Scalar } from '@dundun/domain';
import type { ValueType } from './column-rule.js';

/** Why a value cannot be stored; the message continues "… is", for the report. */
export class WrongValueError extends Error {}

const TRUE = new Set(['true', 'yes', 'y', '1', 'on', 't', 'x']);
const FALSE = new Set(['false', 'no', 'n', '0', 'off', 'f']);
const THOUSANDS = /^[-+]?\d{1,3}(,\d{3})+(\.\d+)?$/;
const DECIMAL = /^[-+]?(\d+([.,]\d+)?|[.,]\d+)(e[-+]?\d+)?$/i;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const ISO_WITH_SPACE = /^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}(:\d{2}(\.\d+)?)?)( ?(?:UTC|Z|[-+]\d{2}:?\d{2}))?$/;
const SPLIT_DATE = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})(?:[ T](.*))?$/;

/** Reads the text of an attribute. @throws WrongValueError */
export function scalarOf(text: string, type: Exclude<ValueType, 'json'>): Scalar {
  if (type === 'number') return numberOf(text);
  if (type === 'boolean') return booleanOf(text);
  if (type === 'text') return stored(text);
  return dateTextOf(text, type);
}

function numberOf(text: string): number {
  const plain = THOUSANDS.test(text) ? text.replaceAll(',', '') : text.replace(',', '.');
  const value = DECIMAL.test(text) || THOUSANDS.test(text) ? Number(plain) : Number.NaN;
  if (!Number.isFinite(value)) throw new WrongValueError('is not a number');
  return value;
}

export function booleanOf(text: string): boolean {
  const word = text.toLowerCase();
  if (TRUE.has(word)) return true;
  if (FALSE.has(word)) return false;
  throw new WrongValueError('is neither yes nor no');
}

/** Returns a day as it is, and a time in UTC. @throws WrongValueError */
function dateTextOf(text: string, type: 'date' | 'date_dmy' | 'date_mdy'): string {
  const iso = isoOf(text, type);
  const date = timeOf(iso);
  return DAY.test(iso) ? iso : date.toISOString();
}

/** Reads a time: ISO with a T or a space, a day, or seconds since 1970. @throws WrongValueError */
export function timeOf(text: string): Date {
  const spaced = ISO_WITH_SPACE.exec(text);
  const zone = spaced?.[5]?.trim() ?? '';
  const iso = spaced ? `${spaced[1]}T${spaced[2]}${zone === '' || zone === 'UTC' ? 'Z' : zone}` : text;
  const date = /^\d{9,10}$/.test(iso)
    ? new Date(Number(iso) * 1_000)
    : parseTimestamp(DAY.test(iso) ? `${iso}T00:00:00Z` : iso);
  if (!date || Number.isNaN(date.getTime())) throw new WrongValueError('is not a date');
  return date;
}

function isoOf(text: string, type: 'date' | 'date_dmy' | 'date_mdy'): string {
  const [, one = '', two = '', year = '', time] = SPLIT_DATE.exec(text) ?? [];
  if (type === 'date' || year === '') return text;
  const [day, month] = type === 'date_dmy' ? [one, two] : [two, one];
  const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return time ? `${iso} ${time}` : iso;
}

/** Returns the scalars of a JSON object, with its objects flattened as `a.b`. @throws WrongValueError */
export function attributesOf(text: string): Meta {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new WrongValueError('is not JSON');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new WrongValueError('is not a JSON object');
  const meta: Meta = {};
  flatten(meta, value as Record<string, unknown>, '', 3);
  return meta;
}

function flatten(meta: Meta, value: Record<string, unknown>, prefix: string, depth: number): void {
  for (const [key, each] of Object.entries(value)) {
    const name = prefix + key;
    if (!isPropertyName(name)) throw new WrongValueError('has a name that an attribute cannot have');
    if (isScalar(each)) meta[name] = each;
    else if (Array.isArray(each)) meta[name] = each.filter(isScalar).join(', ');
    else if (each !== null && depth > 1) flatten(meta, each as Record<string, unknown>, `${name}.`, depth - 1);
  }
}

/** @throws WrongValueError */
export function stored(text: string): string {
  if (!isWellFormed(text)) throw new WrongValueError('contains characters that cannot be stored');
  return text;
}

/** Suggests how the values of a column are read. */
export function typeOfValues(values: string[]): ValueType {
  const all = (test: (value: string) => boolean) => values.length > 0 && values.every(test);
  if (all((value) => /^(true|false|yes|no)$/i.test(value))) return 'boolean';
  // A leading zero belongs to a code, and long digits lose their end as a number.
  if (all((value) => /^-?(0|[1-9]\d{0,14})(\.\d+)?$/.test(value))) return 'number';
  if (all((value) => /^\d{4}-\d{2}-\d{2}/.test(value) && isTime(value))) return 'date';
  return 'text';
}

function isTime(text: string): boolean {
  try {
    timeOf(text);
    return true;
  } catch {
    return false;
  }
}
