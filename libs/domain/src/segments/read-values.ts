import { hasLength, isWellFormed } from '../text.js';
import { isJsonObject } from '../json.js';
import { isLocalDate } from './days.js';
import type { TreeFaults } from './faults.js';
import { SEGMENT_LIMITS, type Duration, type Times, type ValueTest, type Window } from './tree.js';

const { days: MOST_DAYS, textLength, times: MOST_TIMES, values: MOST_VALUES } = SEGMENT_LIMITS;

const UNITS = { days: MOST_DAYS, weeks: Math.floor(MOST_DAYS / 7), months: Math.floor(MOST_DAYS / 30.5) };
const YEAR = 365;

const isText = (value: unknown): value is string =>
  typeof value === 'string' && hasLength(value, 1, textLength) && isWellFormed(value);
const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);
const isPair = (value: unknown): value is [unknown, unknown] => Array.isArray(value) && value.length === 2;

/** Reads a length of time: one of days, weeks and months. */
function readDuration(
  value: unknown,
  path: string,
  faults: TreeFaults,
  most: number = MOST_DAYS,
): Duration | undefined {
  const units = Object.keys(UNITS) as (keyof typeof UNITS)[];
  const [unit, ...more] = isJsonObject(value) ? Object.keys(value) : [];
  const named = units.find((each) => each === unit);
  if (named === undefined || more.length > 0)
    return faults.add(path, 'must be one of days, weeks and months, such as {"days": 30}');
  const limit = Math.min(
    UNITS[named],
    named === 'days' ? most : named === 'weeks' ? Math.floor(most / 7) : Math.floor(most / 30.4),
  );
  const count = (value as Record<string, unknown>)[named];
  if (!Number.isInteger(count) || (count as number) < 1 || (count as number) > limit)
    return faults.add(`${path}.${named}`, `must be a whole number from 1 to ${limit}`);
  return { [named]: count } as unknown as Duration;
}

const WINDOWS =
  'must be {"last": {"days": 30}}, {"before_last": …}, {"from": "2026-11-01", "to": "2026-11-30"} or {"ever": true}';

/** Reads a window. @returns null for the window of all time */
export function readWindow(value: unknown, path: string, faults: TreeFaults): Window | null | undefined {
  if (!isJsonObject(value)) return faults.add(path, WINDOWS);
  const kind = (['last', 'before_last', 'from', 'ever'] as const).find((key) => key in value);
  if (kind === undefined) return faults.add(path, WINDOWS);
  faults.unknownKeys(value, kind === 'from' ? ['from', 'to'] : [kind], path);
  if (kind === 'ever') return value.ever === true ? null : faults.add(`${path}.ever`, 'must be true');
  if (kind === 'from') return readDates(value, path, faults);
  const length = readDuration(value[kind], `${path}.${kind}`, faults);
  return length && ({ [kind]: length } as unknown as Window);
}

function readDates({ from, to }: Record<string, unknown>, path: string, faults: TreeFaults): Window | undefined {
  if (!isLocalDate(from)) return faults.add(`${path}.from`, 'must be a day such as 2026-11-20');
  if (to === undefined) return { from };
  if (!isLocalDate(to)) return faults.add(`${path}.to`, 'must be a day such as 2026-11-20');
  return to < from ? faults.add(`${path}.to`, 'must not be before from') : { from, to };
}

/** Reads how often. @returns null for at least once, which is the default */
export function readTimes(value: unknown, path: string, faults: TreeFaults): Times | null | undefined {
  const said = 'must be one of {"at_least": 3}, {"at_most": 3}, {"exactly": 3} and {"between": [3, 5]}';
  const [kind, ...more] = isJsonObject(value) ? Object.keys(value) : [];
  if (!kind || more.length > 0 || !['at_least', 'at_most', 'exactly', 'between'].includes(kind))
    return faults.add(path, said);
  const count = (value as Record<string, unknown>)[kind];
  const isCount = (each: unknown, least: number) =>
    Number.isInteger(each) && (each as number) >= least && (each as number) <= MOST_TIMES;
  const at = `${path}.${kind}`;
  if (kind !== 'between') {
    const least = kind === 'at_least' ? 1 : 0;
    if (!isCount(count, least)) return faults.add(at, `must be a whole number from ${least} to ${MOST_TIMES}`);
    return kind === 'at_least' && count === 1 ? null : ({ [kind]: count } as unknown as Times);
  }
  if (!isPair(count) || !count.every((each) => isCount(each, 0)) || (count[0] as number) > (count[1] as number))
    return faults.add(at, `must be two whole numbers from 0 to ${MOST_TIMES}, the smaller first`);
  return { between: count as [number, number] };
}

const TESTS = {
  text: ['equals', 'one_of', 'contains', 'starts_with', 'ends_with', 'is_set'],
  number: ['equals', 'above', 'below', 'at_least', 'at_most', 'between', 'is_set'],
  boolean: ['equals', 'is_set'],
  date: ['on', 'before', 'after', 'in_next', 'in_last', 'anniversary_in_next', 'is_set'],
} as const;

/** Keys of a value test. */
export const TEST_KEYS = ['type', 'is', 'value'] as const;

/** Reads the comparison of one value. @param fixed the type, if it is known */
export function readTest(
  given: Record<string, unknown>,
  path: string,
  faults: TreeFaults,
  fixed?: keyof typeof TESTS,
): ValueTest | undefined {
  const type = given.type ?? fixed;
  const types = Object.keys(TESTS) as (keyof typeof TESTS)[];
  const known = types.find((each) => each === type && (fixed === undefined || each === fixed));
  if (!known) return faults.add(`${path}.type`, `must be ${fixed ?? `one of ${types.join(', ')}`}`);
  const allowed: readonly string[] = TESTS[known];
  if (typeof given.is !== 'string' || !allowed.includes(given.is))
    return faults.add(`${path}.is`, `must be one of ${allowed.join(', ')} for the type ${known}`);
  if (given.is === 'is_set') {
    if (given.value !== undefined) return faults.add(`${path}.value`, 'must be left out for is_set');
    return { type: known, is: 'is_set' };
  }
  const value = readOperand(known, given.is, given.value, `${path}.value`, faults);
  return value === undefined ? undefined : ({ type: known, is: given.is, value } as ValueTest);
}

function readOperand(type: keyof typeof TESTS, is: string, value: unknown, path: string, faults: TreeFaults): unknown {
  if (type === 'boolean') return typeof value === 'boolean' ? value : faults.add(path, 'must be true or false');
  if (type === 'date' && (is === 'in_next' || is === 'in_last')) return readDuration(value, path, faults);
  if (type === 'date' && is === 'anniversary_in_next') return readDuration(value, path, faults, YEAR);
  if (type === 'date') return isLocalDate(value) ? value : faults.add(path, 'must be a day such as 2026-11-20');
  if (type === 'number' && is === 'between')
    return isPair(value) && value.every(isNumber) && (value[0] as number) <= (value[1] as number)
      ? value
      : faults.add(path, 'must be two numbers, the smaller first');
  if (type === 'number') return isNumber(value) ? value : faults.add(path, 'must be a number');
  if (is !== 'one_of') return isText(value) ? value : faults.add(path, `must be text of 1 to ${textLength} characters`);
  if (Array.isArray(value) && value.length > 0 && value.length <= MOST_VALUES && value.every(isText))
    return [...new Set(value)].sort();
  return faults.add(path, `must be a list of 1 to ${MOST_VALUES} texts of 1 to ${textLength} characters`);
}
