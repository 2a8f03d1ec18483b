import type { Series } from '@/components/chart';
import type { CampaignReport, MailFigures } from './report-queries';
import { words } from './report-words';

export const CHARTS = ['engagement', 'sent'] as const;
export type ChartKind = (typeof CHARTS)[number];

const SERIES: Record<ChartKind, [name: string, figure: keyof MailFigures][]> = {
  engagement: [
    [words.opens, 'opened'],
    [words.clicks, 'clicked'],
  ],
  sent: [
    [words.sent, 'sent'],
    [words.arrived, 'arrived'],
    [words.bounced, 'bounced'],
    [words.optOuts, 'unsubscribed'],
  ],
};
const MACHINES: [string, keyof MailFigures][] = [
  [words.machineOpens, 'opened_by_machine'],
  [words.machineClicks, 'clicked_by_machine'],
];

/** Returns what a clock in the zone shows, as if it were UTC. */
export function wallClock(iso: string, zone: string): string {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    hourCycle: 'h23',
    ...{ year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' },
  }).formatToParts(new Date(iso));
  const of = (type: string) => parts.find((part) => part.type === type)?.value ?? '00';
  return `${of('year')}-${of('month')}-${of('day')}T${of('hour')}:${of('minute')}:00.000Z`;
}

/** Returns the series of a chart, one point an hour or a day of the workspace. */
export const seriesOf = (
  { points, time_zone: zone }: CampaignReport,
  chart: ChartKind,
  withMachines: boolean,
): Series[] =>
  [...SERIES[chart], ...(chart === 'engagement' && withMachines ? MACHINES : [])].map(([name, figure]) => ({
    name,
    points: points.map((point) => ({ at: wallClock(point.at, zone), value: point[figure] })),
  }));
