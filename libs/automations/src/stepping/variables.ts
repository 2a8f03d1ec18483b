import type { JsonObject, Told } from '@dundun/domain';
import type { DueEnrolment } from '../runs/due-enrolments.repository.js';

/** Returns the same names as in the preview of a template for a person, the data of the entrance, and what webhooks answered. */
export function variablesOf({ uid, email, number, first_name, last_name, meta, vars }: DueEnrolment): JsonObject {
  const known = Object.entries({
    ...meta,
    uid,
    email,
    number,
    first_name,
    last_name,
    entry: entryOf(vars.entry),
    steps: vars.steps ?? {},
  });
  return Object.fromEntries(known.filter(([, value]) => value !== null)) as JsonObject;
}

/** Properties by their names; the value of the event is `value`. */
const entryOf = (entry: Told = {}) => ({
  ...(entry.value !== undefined && entry.value !== null && { value: entry.value }),
  ...entry.properties,
});
