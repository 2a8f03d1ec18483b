import { icu } from '@/lib/icu';

export const words = {
  save: 'Save',
  pick: icu<{ label: string }>('Pick: {label}'),
  required: icu<{ label: string }>('{label} is required.'),
  wrong: icu<{ label: string; message: string }>('{label} {message}.'),
  several: icu<{ n: number }>('{n, plural, one {One field needs} other {# fields need}} a correction.'),
  restored: 'Your entries from before you signed in again are back.',
};
