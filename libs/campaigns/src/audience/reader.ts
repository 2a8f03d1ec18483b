import type { JsonObject } from '@dundun/domain';

/** What is known of a person when a mail is written; null if unknown. */
export interface Reader {
  uid: string | null;
  email: string | null;
  number: string | null;
  first_name: string | null;
  last_name: string | null;
  meta: JsonObject | null;
}

/** Returns the variables of a reader, with the same names as in the preview of a template for a person. */
export function variablesOf({ uid, email, number, first_name, last_name, meta }: Reader): JsonObject {
  const known = Object.entries({ ...meta, uid, email, number, first_name, last_name });
  return Object.fromEntries(known.filter(([, value]) => value !== null));
}

/** A variable, and how many of the people looked at have no value for it. */
interface MissingValue {
  name: string;
  count: number;
}

/** Variables of a mail that come from the list that it belongs to. */
const OF_THE_LIST = ['unsubscribe_url', 'preferences_url', 'web_url'];

/** Returns which variables some of the readers and the data have no value for, the one that most of them lack first. */
export const missingValues = (
  names: readonly string[],
  readers: readonly Reader[],
  data: JsonObject = {},
): MissingValue[] =>
  names
    .filter((name) => !OF_THE_LIST.includes(name))
    .map((name) => ({
      name,
      count: readers.filter((reader) => !hasValue({ ...variablesOf(reader), ...data }, name)).length,
    }))
    .filter(({ count }) => count > 0)
    .sort((one, other) => other.count - one.count);

const STEP = /(?:^|\.)([^.[\]]+)|\[(?:"([^"]*)"|'([^']*)'|(\d+))\]/g;

/** Returns whether the path of a variable, such as `order.items[0]["a b"]`, leads to a value. */
function hasValue(variables: JsonObject, name: string): boolean {
  let value: unknown = variables;
  for (const [, word, double, single, index] of name.matchAll(STEP)) {
    const key = word ?? double ?? single ?? index ?? '';
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return false;
    value = (value as Record<string, unknown>)[key];
  }
  return value !== undefined && value !== null;
}
