'use client';

import { parseAsBoolean, parseAsStringLiteral, useQueryState } from 'nuqs';
import { Chart } from '@/components/chart';
import { Segmented } from '@/components/ui/segmented';
import { Switch } from '@/components/ui/switch';
import { CHARTS, seriesOf } from './charts';
import type { HomeView } from './queries';
import { words } from './words';

const chartParser = parseAsStringLiteral(CHARTS).withDefault('messages').withOptions({ history: 'push' });
const machinesParser = parseAsBoolean.withDefault(false);

/** Thirty days of one kind of numbers, as a picture or as a table. */
export function Trends({ home }: { home: HomeView }) {
  const [chart, setChart] = useQueryState('chart', chartParser);
  const [withMachines, setMachines] = useQueryState('machines', machinesParser);
  return (
    <section id="numbers" aria-label={words.chart} className="scroll-mt-16">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <Segmented
          label={words.chartOf}
          value={chart}
          options={CHARTS.map((value) => ({ value, label: words.charts[value] }))}
          onChange={(next) => void setChart(next)}
        />
        {chart === 'engagement' && (
          <label className="flex items-center gap-2 text-[13px] text-muted">
            {words.includeMachines}
            <Switch
              checked={withMachines}
              onCheckedChange={(on) => void setMachines(on)}
              aria-label={words.includeMachines}
            />
          </label>
        )}
      </div>
      <Chart
        title={words.chart}
        series={seriesOf(home.days, chart, withMachines)}
        kind={chart === 'events' ? 'bars' : 'line'}
        zone="UTC"
        zoneName={home.time_zone}
      />
    </section>
  );
}
