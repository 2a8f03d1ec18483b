'use client';

import { useId } from 'react';
import { Checkbox } from '@/components/ui/checkbox';
import { Field } from '@/components/ui/field';
import { Input, Select } from '@/components/ui/input';
import { Switch } from '@/components/ui/switch';
import { useWorkspace } from '@/features/workspace/queries';
import type { Campaign } from '../queries';
import { windowSentence } from '../time-sentences';
import { timeWords as words } from '../time-words';

type Window = NonNullable<Campaign['window']>;

const DAYS = Object.keys(words.days) as Window['weekdays'];
const OFFICE: Window = { weekdays: DAYS.slice(0, 5), from: '09:00', to: '17:00', clock: 'recipient' };

interface WindowFieldProps {
  window: Window | null;
  change: (window: Window | null) => void;
}

/** The hours in which messages may leave, with what they mean. */
export function WindowField({ window, change }: WindowFieldProps) {
  const id = useId();
  const { data: workspace } = useWorkspace();
  const quiet = workspace?.email_quiet_hours;
  return (
    <div className="grid gap-3 border-t p-4">
      <div className="flex items-start justify-between gap-4">
        <label htmlFor={id}>
          <span className="block text-[13px] font-medium">{words.window}</span>
          <span className="block text-[13px] text-muted">{words.windowHint}</span>
        </label>
        <Switch id={id} checked={window !== null} onCheckedChange={(isOn) => change(isOn ? OFFICE : null)} />
      </div>
      {window && <Hours window={window} change={change} />}
      {quiet && <p className="text-[13px] text-muted">{words.quietSays(quiet)}</p>}
    </div>
  );
}

function Hours({ window, change }: { window: Window; change: (window: Window) => void }) {
  const set = (part: Partial<Window>) => {
    const next = { ...window, ...part };
    if (next.weekdays.length > 0 && next.from && next.to && (next.from < next.to || next.to === '00:00')) change(next);
  };
  const toggle = (day: Window['weekdays'][number]) =>
    set({ weekdays: DAYS.filter((each) => (each === day) !== window.weekdays.includes(each)) });
  const time = (part: 'from' | 'to') => (
    <Field label={words[part]}>
      {(control) => (
        <Input {...control} type="time" value={window[part]} onChange={({ target }) => set({ [part]: target.value })} />
      )}
    </Field>
  );
  return (
    <>
      <fieldset className="flex flex-wrap gap-x-4 gap-y-2">
        <legend className="sr-only">{words.weekdays}</legend>
        {DAYS.map((day) => (
          <span key={day} className="flex items-center gap-1.5 text-[13px]">
            <Checkbox
              checked={window.weekdays.includes(day)}
              aria-label={words.days[day]}
              onClick={() => toggle(day)}
            />
            <span aria-hidden="true">{words.days[day]}</span>
          </span>
        ))}
      </fieldset>
      <div className="grid gap-4 sm:grid-cols-3">
        {time('from')}
        {time('to')}
        <Field label={words.clock}>
          {(control) => (
            <Select
              {...control}
              value={window.clock}
              onChange={({ target }) => set({ clock: target.value as Window['clock'] })}
            >
              <option value="recipient">{words.clocks.recipient}</option>
              <option value="workspace">{words.clocks.workspace}</option>
            </Select>
          )}
        </Field>
      </div>
      <p className="text-[13px] text-muted" role="status">
        {windowSentence(window)}
      </p>
    </>
  );
}
