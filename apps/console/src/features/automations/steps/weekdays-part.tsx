'use client';

import { cn } from '@/lib/cn';
import { words as named } from '../graph/words';

type Weekday = keyof typeof named.weekdays;

export const WEEKDAYS = Object.keys(named.weekdays) as Weekday[];

interface WeekdaysPartProps {
  label: string;
  hint?: string;
  chosen: readonly Weekday[];
  onChange: (days: Weekday[]) => void;
}

/** Days of the week, any number of them. */
export const WeekdaysPart = ({ label, hint, chosen, onChange }: WeekdaysPartProps) => (
  <div role="group" aria-label={label} className="grid gap-1.5">
    <span className="text-[13px] font-medium">{label}</span>
    <span className="flex flex-wrap gap-1">
      {WEEKDAYS.map((day) => {
        const isChosen = chosen.includes(day);
        return (
          <button
            key={day}
            type="button"
            aria-pressed={isChosen}
            aria-label={named.weekdays[day]}
            onClick={() => onChange(WEEKDAYS.filter((each) => chosen.includes(each) !== (each === day)))}
            className={cn(
              'h-8 min-w-10 rounded-lg border px-2 text-[13px]',
              isChosen ? 'border-primary bg-tint font-medium text-on-tint' : 'bg-surface text-muted hover:bg-sunken',
            )}
          >
            {named.weekdays[day].slice(0, 3)}
          </button>
        );
      })}
    </span>
    {hint && <p className="text-[13px] text-muted">{hint}</p>}
  </div>
);
