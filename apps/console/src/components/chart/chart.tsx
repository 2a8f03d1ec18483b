'use client';

import { ChartColumn, Table2 } from 'lucide-react';
import { useId, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import { clockOf, dateOf, hourOf, shortDateOf, timeZone } from '@/lib/format';
import { ChartTable } from './chart-table';
import { Plot } from './plot';
import type { Series } from './scale';
import { words } from './words';

interface ChartProps {
  title: string;
  series: Series[];
  kind?: 'line' | 'bars';
  /** What one point covers. */
  per?: 'day' | 'hour' | 'minute';
  /** The time zone of the days, if it is not the reader's. */
  zone?: 'UTC';
  /** What the zone is called, if its days are those of a workspace. */
  zoneName?: string;
  /** Shown beside the title, such as a switch. */
  children?: ReactNode;
}

/** Up to four series over time, as a picture or as a table. */
export function Chart({ title, series, kind = 'line', per = 'day', zone, zoneName, children }: ChartProps) {
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  const [isTable, setTable] = useState(false);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const clock = (iso: string) => clockOf(iso).slice(0, 5);
  const hour = (iso: string) => hourOf(iso, zone);
  const short = { day: (iso: string) => shortDateOf(iso, zone), hour, minute: clock }[per];
  const long = { day: (iso: string) => dateOf(iso, zone), hour, minute: clock }[per];
  return (
    <section aria-labelledby={id} className="min-w-0 overflow-hidden rounded-xl border bg-surface shadow-shade">
      <header className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 pt-3">
        <h2 id={id} className="text-sm font-semibold tracking-tight">
          {title}
        </h2>
        {series.length > 1 && <Legend series={series} />}
        <span className="ml-auto flex items-center gap-2">
          {children}
          <Button variant="ghost" size="sm" aria-pressed={isTable} onClick={() => setTable(!isTable)}>
            {isTable ? <ChartColumn /> : <Table2 />} {isTable ? words.asChart : words.asTable}
          </Button>
        </span>
      </header>
      <div ref={box} className="min-w-0 px-4 pt-2 pb-3">
        {isTable ? (
          <ChartTable title={title} series={series} first={per === 'day' ? words.day : words.time} said={long} />
        ) : (
          width > 0 && <Plot title={title} series={series} kind={kind} width={width} short={short} said={long} />
        )}
        <p className="mt-1 text-right text-[11px] text-muted">{words.zone({ zone: zoneName ?? zone ?? timeZone() })}</p>
      </div>
    </section>
  );
}

const Legend = ({ series }: { series: Series[] }) => (
  <ul className="flex flex-wrap gap-x-3 text-xs text-muted">
    {series.map(({ name }, index) => (
      <li key={name} className="flex items-center gap-1.5">
        <span aria-hidden="true" className={`size-2 rounded-full ${FILLS[index % FILLS.length]}`} /> {name}
      </li>
    ))}
  </ul>
);

const FILLS = ['bg-series-1', 'bg-series-2', 'bg-series-3', 'bg-series-4'];
