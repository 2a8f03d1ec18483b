'use client';

import { parseAsBoolean, parseAsStringLiteral, useQueryState } from 'nuqs';
import { Chart } from '@/components/chart';
import { Segmented } from '@/components/ui/segmented';
import { Switch } from '@/components/ui/switch';
import type { CampaignReport } from './report-queries';
import { CHARTS, seriesOf } from './report-series';
import { words } from './report-words';

const chartParser = parseAsStringLiteral(CHARTS).withDefault('engagement').withOptions({ history: 'push' });
const machinesParser = parseAsBoolean.withDefault(false);

/** What happened when, as a picture or as a table. */
export function OverTime({ report }: { report: CampaignReport }) {
  const [chart, setChart] = useQueryState('chart', chartParser);
  const [withMachines, setMachines] = useQueryState('machines', machinesParser);
  return (
    <section aria-label={words.overTime} className="mb-4">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <Segmented
          label={words.chartOf}
          value={chart}
          options={CHARTS.map((value) => ({ value, label: words.charts[value] }))}
          onChange={(next) => void setChart(next)}
        />
        {chart === 'engagement' && (
          <label className="flex items-center gap-2 text-[13px] text-muted">
            {words.withMachines}
            <Switch
              checked={withMachines}
              onCheckedChange={(on) => void setMachines(on)}
              aria-label={words.withMachines}
            />
          </label>
        )}
      </div>
      <Chart
        title={words.overTime}
        series={seriesOf(report, chart, withMachines)}
        kind={report.points.length < 3 ? 'bars' : 'line'}
        per={report.unit}
        zone="UTC"
        zoneName={report.time_zone}
      />
    </section>
  );
}
