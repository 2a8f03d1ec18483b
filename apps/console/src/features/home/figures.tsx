'use client';

import { Sparkline } from '@/components/chart/sparkline';
import { NumberTile } from '@/components/ui/number-tile';
import { count, percent } from '@/lib/format';
import type { ChartKind } from './charts';
import type { HomeDay, HomeView } from './queries';
import { words } from './words';

type Figure = Exclude<keyof HomeDay, 'day'>;

/** The numbers of today, each with its last thirty days. */
export function Figures({ home }: { home: HomeView }) {
  const today = home.days.at(-1) as HomeDay;
  const tile = (label: string, meaning: string, figure: Figure, chart: ChartKind) => ({
    label,
    meaning,
    value: count(today[figure]),
    chart: <Sparkline values={home.days.map((day) => day[figure])} />,
    href: `/?chart=${chart}#numbers`,
  });
  const trend = (figure: Figure) => ({
    now: today[figure],
    before: home.yesterday_so_far[figure],
    since: words.thisTimeYesterday,
    isGoodUp: 'either' as const,
  });
  const machines = (n: number) => (n > 0 ? words.machines({ n }) : undefined);
  return (
    <section aria-label={words.today} className="mb-5 grid grid-cols-1 gap-3 min-[420px]:grid-cols-2 xl:grid-cols-4">
      <NumberTile {...tile(words.sent, words.sentMeaning, 'sent', 'messages')} trend={trend('sent')} />
      <NumberTile
        {...tile(words.arrived, words.arrivedMeaning, 'arrived', 'messages')}
        note={
          today.sent > 0 && words.arrivedNote({ share: percent(today.arrived / today.sent), bounced: today.bounced })
        }
      />
      <NumberTile {...tile(words.confirmed, words.confirmedMeaning, 'confirmed', 'messages')} />
      <NumberTile
        {...tile(words.opens, words.opensMeaning, 'opened', 'engagement')}
        note={machines(today.opened_by_machine)}
      />
      <NumberTile
        {...tile(words.clicks, words.clicksMeaning, 'clicked', 'engagement')}
        note={machines(today.clicked_by_machine)}
      />
      <NumberTile
        {...tile(words.subscribers, words.subscribersMeaning, 'joined', 'subscribers')}
        note={words.left({ n: today.left })}
      />
      <NumberTile {...tile(words.events, words.eventsMeaning, 'events', 'events')} trend={trend('events')} />
      <NumberTile
        label={words.rate}
        meaning={words.rateMeaning}
        value={count(home.events_per_minute < 10 ? home.events_per_minute : Math.round(home.events_per_minute))}
        note={words.rateNote}
        href="/events"
      />
    </section>
  );
}
