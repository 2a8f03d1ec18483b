import type { Duration, ValueTest } from '@dundun/domain';
import { X } from 'lucide-react';
import { useState } from 'react';
import { SuggestBox } from '@/components/ui/suggest-box';
import { Choice, DayBox, NumberBox, Words } from './fields';
import { useSuggestions, type SuggestionQuery } from './queries';
import { DurationField } from './window-field';
import { words } from './words';

export type ValueType = ValueTest['type'];
type Is = ValueTest['is'];

/** The comparisons of each type. */
const TESTS: Record<ValueType, readonly Is[]> = {
  text: ['equals', 'one_of', 'contains', 'starts_with', 'ends_with', 'is_set'],
  number: ['equals', 'above', 'below', 'at_least', 'at_most', 'between', 'is_set'],
  boolean: ['equals', 'is_set'],
  date: ['on', 'before', 'after', 'in_last', 'in_next', 'anniversary_in_next', 'is_set'],
};
const WEEK: Duration = { days: 7 };

/** Returns a comparison with a value that is still to be filled in; what fits is kept. */
function testOf(type: ValueType, is: Is, before?: unknown): ValueTest {
  if (is === 'is_set') return { type, is } as ValueTest;
  const isText = typeof before === 'string';
  const empty: Record<ValueType, unknown> = {
    text:
      is === 'one_of'
        ? [before].flat().filter((each) => each !== '' && typeof each === 'string')
        : isText
          ? before
          : '',
    number: is === 'between' ? [NaN, NaN] : typeof before === 'number' ? before : NaN,
    boolean: before !== false,
    date: ['in_last', 'in_next', 'anniversary_in_next'].includes(is) ? WEEK : isText ? before : '',
  };
  return { type, is, value: empty[type] } as ValueTest;
}

/** Returns the first comparison of a type. */
export const firstTest = (type: ValueType, before?: ValueTest): ValueTest => {
  const is = before && TESTS[type].includes(before.is) ? before.is : (TESTS[type][0] as Is);
  return testOf(type, is, before && 'value' in before ? before.value : undefined);
};

interface ValueFieldProps {
  test: ValueTest;
  /** Whether the comparison is negated; without it, only positive ones are offered. */
  isNot?: boolean;
  /** Where values are completed from. */
  source: SuggestionQuery | null;
  /** Whether the type can be chosen. */
  hasTypes?: boolean;
  invalid?: boolean;
  onChange: (test: ValueTest, isNot: boolean) => void;
}

/** A comparison with its value, by the type of the value. */
export function ValueField({ test, isNot, source, hasTypes, invalid, onChange }: ValueFieldProps) {
  const polarities = isNot === undefined ? [false] : [false, true];
  const options = polarities.flatMap((not) =>
    TESTS[test.type].map((is) => [`${not ? 'not' : 'is'}:${is}`, words.is[is][not ? 1 : 0]] as const),
  );
  const before = 'value' in test ? test.value : undefined;
  const set = (next: ValueTest) => onChange(next, isNot ?? false);
  return (
    <>
      {hasTypes && (
        <Choice
          label={words.type}
          value={test.type}
          options={(Object.keys(TESTS) as ValueType[]).map((each) => [each, words.types[each]] as const)}
          onChange={(type) => set(firstTest(type, test))}
        />
      )}
      <Choice
        label={words.comparison}
        value={`${isNot ? 'not' : 'is'}:${test.is}`}
        options={options}
        onChange={(next) => {
          const [polarity, is] = next.split(':') as [string, Is];
          const value = is === test.is ? test : testOf(test.type, is, before);
          onChange(value, polarity === 'not');
        }}
      />
      <Operand test={test} source={source} invalid={invalid} onChange={set} />
    </>
  );
}

interface OperandProps {
  test: ValueTest;
  source: SuggestionQuery | null;
  invalid?: boolean;
  onChange: (test: ValueTest) => void;
}

