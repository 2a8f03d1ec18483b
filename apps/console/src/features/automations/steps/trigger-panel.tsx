'use client';

import type { AutomationGraph, AutomationTrigger } from '@dundun/domain';
import { useState } from 'react';
import { AttributePart, ChoicePart, EventPart, ListPart, NumberPart, PropertyPart, SegmentPart, TextPart, TimePart } from './panel-parts'; // prettier-ignore
import { GoalPart } from './goal-part';
import { withKey } from './panel-props';
import { SettingsPart } from './settings-part';
import { SwitchPart } from './switch-part';
import { WEEKDAYS, WeekdaysPart } from './weekdays-part';
import { WherePart } from './where-part';
import { words } from './words';

const { trigger: said } = words;
type Kind = AutomationTrigger['kind'];
type TriggerOf<K extends Kind> = Extract<AutomationTrigger, { kind: K }>;

const MOST_DAYS = 366;
const FIRST: { [K in Kind]: TriggerOf<K> } = {
  event: { kind: 'event', event: '' },
  segment: { kind: 'segment', segment: '', change: 'enters' },
  list: { kind: 'list', list: '', change: 'subscribed' },
  date: { kind: 'date', attribute: '', every: 'year', days: 0, at: '09:00' },
  schedule: { kind: 'schedule', segment: '', every: 'week', on: [1], at: '09:00' },
  api: { kind: 'api' },
};

interface GraphPartProps {
  graph: AutomationGraph;
  change: (part: Partial<AutomationGraph>) => void;
}

/** Who enters, what holds for everybody, and what counts as success. */
export function TriggerPanel({ graph, change }: GraphPartProps) {
  const { trigger } = graph;
  const set = (next: AutomationTrigger) => change({ trigger: next });
  return (
    <>
      <section aria-label={said.title} className="grid gap-4">
        <ChoicePart
          label={said.title}
          value={trigger.kind}
          options={said.kinds}
          onChange={(kind) => set(FIRST[kind])}
        />
        <TriggerFields trigger={trigger} set={set} />
        {trigger.kind !== 'api' && (
          <SwitchPart
            label={said.old}
            hint={said.oldHint}
            value={trigger.old_facts === true}
            onChange={(isOn) => set(withKey(trigger, 'old_facts', isOn ? true : undefined))}
          />
        )}
      </section>
      <SettingsPart graph={graph} change={change} />
      <GoalPart graph={graph} change={change} />
    </>
  );
}

interface FieldsProps<K extends Kind> {
  trigger: TriggerOf<K>;
  set: (trigger: AutomationTrigger) => void;
}

function TriggerFields({ trigger, set }: FieldsProps<Kind>) {
  switch (trigger.kind) {
    case 'event':
      return (
        <>
          <EventPart value={trigger.event} onChange={(event) => set({ ...trigger, event })} />
          <WherePart
            event={trigger.event}
            where={trigger.where ?? []}
            onChange={(where) => set(withKey(trigger, 'where', where.length > 0 ? where : undefined))}
          />
          <PropertyPart
            label={said.key}
            hint={said.keyHint}
            event={trigger.event}
            value={trigger.key ?? ''}
            onChange={(key) => set(withKey(trigger, 'key', key))}
          />
        </>
      );
    case 'segment':
      return (
        <>
          <SegmentPart
            label={words.segment}
            hint={said.segmentHint}
            value={trigger.segment}
            onChange={(segment) => set({ ...trigger, segment })}
          />
          <ChoicePart
            label={said.change}
            value={trigger.change}
            options={said.segmentChanges}
            onChange={(to) => set({ ...trigger, change: to })}
          />
        </>
      );
    case 'list':
      return (
        <>
          <ListPart label={words.list} value={trigger.list} onChange={(list) => set({ ...trigger, list })} />
          <ChoicePart
            label={said.change}
            value={trigger.change}
            options={said.listChanges}
            onChange={(to) => set({ ...trigger, change: to })}
          />
        </>
      );
    case 'date':
      return <DateFields trigger={trigger} set={set} />;
    case 'schedule':
      return <ScheduleFields trigger={trigger} set={set} />;
    case 'api':
      return <p className="text-[13px] text-muted">{said.apiHint}</p>;
  }
}

const DateFields = ({ trigger, set }: FieldsProps<'date'>) => (
  <>
    <AttributePart
      hint={said.dateHint}
      value={trigger.attribute}
      onChange={(attribute) => set({ ...trigger, attribute })}
    />
    <ChoicePart
      label={said.every}
      value={trigger.every}
      options={said.dateEverys}
      onChange={(every) => set({ ...trigger, every })}
    />
    <NumberPart
      label={said.days}
      min={-MOST_DAYS}
      max={MOST_DAYS}
      value={trigger.days}
      onChange={(days) => set({ ...trigger, days })}
    />
    <TimePart label={said.at} hint={words.delay.atHint} value={trigger.at} onChange={(at) => set({ ...trigger, at })} />
  </>
);

function ScheduleFields({ trigger, set }: FieldsProps<'schedule'>) {
  const { on = [] } = trigger;
  return (
    <>
      <SegmentPart label={words.segment} value={trigger.segment} onChange={(segment) => set({ ...trigger, segment })} />
      <ChoicePart
        label={said.every}
        value={trigger.every}
        options={said.scheduleEverys}
        onChange={(every) => set(withKey({ ...trigger, every }, 'on', every === 'day' ? undefined : [1]))}
      />
      {trigger.every === 'week' && (
        <WeekdaysPart
          label={said.weekday}
          chosen={WEEKDAYS.filter((_, index) => on.includes(index + 1))}
          onChange={(days) => set({ ...trigger, on: days.map((day) => WEEKDAYS.indexOf(day) + 1) })}
        />
      )}
      {trigger.every === 'month' && <MonthDays on={on} onChange={(days) => set({ ...trigger, on: days })} />}
      <TimePart
        label={said.at}
        hint={said.scheduleAtHint}
        value={trigger.at}
        onChange={(at) => set({ ...trigger, at })}
      />
    </>
  );
}

/** Days of the month as they are typed. */
function MonthDays({ on, onChange }: { on: readonly number[]; onChange: (on: number[]) => void }) {
  const [text, setText] = useState(() => on.join(', '));
  return (
    <TextPart
      label={said.monthDay}
      hint={said.monthDayHint}
      maxLength={200}
      value={text}
      onChange={(typed) => {
        setText(typed);
        onChange(typed.split(',').map((day) => Number(day.trim() || NaN)));
      }}
    />
  );
}
