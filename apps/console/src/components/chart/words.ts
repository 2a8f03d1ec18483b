import { icu } from '@/lib/icu';

export const words = {
  asTable: 'Show as table',
  asChart: 'Show as chart',
  zone: icu<{ zone: string }>('Times in {zone}'),
  day: 'Day',
  time: 'Time',
  unknown: 'Unknown',
};
