'use client';

import type { AutomationTrigger } from '@dundun/domain';
import { Plus, X } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { SuggestBox } from '@/components/ui/suggest-box';
import { useSuggestions } from '@/features/segments/builder/queries';
import { firstTest, ValueField } from '@/features/segments/builder/value-field';
import { words } from './words';

type Test = NonNullable<Extract<AutomationTrigger, { kind: 'event' }>['where']>[number];

interface WherePartProps {
  /** The event whose properties are tested; empty while it has no name. */
  event: string;
  where: readonly Test[];
  onChange: (where: Test[]) => void;
}

const MOST_TESTS = 10;
const LONGEST = 255;

/** Conditions on the properties of an event, with the fields of segments. */
export function WherePart({ event, where, onChange }: WherePartProps) {
  return (
    <div role="group" aria-label={words.where} className="grid gap-2">
      {where.length > 0 && <p className="text-[13px] font-medium">{words.where}</p>}
      {where.map((test, index) => (
        <OneTest
          // The place is all that tells two equal tests apart.
          key={index}
          test={test}
          event={event}
          number={index + 1}
          onChange={(next) => onChange(where.with(index, next))}
          onRemove={() => onChange(where.toSpliced(index, 1))}
        />
      ))}
      {where.length < MOST_TESTS && (
        <Button
          variant="ghost"
          size="sm"
          className="justify-self-start"
          onClick={() => onChange([...where, { property: '', ...firstTest('text') }])}
        >
          <Plus /> {words.addTest}
        </Button>
      )}
    </div>
  );
}

interface OneTestProps {
  test: Test;
  event: string;
  number: number;
  onChange: (test: Test) => void;
  onRemove: () => void;
}

function OneTest({ test, event, number, onChange, onRemove }: OneTestProps) {
  const { property, ...rest } = test;
  const { data } = useSuggestions(event === '' ? null : { what: 'properties', event }, property ?? '');
  const source = { what: 'property_values' as const, event, ...(property && { name: property }) };
  return (
    <div className="flex flex-wrap items-start gap-2 border-l-2 pl-3">
      <SuggestBox
        label={words.property}
        placeholder={words.propertyPlaceholder}
        value={property ?? ''}
        suggestions={(data?.data ?? []).map(({ value }) => ({ value }))}
        maxLength={LONGEST}
        onChange={(next) => onChange({ ...test, property: next })}
        onChoose={(next) => {
          const type = data?.data.find(({ value }) => value === next)?.type;
          onChange({ property: next, ...(type ? firstTest(type, rest) : rest) });
        }}
        className="min-w-40 flex-1"
      />
      <ValueField
        test={rest}
        hasTypes
        source={event === '' ? null : source}
        onChange={(next) => onChange({ property, ...next })}
      />
      <Button variant="ghost" size="icon" aria-label={words.removeTest({ n: number })} onClick={onRemove}>
        <X />
      </Button>
    </div>
  );
}
