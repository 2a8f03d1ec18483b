'use client';

import { AttributePart, ChoicePart, LengthPart, NumberPart, TimePart } from './panel-parts';
import { withKey, type PanelProps } from './panel-props';
import { WeekdaysPart } from './weekdays-part';
import { words } from './words';

const { delay: said } = words;
const MOST_DAYS = 366;

type Kind = keyof typeof said.kinds;

/** A time to wait that is known beforehand. */
export function DelayPanel({ step, change }: PanelProps<'delay'>) {
  const { id, kind, name, next } = step;
  const common = { id, kind, ...(name !== undefined && { name }), next };
  const now: Kind = 'for' in step ? 'for' : 'until' in step ? 'until' : 'until_date';
  const become = (to: Kind) => {
    if (to === 'for') return change({ ...common, for: { days: 1 } });
    if (to === 'until') return change({ ...common, until: { at: '09:00' } });
    change({ ...common, until_date: { attribute: '', days: 0, at: '09:00' } });
  };
  return (
    <>
      <ChoicePart label={words.kind} value={now} options={said.kinds} onChange={become} />
      {'for' in step && (
        <LengthPart label={said.length} value={step.for} onChange={(length) => change({ ...common, for: length })} />
      )}
      {'until' in step && (
        <>
          <TimePart
            label={said.at}
            hint={said.atHint}
            value={step.until.at}
            onChange={(at) => change({ ...common, until: { ...step.until, at } })}
          />
          <WeekdaysPart
            label={said.weekdays}
            hint={said.weekdaysHint}
            chosen={step.until.weekdays ?? []}
            onChange={(days) =>
              change({ ...common, until: withKey(step.until, 'weekdays', days.length > 0 ? days : undefined) })
            }
          />
        </>
      )}
      {'until_date' in step && (
        <>
          <AttributePart
            value={step.until_date.attribute}
            hint={said.dateHint}
            onChange={(attribute) => change({ ...common, until_date: { ...step.until_date, attribute } })}
          />
          <NumberPart
            label={said.days}
            min={-MOST_DAYS}
            max={MOST_DAYS}
            value={step.until_date.days}
            onChange={(days) => change({ ...common, until_date: { ...step.until_date, days } })}
          />
          <TimePart
            label={said.at}
            hint={said.atHint}
            value={step.until_date.at}
            onChange={(at) => change({ ...common, until_date: { ...step.until_date, at } })}
          />
        </>
      )}
    </>
  );
}
