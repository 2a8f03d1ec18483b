'use client';

import { GRAPH_LIMITS, type StepOf, type WakeUp } from '@dundun/domain';
import { Plus, X } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { useFlow } from '../flow/flow-context';
import { ClickedPart } from './clicked-part';
import { Boxed, ChoicePart, EventPart, LengthPart, PropertyPart, SegmentPart } from './panel-parts';
import { withKey, type PanelProps } from './panel-props';
import { WherePart } from './where-part';
import { words } from './words';

type Wake = StepOf<'wait'>['wake'][number];
type Kind = keyof typeof said.kinds;

const { wait: said } = words;

const kindOf = (wake: WakeUp): Kind => ('event' in wake ? 'event' : 'segment' in wake ? 'segment' : 'clicked');
const made = (kind: Kind, next: string): Wake =>
  kind === 'event' ? { event: '', next } : kind === 'segment' ? { segment: '', next } : { clicked: '', next };

/** What wakes people, and how long they wait for it. */
export function WaitPanel({ step, change }: PanelProps<'wait'>) {
  const { wake } = step;
  const set = (next: Wake[]) => change({ ...step, wake: next });
  return (
    <>
      <p className="text-[13px] text-muted">{said.text}</p>
      {wake.map((each, index) => (
        <Boxed
          // The place is what tells the ways apart.
          key={index}
          label={said.wake({ n: index + 1 })}
          remove={
            wake.length > 1 && (
              <Button
                variant="ghost"
                size="icon"
                className="size-6!"
                aria-label={said.remove({ n: index + 1 })}
                onClick={() => set(wake.toSpliced(index, 1))}
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
            onChange={(kind) => set(wake.with(index, made(kind, each.next)))}
          />
          <OneWake id={step.id} wake={each} onChange={(next) => set(wake.with(index, next))} />
        </Boxed>
      ))}
      {wake.length < GRAPH_LIMITS.branches && (
        <Button
          variant="outline"
          size="sm"
          className="justify-self-start"
          onClick={() => set([...wake, made('event', step.else)])}
        >
          <Plus /> {said.add}
        </Button>
      )}
      <LengthPart
        label={said.timeout}
        hint={said.timeoutHint}
        value={step.timeout}
        onChange={(timeout) => change({ ...step, timeout })}
      />
    </>
  );
}

function OneWake({ id, wake, onChange }: { id: string; wake: Wake; onChange: (wake: Wake) => void }) {
  const { graph } = useFlow();
  if ('segment' in wake)
    return (
      <SegmentPart label={words.segment} value={wake.segment} onChange={(segment) => onChange({ ...wake, segment })} />
    );
  if ('clicked' in wake)
    return <ClickedPart step={id} value={wake.clicked} onChange={(clicked) => onChange({ ...wake, clicked })} />;
  const { trigger } = graph;
  const entered = trigger.kind === 'event' ? trigger.event : '';
  const same = wake.same ?? { property: '', entry: '' };
  const setSame = (next: typeof same) =>
    onChange(withKey(wake, 'same', next.property || next.entry ? next : undefined));
  return (
    <>
      <EventPart value={wake.event} onChange={(event) => onChange({ ...wake, event })} />
      <WherePart
        event={wake.event}
        where={wake.where ?? []}
        onChange={(where) => onChange(withKey(wake, 'where', where.length > 0 ? where : undefined))}
      />
      {(trigger.kind === 'event' || trigger.kind === 'api') && (
        <details open={wake.same !== undefined} className="text-[13px]">
          <summary className="cursor-pointer font-medium">{said.same}</summary>
          <div className="mt-2 grid gap-3">
            <PropertyPart
              label={said.sameProperty}
              event={wake.event}
              value={same.property}
              onChange={(property) => setSame({ ...same, property })}
            />
            <PropertyPart
              label={said.sameEntry}
              event={entered}
              value={same.entry}
              onChange={(entry) => setSame({ ...same, entry })}
            />
          </div>
        </details>
      )}
    </>
  );
}
