import { icu } from '@/lib/icu';

export const words = {
  views: 'What to see',
  live: 'Live',
  explore: 'Explore',
  period: 'Period',
  periods: { 1: 'Today', 7: '7 days', 30: '30 days', 90: '90 days' },
  search: 'Event name',
  caption: 'Events by name',
  name: 'Event',
  trend: 'Trend',
  count: 'Count',
  people: 'People',
  about: icu<{ n: string }>('about {n}'),
  aboutMeaning: 'Above 512 people a day, the number is an estimate within 5%.',
  share: 'Share',
  more: icu<{ n: number; names: number }>('The {n, number} most frequent of {names, number} names. Search for others.'),
  noneTitle: 'No events in this period',
  noneText: 'Choose a longer period, or another name.',
  everything: 'Show all names',
  panel: 'Event',
  total: 'Count',
  chart: 'Over time',
  properties: 'Properties',
  sample: icu<{ n: number; margin: string }>(
    'From the latest {n, plural, one {event} other {# events}}; a share may be off by {margin} points.',
  ),
  rare: icu<{ n: number; searched: number }>(
    'From {n, plural, one {# event} other {# events}} among the latest {searched, number} of the workspace.',
  ),
  noSample: icu<{ searched: number }>('None among the latest {searched, number} events of the workspace.'),
  noProperties: 'These events have no properties.',
  present: icu<{ share: string; different: number }>(
    'in {share} · {different, plural, one {one value} other {# values}}',
  ),
  watch: 'Watch it live',
};
