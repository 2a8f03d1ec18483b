import { icu } from '@/lib/icu';

export const words = {
  title: 'Calendar',
  text: icu<{ zone: string }>('Campaigns on the day of their start, in the time zone of the workspace ({zone}).'),
  textWaiting: 'Campaigns on the day of their start, in the time zone of the workspace.',
  back: 'Campaigns',
  view: 'View',
  views: { month: 'Month', week: 'Week' },
  previous: { month: 'Previous month', week: 'Previous week' },
  next: { month: 'Next month', week: 'Next week' },
  today: 'Today',
  days: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'],
  ofDay: icu<{ day: string; n: number }>('{day}, {n, plural, =0 {no campaigns} one {# campaign} other {# campaigns}}'),
  keys: 'Arrow keys move between days, Page Up and Page Down turn the page.',
  none: 'No campaigns on these days.',
};