function Operand({ test, source, invalid, onChange }: OperandProps) {
  if (test.is === 'is_set') return null;
  if (test.type === 'boolean')
    return (
      <Choice
        label={words.value}
        value={test.value ? 'yes' : 'no'}
        options={[
          ['yes', words.yes],
          ['no', words.no],
        ]}
        onChange={(next) => onChange({ ...test, value: next === 'yes' })}
      />
    );
  if (test.type === 'number' && test.is !== 'between')
    return (
      <NumberBox
        label={words.value}
        value={test.value}
        invalid={invalid}
        onChange={(value) => onChange({ ...test, value })}
      />
    );
  if (test.type === 'number')
    return (
      <>
        <NumberBox
          label={words.valueFrom}
          value={test.value[0]}
          invalid={invalid}
          onChange={(value) => onChange({ ...test, value: [value, test.value[1]] })}
        />
        <Words>{words.and}</Words>
        <NumberBox
          label={words.valueTo}
          value={test.value[1]}
          invalid={invalid}
          onChange={(value) => onChange({ ...test, value: [test.value[0], value] })}
        />
      </>
    );
  if (test.type === 'date' && typeof test.value === 'string')
    return (
      <DayBox
        label={words.day}
        value={test.value}
        invalid={invalid}
        onChange={(value) => onChange({ ...test, value } as ValueTest)}
      />
    );
  if (test.type === 'date')
    return (
      <DurationField
        value={test.value as Duration}
        invalid={invalid}
        onChange={(value) => onChange({ ...test, value } as ValueTest)}
      />
    );
  if (test.is === 'one_of')
    return (
      <Values
        source={source}
        values={test.value}
        invalid={invalid}
        onChange={(value) => onChange({ ...test, value })}
      />
    );
  return (
    <TextValue
      source={source}
      value={test.value}
      invalid={invalid}
      onChange={(value) => onChange({ ...test, value })}
    />
  );
}

interface TextValueProps {
  source: SuggestionQuery | null;
  value: string;
  invalid?: boolean;
  label?: string;
  onChange: (value: string) => void;
  onChoose?: (value: string) => void;
}

function TextValue({ source, value, invalid, label = words.value, onChange, onChoose }: TextValueProps) {
  const { data } = useSuggestions(source, value);
  const suggestions = (data?.data ?? []).map((each) => ({
    value: each.value,
    note: words.suggestionCount({ n: each.count, sampled: data?.sampled ?? 0 }),
  }));
  return (
    <SuggestBox
      label={label}
      placeholder={label}
      value={value}
      suggestions={suggestions}
      invalid={invalid}
      maxLength={1_000}
      onChange={onChange}
      onChoose={onChoose}
      className="w-full sm:w-48"
    />
  );
}

interface ValuesProps {
  source: SuggestionQuery | null;
  values: readonly string[];
  invalid?: boolean;
  onChange: (values: string[]) => void;
}

/** Several texts: each is added with Enter, or chosen. */
function Values({ source, values, invalid, onChange }: ValuesProps) {
  const [text, setText] = useState('');
  const add = (value: string) => {
    if (value.trim() !== '') onChange([...new Set([...values, value])]);
    setText('');
  };
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-1.5">
      {values.map((value) => (
        <span
          key={value}
          className="inline-flex max-w-48 items-center gap-1 rounded-lg bg-tint py-0.5 pr-0.5 pl-2 text-[13px] text-on-tint"
        >
          <span dir="auto" className="truncate" title={value}>
            {value}
          </span>
          <button
            type="button"
            aria-label={words.removeValue(value)}
            onClick={() => onChange(values.filter((each) => each !== value))}
            className="grid size-6 place-items-center rounded-md hover:bg-surface"
          >
            <X className="size-3.5" aria-hidden="true" />
          </button>
        </span>
      ))}
      <TextValue
        source={source}
        value={text}
        label={words.addValue}
        invalid={invalid}
        onChange={setText}
        onChoose={add}
      />
    </span>
  );
}
