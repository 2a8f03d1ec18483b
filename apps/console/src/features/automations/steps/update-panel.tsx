'use client';

import { GRAPH_LIMITS, type StepChange } from '@dundun/domain';
import { Plus, X } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { AttributePart, Boxed, ChoicePart, EventPart, ListPart, NumberPart, TextPart } from './panel-parts';
import type { PanelProps } from './panel-props';
import { words } from './words';

const { update: said } = words;
type Kind = keyof typeof said.kinds;
type ValueType = keyof typeof said.types;

const KINDS = Object.keys(said.kinds) as Kind[];
const kindOf = (change: StepChange): Kind => KINDS.find((kind) => kind in change) ?? 'set';

function made(kind: Kind): StepChange {
  if (kind === 'set') return { set: '', to: '' };
  if (kind === 'increment') return { increment: '', by: 1 };
  return { [kind]: '' } as unknown as StepChange;
}

/** What changes about the person. */
export function UpdatePanel({ step, change }: PanelProps<'update'>) {
  const { changes } = step;
  const set = (next: StepChange[]) => change({ ...step, changes: next });
  return (
    <>
      {changes.map((each, index) => (
        <Boxed
          // The place is what tells equal changes apart.
          key={index}
          label={said.change({ n: index + 1 })}
          remove={
            changes.length > 1 && (
              <Button
                variant="ghost"
                size="icon"
                className="size-6!"
                aria-label={said.remove({ n: index + 1 })}
                onClick={() => set(changes.toSpliced(index, 1))}
              >
                <X />
              </Button>
            )
          }
        >
          <ChoicePart
            label={words.kind}
            value={kindOf(each)}
            options={said.kinds}
            onChange={(kind) => set(changes.with(index, made(kind)))}
          />
          <OneChange change={each} onChange={(next) => set(changes.with(index, next))} />
        </Boxed>
      ))}
      {changes.length < GRAPH_LIMITS.changes && (
        <Button
          variant="outline"
          size="sm"
          className="justify-self-start"
          onClick={() => set([...changes, made('set')])}
        >
          <Plus /> {said.add}
        </Button>
      )}
    </>
  );
}

function OneChange({ change, onChange }: { change: StepChange; onChange: (change: StepChange) => void }) {
  if ('set' in change)
    return (
      <>
        <AttributePart value={change.set} onChange={(set) => onChange({ ...change, set })} />
        <Value value={change.to} onChange={(to) => onChange({ ...change, to })} />
      </>
    );
  if ('unset' in change) return <AttributePart value={change.unset} onChange={(unset) => onChange({ unset })} />;
  if ('increment' in change)
    return (
      <>
        <AttributePart value={change.increment} onChange={(increment) => onChange({ ...change, increment })} />
        <NumberPart
          label={said.by}
          hint={said.byHint}
          value={change.by}
          onChange={(by) => onChange({ ...change, by })}
        />
      </>
    );
  if ('add_to' in change)
    return (
      <ListPart
        label={words.list}
        hint={said.listHint}
        value={change.add_to}
        onChange={(add_to) => onChange({ add_to })}
      />
    );
  if ('remove_from' in change)
    return (
      <ListPart label={words.list} value={change.remove_from} onChange={(remove_from) => onChange({ remove_from })} />
    );
  return <EventPart value={change.track} onChange={(track) => onChange({ ...change, track })} />;
}

type Scalar = string | number | boolean;
const typeOf = (value: Scalar): ValueType =>
  typeof value === 'boolean' ? 'boolean' : typeof value === 'number' ? 'number' : 'text';
const FIRST: Record<ValueType, Scalar> = { text: '', number: 0, boolean: true };

function Value({ value, onChange }: { value: Scalar; onChange: (value: Scalar) => void }) {
  return (
    <>
      <ChoicePart
        label={said.type}
        value={typeOf(value)}
        options={said.types}
        onChange={(type) => onChange(FIRST[type])}
      />
      {typeof value === 'boolean' && (
        <ChoicePart
          label={said.value}
          value={value ? 'yes' : 'no'}
          options={{ yes: said.yes, no: said.no }}
          onChange={(next) => onChange(next === 'yes')}
        />
      )}
      {typeof value === 'number' && <NumberPart label={said.value} value={value} onChange={onChange} />}
      {typeof value === 'string' && (
        <TextPart label={said.value} maxLength={GRAPH_LIMITS.textLength} value={value} onChange={onChange} />
      )}
    </>
  );
}
