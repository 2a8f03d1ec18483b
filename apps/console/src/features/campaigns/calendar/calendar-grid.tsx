'use client';

import Link from 'next/link';
import { useEffect, useRef, type KeyboardEvent } from 'react';
import { weekdayOf } from '@/lib/format';
import { StateBadge } from '../state-badge';
import { dayAfterKey, type CalendarView } from './calendar-days';
import type { CalendarCampaign } from './queries';
import { words } from './words';

interface CalendarGridProps {
  label: string;
  view: CalendarView;
  weeks: string[][];
  /** The day that has the focus, or would get it. */
  day: string;
  today: string | null;
  campaigns: CalendarCampaign[];
  isStale: boolean;
  onDay: (day: string) => void;
}

/** Days as a grid that the arrow keys walk; on a phone a list of those with campaigns. */
export function CalendarGrid(props: CalendarGridProps) {
  const { label, view, weeks, day, campaigns, isStale, onDay } = props;
  const grid = useRef<HTMLTableElement>(null);
  const isWalking = useRef(false);
  useEffect(() => {
    if (!isWalking.current) return;
    isWalking.current = false;
    grid.current?.querySelector<HTMLElement>(`[data-day="${day}"]`)?.focus();
  }, [day]);
  const press = (event: KeyboardEvent<HTMLElement>) => {
    const next = dayAfterKey(view, day, event.key);
    if (next === undefined || !(event.target as HTMLElement).dataset.day) return;
    event.preventDefault();
    isWalking.current = true;
    onDay(next);
  };
  const of = (each: string) => campaigns.filter((campaign) => campaign.day === each);
  return (
    <div aria-busy={isStale}>
      <p id="calendar-keys" className="sr-only">
        {words.keys}
      </p>
      <table
        ref={grid}
        role="grid"
        aria-label={label}
        aria-describedby="calendar-keys"
        onKeyDown={press}
        className="hidden w-full table-fixed border-separate border-spacing-0 overflow-hidden rounded-xl border bg-surface shadow-shade sm:table"
      >
        <thead>
          <tr>
            {words.days.map((name) => (
              <th key={name} scope="col" className="border-b px-2 py-1.5 text-left text-xs font-medium text-muted">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((each) => (
                <Day key={each} {...props} each={each} campaigns={of(each)} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <Agenda weeks={weeks} campaigns={campaigns} />
    </div>
  );
}

function Day({ each, day, today, view, campaigns }: CalendarGridProps & { each: string }) {
  const isOutside = view === 'month' && each.slice(0, 7) !== day.slice(0, 7);
  return (
    <td
      data-day={each}
      tabIndex={each === day ? 0 : -1}
      aria-current={each === today ? 'date' : undefined}
      className={`${view === 'week' ? 'h-72' : 'h-28'} border-t border-l p-1.5 align-top first:border-l-0 focus-visible:-outline-offset-2 ${isOutside ? 'bg-sunken' : ''}`}
    >
      <span className="sr-only">{words.ofDay({ day: weekdayOf(each), n: campaigns.length })}</span>
      <span
        aria-hidden="true"
        className={`mb-1 inline-grid h-6 min-w-6 place-items-center rounded-full px-1 text-xs tabular-nums ${each === today ? 'bg-primary font-semibold text-on-primary' : 'text-muted'}`}
      >
        {Number(each.slice(8))}
      </span>
      <ul className="grid gap-1">
        {campaigns.map((campaign) => (
          <li key={campaign.id}>
            <Entry campaign={campaign} />
          </li>
        ))}
      </ul>
    </td>
  );
}

const Entry = ({ campaign: { id, name, state, time } }: { campaign: CalendarCampaign }) => (
  <Link
    href={`/campaigns/${encodeURIComponent(id)}`}
    prefetch={false}
    title={name}
    className="block rounded-md border bg-surface px-1.5 py-1 text-xs hover:bg-sunken"
  >
    <span className="flex flex-wrap items-center justify-between gap-1">
      <span className="text-muted tabular-nums">{time}</span>
      <StateBadge state={state} />
    </span>
    <span dir="auto" className="mt-0.5 block truncate font-medium">
      {name}
    </span>
  </Link>
);

const Agenda = ({ weeks, campaigns }: Pick<CalendarGridProps, 'weeks' | 'campaigns'>) => (
  <div className="grid gap-3 sm:hidden">
    {campaigns.length === 0 && <p className="text-[13px] text-muted">{words.none}</p>}
    {weeks.flat().map((day) => {
      const all = campaigns.filter((campaign) => campaign.day === day);
      if (all.length === 0) return null;
      return (
        <section key={day} aria-label={weekdayOf(day)}>
          <h3 className="mb-1 text-[13px] font-medium">{weekdayOf(day)}</h3>
          <ul className="grid gap-1">
            {all.map((campaign) => (
              <li key={campaign.id}>
                <Entry campaign={campaign} />
              </li>
            ))}
          </ul>
        </section>
      );
    })}
  </div>
);
