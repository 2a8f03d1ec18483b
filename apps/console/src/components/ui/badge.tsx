import type { ReactNode } from 'react';
import { cn } from '@/lib/cn';

const TONES = {
  neutral: 'bg-sunken text-muted ring-line',
  tint: 'bg-tint text-on-tint ring-transparent',
  good: 'bg-good-tint text-good ring-transparent',
  wait: 'bg-wait-tint text-wait ring-transparent',
  bad: 'bg-danger-tint text-danger ring-transparent',
};

export type Tone = keyof typeof TONES;

export function Badge({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span
      className={cn(
        'inline-flex items-center gap-1.5 rounded-full px-2 py-0.5 text-xs font-medium whitespace-nowrap ring-1 ring-inset [&_svg]:size-3',
        TONES[tone],
      )}
    >
      {children}
    </span>
  );
}
