import type { LocalDate, PropertyTest } from '../segments/tree.js';

const folded = (text: string) => text.toLowerCase();

/** Returns the day that a text begins with. */
const dayIn = (value: unknown): LocalDate | undefined =>
  typeof value === 'string' ? /^\d{4}-\d\d-\d\d(?=$|[T ])/.exec(value)?.[0] : undefined;

const TYPES: Record<PropertyTest['type'], (value: unknown) => boolean> = {
  text: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  boolean: (value) => typeof value === 'boolean',
  date: (value) => dayIn(value) !== undefined,
};

/** Whether a value meets a test. A missing value, and one of another type, meets none. */
function meets(value: unknown, test: PropertyTest): boolean {
  if (!TYPES[test.type](value)) return false;
  if (test.is === 'is_set') return true;
  if (test.type === 'number') return meetsNumber(value as number, test);
  if (test.type === 'text') return meetsText(folded(value as string), test);
  if (test.type === 'boolean') return value === test.value;
  const day = dayIn(value) ?? '';
  if (test.is === 'on') return day === test.value;
  if (test.is === 'before') return day < test.value;
  return test.is === 'after' && day > test.value;
}

function meetsNumber(value: number, test: Extract<PropertyTest, { type: 'number' }>): boolean {
  switch (test.is) {
    case 'equals':
      return value === test.value;
    case 'above':
      return value > test.value;
    case 'below':
      return value < test.value;
    case 'at_least':
      return value >= test.value;
    case 'at_most':
      return value <= test.value;
    case 'between':
      return value >= test.value[0] && value <= test.value[1];
    case 'is_set':
      return true;
  }
}

function meetsText(value: string, test: Extract<PropertyTest, { type: 'text' }>): boolean {
  switch (test.is) {
    case 'equals':
      return value === folded(test.value);
    case 'one_of':
      return test.value.some((each) => value === folded(each));
    case 'contains':
      return value.includes(folded(test.value));
    case 'starts_with':
      return value.startsWith(folded(test.value));
    case 'ends_with':
      return value.endsWith(folded(test.value));
    case 'is_set':
      return true;
  }
}

/** What an event says. */
export interface Told {
  value?: unknown;
  properties?: Readonly<Record<string, unknown>> | null;
}

const own = (properties: Told['properties'], name: string): unknown =>
  properties && Object.hasOwn(properties, name) ? properties[name] : undefined;

/** Whether an event, or the data of an entrance, meets all tests. */
export const meetsAll = ({ value, properties }: Told, tests: readonly PropertyTest[] = []): boolean =>
  tests.every((test) => meets(test.property === undefined ? value : own(properties, test.property), test));

/** Whether a property equals one of the entrance; missing ones never do. */
export function isSame(event: Told, entry: Told, { property, entry: name }: { property: string; entry: string }) {
  const [one, other] = [own(event.properties, property), own(entry.properties, name)];
  return one !== undefined && one !== null && one === other;
}
