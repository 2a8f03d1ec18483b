import type { TestAutomationBody, TestPlaceBody } from '@dundun/contracts';
import { InvalidInputError, isStorableObject, isTimeZone, waysOf, type CompiledAutomation, type JsonObject, type Scalar } from '@dundun/domain'; // prettier-ignore
import { newId } from '@dundun/platform/database';
import type { TestPerson } from './test-people.repository.js';
import type { TestPlace } from './test-walks.service.js';

const FIELDS = ['uid', 'email', 'number', 'first_name', 'last_name', 'tz'] as const;
const MADE_UP = 'test';

/** Returns somebody who is made up: known fields by their names, and attributes. @throws InvalidInputError */
export function madeUp(given: Record<string, unknown>): TestPerson {
  if (!isStorableObject(given)) throw new InvalidInputError([{ field: 'person', message: 'has values that cannot be stored' }]); // prettier-ignore
  const text = (name: (typeof FIELDS)[number]): string | null => {
    const value = given[name] ?? null;
    if (value === null || (typeof value === 'string' && value !== '')) return value;
    throw new InvalidInputError([{ field: `person.${name}`, message: 'must be text' }]);
  };
  const tz = text('tz');
  if (tz !== null && !isTimeZone(tz)) throw new InvalidInputError([{ field: 'person.tz', message: 'must be a time zone such as Africa/Lagos' }]); // prettier-ignore
  const meta = Object.fromEntries(Object.entries(given).filter(([name]) => !(FIELDS as readonly string[]).includes(name))); // prettier-ignore
  return {
    ...{ id: newId(), uid: text('uid') ?? MADE_UP, email: text('email'), number: text('number') },
    ...{ first_name: text('first_name'), last_name: text('last_name'), tz, meta: meta as JsonObject },
  };
}

/** Returns where a test goes on in a version. @throws InvalidInputError if the draft has no such place any more */
export function placeIn({ steps }: CompiledAutomation, from: TestPlaceBody | undefined, now: Date): TestPlace {
  if (!from) return { step: 0, visit: 1, restsSince: null, way: null, now, answers: {} };
  const number = steps.findIndex(({ step }) => step.id === from.step);
  const step = steps[number]?.step;
  if (!step) throw new InvalidInputError([{ field: 'from.step', message: 'is no step of the draft: start over' }]);
  const { way = null, visit, answers = {} } = from;
  if (way !== null && !waysOf(step).some(({ label }) => label === way))
    throw new InvalidInputError([{ field: 'from.way', message: 'is no way out of the step' }]);
  const [since, dueAt] = [new Date(from.since), new Date(from.due_at)];
  const kept = answers as Record<string, JsonObject>;
  return { step: number, visit, restsSince: since, way, now: way === null ? dueAt : since, answers: kept };
}

/** Returns the data of the entrance. */
export const entryOf = ({ entry }: TestAutomationBody) => ({ properties: (entry ?? {}) as Record<string, Scalar> });
