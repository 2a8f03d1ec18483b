import { plusDays, shifted, type LocalDate, type PropertyTest, type ValueTest } from '@dundun/domain';
import type { Bind } from './bind.js';

/** SQL expressions of one value: as jsonb and as text. */
interface JsonValue {
  json: string;
  text: string;
}

/** Returns the expressions of a key in a jsonb column, or of the column itself. */
export const jsonValue = (column: string, key: string | undefined, bind: Bind): JsonValue =>
  key === undefined
    ? { json: column, text: `(${column} #>> '{}')` }
    : { json: `(${column} -> ${bind.of(key, 'text')})`, text: `(${column} ->> ${bind.of(key, 'text')})` };

const COMPARE = {
  equals: '=',
  above: '>',
  below: '<',
  at_least: '>=',
  at_most: '<=',
  on: '=',
  before: '<',
  after: '>',
};

/** Compares text with case folded; the text must not be null. */
function textTest(text: string, test: Extract<ValueTest, { type: 'text' }>, bind: Bind): string {
  const folded = `lower(${text})`;
  switch (test.is) {
    case 'is_set':
      return 'true';
    case 'one_of':
      return `${folded} IN (${test.value.map((each) => `lower(${bind.of(each, 'text')})`).join(', ')})`;
    case 'equals':
      return `${folded} = lower(${bind.of(test.value, 'text')})`;
    case 'contains':
      return `strpos(${folded}, lower(${bind.of(test.value, 'text')})) > 0`;
    case 'starts_with':
      return `starts_with(${folded}, lower(${bind.of(test.value, 'text')}))`;
    case 'ends_with':
      return `right(${folded}, length(lower(${bind.of(test.value, 'text')}))) = lower(${bind.of(test.value, 'text')})`;
  }
}

function dateTest(day: string, test: Extract<ValueTest, { type: 'date' }>, today: LocalDate, bind: Bind): string {
  const date = (value: LocalDate) => bind.of(value, 'date');
  switch (test.is) {
    case 'is_set':
      return `${day} IS NOT NULL`;
    case 'on':
    case 'before':
    case 'after':
      return `coalesce(${day} ${COMPARE[test.is]} ${date(test.value)}, false)`;
    case 'in_next':
      return `coalesce(${day} BETWEEN ${date(today)} AND ${date(plusDays(shifted(today, test.value, 1), -1))}, false)`;
    case 'in_last':
      return `coalesce(${day} BETWEEN ${date(plusDays(shifted(today, test.value, -1), 1))} AND ${date(today)}, false)`;
    case 'anniversary_in_next': {
      const inYear = (year: string) =>
        `(${day} + make_interval(years => ${year} - extract(year FROM ${day})::int))::date`;
      const year = Number(today.slice(0, 4));
      const [thisYear, nextYear] = [inYear(bind.of(year, 'int')), inYear(bind.of(year + 1, 'int'))];
      const next = `CASE WHEN ${thisYear} < ${date(today)} THEN ${nextYear} ELSE ${thisYear} END`;
      return `coalesce(${next} <= ${date(plusDays(shifted(today, test.value, 1), -1))}, false)`;
    }
  }
}

/** Tests a value of a jsonb column. The expression is true or false, never null. */
export function jsonTest({ json, text }: JsonValue, test: ValueTest, today: LocalDate, bind: Bind): string {
  const typed = (type: string, holds: string) =>
    `CASE WHEN jsonb_typeof(${json}) = '${type}' THEN ${holds} ELSE false END`;
  if (test.type === 'date') return dateTest(`calendar_day(${text})`, test, today, bind);
  if (test.type === 'text') return typed('string', textTest(text, test, bind));
  if (test.type === 'boolean')
    return typed('boolean', test.is === 'is_set' ? 'true' : `${text}::boolean = ${bind.of(test.value, 'boolean')}`);
  const number = `${text}::numeric`;
  const bound = (value: number) => bind.of(String(value), 'numeric');
  if (test.is === 'is_set') return typed('number', 'true');
  if (test.is === 'between')
    return typed('number', `${number} BETWEEN ${bound(test.value[0])} AND ${bound(test.value[1])}`);
  return typed('number', `${number} ${COMPARE[test.is]} ${bound(test.value)}`);
}

/** Tests a column of the type text that can be null. */
export const columnTest = (column: string, test: Extract<ValueTest, { type: 'text' }>, bind: Bind): string =>
  `CASE WHEN ${column} IS NULL THEN false ELSE ${textTest(column, test, bind)} END`;

/** Tests a property of the event `e`, or its value. */
export const printPropertyTest = (test: PropertyTest, today: LocalDate, bind: Bind): string =>
  jsonTest(
    test.property === undefined
      ? jsonValue('e.value', undefined, bind)
      : jsonValue('e.properties', test.property, bind),
    test,
    today,
    bind,
  );
