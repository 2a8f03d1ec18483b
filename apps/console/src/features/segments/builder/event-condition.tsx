import type { EventLeaf, PropertyTest, Times } from '@dundun/domain';
import { Plus, X } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { SuggestBox } from '@/components/ui/suggest-box';
import type { EditorProps, NodeFaults } from './context';
import { Choice, NumberBox, Words } from './fields';
import { useSuggestions } from './queries';
import { firstTest, ValueField } from './value-field';
import { WindowField } from './window-field';
import { words } from './words';

type Often = keyof typeof words.oftens;

const OFTEN = Object.entries(words.oftens) as [Often, string][];
const LONGEST = 255;
const MOST_TESTS = 10;

function oftenOf({ which, times }: EventLeaf): Often {
  if (which) return which;
  return times ? (Object.keys(times)[0] as Often) : 'once';
}

/** Changes how often; the number is kept. */
function withOften({ times, event, where, window }: EventLeaf, often: Often): EventLeaf {
  const leaf = { event, ...(where && { where }), ...(window && { window }) };
  const before = times ? Object.values(times)[0] : 2;
  const number = Array.isArray(before) ? before[0] : (before ?? 2);
  if (often === 'once') return leaf;
  if (often === 'first' || often === 'last') return { ...leaf, which: often };
  const made = often === 'between' ? { between: [number, number + 1] } : { [often]: number };
  return { ...leaf, times: made as unknown as Times };
}

/** A condition on what somebody did. */
export function EventCondition({ node, leaf, faults, set, setNot }: EditorProps<EventLeaf>) {
  const { data } = useSuggestions({ what: 'events' }, leaf.event);
  const { where = [] } = leaf;
  const setWhere = (next: PropertyTest[]) => {
    set({ ...leaf, where: next.length > 0 ? next : undefined });
  };
  return (
    <>
      <Choice
        label={words.didOrNot}
        value={node.isNot ? 'not' : 'did'}
        options={[
          ['did', words.did],
          ['not', words.didNot],
        ]}
        onChange={(next) => setNot(next === 'not')}
      />
      <SuggestBox
        label={words.event}
        placeholder={words.eventPlaceholder}
        value={leaf.event}
        suggestions={(data?.data ?? []).map(({ value, count: n }) => ({
          value,
          note: words.suggestionCount({ n, sampled: data?.sampled ?? 0 }),
        }))}
        none={words.nobodyHas}
        invalid={faults.isWrong('event')}
        maxLength={LONGEST}
        onChange={(event) => set({ ...leaf, event })}
        className="w-full sm:w-56"
      />
      <Choice
        label={words.often}
        value={oftenOf(leaf)}
        options={OFTEN}
        onChange={(next) => set(withOften(leaf, next))}
      />
      {leaf.times && <Count times={leaf.times} faults={faults} onChange={(times) => set({ ...leaf, times })} />}
      <WindowField
        window={leaf.window}
        invalid={faults.isWrong('window')}
        isOptional={!leaf.which}
        onChange={(window) => set({ ...leaf, window })}
      />
      {where.map((test, index) => (
        <Property
          // The place is all that tells two equal tests apart.
          key={index}
          test={test}
          event={leaf.event}
          number={index + 1}
          invalid={(field) => faults.isWrong(`where[${index}].${field}`)}
          onChange={(next) => setWhere(where.with(index, next))}
          onRemove={() => setWhere(where.toSpliced(index, 1))}
        />
      ))}
      {where.length < MOST_TESTS && (
        <Button
          variant="ghost"
          size="sm"
          onClick={() => setWhere([...where, { property: '', ...firstTest('text') }])}
          className="self-center"
        >
          <Plus /> {words.addProperty}
        </Button>
      )}
    </>
  );
}

interface CountProps {
  times: Times;
  faults: NodeFaults;
  onChange: (times: Times) => void;
}

function Count({ times, faults, onChange }: CountProps) {
  const invalid = faults.isWrong('times');
  if ('between' in times) {
    const [from, to] = times.between;
    return (
      <>
        <NumberBox
          label={words.valueFrom}
          value={from}
          invalid={invalid}
          step={1}
          min={0}
          onChange={(next) => onChange({ between: [next, to] })}
        />
        <Words>{words.and}</Words>
        <NumberBox
          label={words.valueTo}
          value={to}
          invalid={invalid}
          step={1}
          min={0}
          onChange={(next) => onChange({ between: [from, next] })}
        />
        <Words>{words.times}</Words>
      </>
    );
  }
  const [kind = 'at_least', number = 1] = Object.entries(times)[0] as [string, number];
  return (
    <>
      <NumberBox
        label={words.count}
        value={number}
        invalid={invalid}
        step={1}
        min={0}
        onChange={(next) => onChange({ [kind]: next } as unknown as Times)}
      />
      <Words>{words.times}</Words>
    </>
  );
}

interface PropertyProps {
  test: PropertyTest;
  event: string;
  number: number;
  invalid: (field: string) => boolean;
  onChange: (test: PropertyTest) => void;
  onRemove: () => void;
}

/** A test of a property of the event, in a line of its own. */
function Property({ test, event, number, invalid, onChange, onRemove }: PropertyProps) {
  const { property, ...rest } = test;
  const { data } = useSuggestions(event === '' ? null : { what: 'properties', event }, property ?? '');
  const source = { what: 'property_values' as const, event, ...(property && { name: property }) };
  return (
    <div className="flex basis-full flex-wrap gap-2 border-l-2 pl-3">
      <Words>{words.where}</Words>
      <SuggestBox
        label={words.property}
        placeholder={words.propertyPlaceholder}
        value={property ?? ''}
        suggestions={(data?.data ?? []).map(({ value, count: n }) => ({
          value,
          note: words.suggestionCount({ n, sampled: data?.sampled ?? 0 }),
        }))}
        invalid={invalid('property')}
        maxLength={LONGEST}
        onChange={(next) => onChange({ ...test, property: next })}
        onChoose={(next) => {
          const type = data?.data.find(({ value }) => value === next)?.type;
          onChange({ property: next, ...(type ? firstTest(type, rest) : rest) });
        }}
        className="w-full sm:w-44"
      />
      <ValueField
        test={rest}
        hasTypes
        source={event === '' ? null : source}
        invalid={invalid('value')}
        onChange={(next) => onChange({ property, ...next })}
      />
      <Button variant="ghost" size="icon" aria-label={words.removeProperty(number)} onClick={onRemove}>
        <X />
      </Button>
    </div>
  );
}
