import type { Series } from '@/components/chart';

/** A made-up person. */
export interface Sample {
  id: string;
  name: string;
  email: string;
  plan: string;
  orders: number;
  status: 'subscribed' | 'pending' | 'bounced';
}

const NAMES = [
  'Ada Lovelace',
  'Ọlátúndé Adébáyọ̀',
  'عبد الرحمن بن محمد',
  'A person whose name is so long that no column of any table could ever show all of it on one line',
  'Zoë Müller-Łukasiewicz',
  '李小龍',
];

export const SAMPLES: Sample[] = Array.from({ length: 240 }, (_, index) => ({
  id: `s${index}`,
  name: NAMES[index % NAMES.length] ?? '',
  email: `person${index}@example.com`,
  plan: index % 3 === 0 ? 'pro' : 'free',
  orders: (index * 37) % 101,
  status: index % 11 === 0 ? 'bounced' : index % 7 === 0 ? 'pending' : 'subscribed',
}));

const DAYS = Array.from({ length: 30 }, (_, index) => new Date(Date.UTC(2026, 9, 24 + index)).toISOString());
const wave = (index: number, size: number) => Math.round(size * (1.2 + Math.sin(index / 3)));

export const SERIES: Series[] = [
  { name: 'Delivered', points: DAYS.map((at, index) => ({ at, value: wave(index, 900) })) },
  { name: 'Opened', points: DAYS.map((at, index) => ({ at, value: index === 12 ? null : wave(index + 1, 380) })) },
];
