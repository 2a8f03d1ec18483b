import type { Series } from '@/components/chart';
import type { HomeDay } from './queries';
import { words } from './words';

export const CHARTS = ['messages', 'engagement', 'subscribers', 'events'] as const;
export type ChartKind = (typeof CHARTS)[number];

type Figure = Exclude<keyof HomeDay, 'day'>;

const SERIES: Record<ChartKind, [name: string, figure: Figure][]> = {
  messages: [
    [words.sent, 'sent'],
    [words.arrived, 'arrived'],
    [words.confirmed, 'confirmed'],
    [words.bounced, 'bounced'],
  ],
  engagement: [
    [words.opens, 'opened'],
    [words.clicks, 'clicked'],
  ],
  subscribers: [
    [words.joined, 'joined'],
    [words.leftSeries, 'left'],
  ],
  events: [[words.events, 'events']],
};
const MACHINES: [string, Figure][] = [
  [words.machineOpens, 'opened_by_machine'],
  [words.machineClicks, 'clicked_by_machine'],
];

/** Returns the series of a chart, one point a day. */
export const seriesOf = (days: readonly HomeDay[], chart: ChartKind, withMachines: boolean): Series[] =>
  [...SERIES[chart], ...(chart === 'engagement' && withMachines ? MACHINES : [])].map(([name, figure]) => ({
    name,
    points: days.map((day) => ({ at: `${day.day}T00:00:00.000Z`, value: day[figure] })),
  }));
