'use client';

import { Radio } from 'lucide-react';
import Link from 'next/link';
import { Chart } from '@/components/chart';
import { Button } from '@/components/ui/button';
import { ErrorState } from '@/components/ui/error-state';
import { SidePanel } from '@/components/ui/side-panel';
import { Skeleton } from '@/components/ui/skeleton';
import { count, percent } from '@/lib/format';
import { useEventProperties, type EventCount, type EventNames } from './explorer-queries';
import { saidPeople } from './said-people';
import { words } from './explorer-words';

interface EventNamePanelProps {
  name: string | null;
  counts: EventCount | undefined;
  names: EventNames | undefined;
  onClose: () => void;
}

/** One name: its numbers over time, and the values of its properties. */
export function EventNamePanel({ name, counts, names, onClose }: EventNamePanelProps) {
  return (
    <SidePanel
      open={name !== null}
      onClose={onClose}
      kind={words.panel}
      title={<span dir="auto">{name}</span>}
      opener={name === null ? undefined : `[data-event=${JSON.stringify(name)}]`}
    >
      {name !== null && (
        <>
          {counts && names && <Numbers counts={counts} names={names} />}
          <Properties event={name} />
          <Button asChild variant="outline" size="sm">
            <Link href={`/events?event=${encodeURIComponent(name)}`}>
              <Radio /> {words.watch}
            </Link>
          </Button>
        </>
      )}
    </SidePanel>
  );
}

function Numbers({ counts, names }: { counts: EventCount; names: EventNames }) {
  const points = names.points.map((at, index) => ({
    at: names.unit === 'day' ? `${at}T00:00:00.000Z` : at,
    value: counts.counts[index] ?? 0,
  }));
  return (
    <>
      <dl className="mb-4 grid grid-cols-2 gap-4">
        {[
          [words.total, count(counts.count)],
          [words.people, saidPeople(counts)],
        ].map(([label, value]) => (
          <div key={label}>
            <dt className="text-xs text-muted">{label}</dt>
            <dd className="text-lg font-semibold tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      {names.unit === 'day' ? (
        <Chart
          title={words.chart}
          series={[{ name: words.count, points }]}
          kind="bars"
          zone="UTC"
          zoneName={names.time_zone}
        />
      ) : (
        <Chart title={words.chart} series={[{ name: words.count, points }]} kind="bars" per="minute" />
      )}
    </>
  );
}

function Properties({ event }: { event: string }) {
  const { data, error, refetch } = useEventProperties(event);
  return (
    <section aria-labelledby="properties" className="my-5">
      <h3 id="properties" className="text-sm font-semibold tracking-tight">
        {words.properties}
      </h3>
      {!data && error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton className="mt-3 h-40 w-full rounded-xl" />}
      {data && (
        <p className="mt-0.5 text-[13px] text-muted">
          {data.sample === 0
            ? words.noSample(data)
            : data.is_complete
              ? words.rare({ n: data.sample, searched: data.searched })
              : words.sample({ n: data.sample, margin: count(data.margin) })}
        </p>
      )}
      {data && data.sample > 0 && data.data.length === 0 && <p className="mt-3 text-[13px]">{words.noProperties}</p>}
      {data?.data.map(({ property, present, different, values }) => (
        <section key={property} aria-label={property} className="mt-4">
          <h4 className="flex items-baseline justify-between gap-3 text-[13px]">
            <span dir="auto" className="min-w-0 truncate font-medium" title={property}>
              {property}
            </span>
            <span className="shrink-0 text-xs text-muted">
              {words.present({ share: percent(present / data.sample), different })}
            </span>
          </h4>
          <ul className="mt-1.5 grid gap-1">
            {values.map(({ value, count: times }) => (
              <Bar key={value} value={value} share={times / present} />
            ))}
          </ul>
        </section>
      ))}
    </section>
  );
}

const Bar = ({ value, share }: { value: string; share: number }) => (
  <li className="relative flex items-center justify-between gap-3 overflow-hidden rounded-md bg-sunken px-2 py-1 text-xs">
    <span aria-hidden="true" className="absolute inset-y-0 left-0 bg-tint" style={{ width: `${share * 100}%` }} />
    <span dir="auto" className="relative min-w-0 truncate" title={value}>
      {value}
    </span>
    <span className="relative shrink-0 tabular-nums">{percent(share)}</span>
  </li>
);
