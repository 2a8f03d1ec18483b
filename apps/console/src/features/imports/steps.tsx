import { Check } from 'lucide-react';
import { cn } from '@/lib/cn';
import { words } from './words';

const STEPS = ['upload', 'map', 'check', 'run'] as const;

/** Where an import is. */
export function Steps({ now, isOver }: { now: (typeof STEPS)[number]; isOver: boolean }) {
  const at = isOver ? STEPS.length : STEPS.indexOf(now);
  return (
    <ol aria-label={words.stepsLabel} className="flex flex-wrap items-center gap-x-5 gap-y-2 text-[13px]">
      {STEPS.map((step, place) => (
        <li
          key={step}
          aria-current={place === at ? 'step' : undefined}
          className={cn('flex items-center gap-2', place === at ? 'font-semibold' : 'text-muted')}
        >
          <span
            aria-hidden="true"
            className={cn(
              'grid size-5 place-items-center rounded-full text-xs tabular-nums',
              place < at && 'bg-tint text-on-tint',
              place === at && 'bg-primary text-on-primary',
              place > at && 'border',
            )}
          >
            {place < at ? <Check className="size-3" strokeWidth={3} /> : place + 1}
          </span>
          {words.steps[step]}
        </li>
      ))}
    </ol>
  );
}
