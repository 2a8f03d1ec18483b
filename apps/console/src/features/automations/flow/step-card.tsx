'use client';

import { CircleAlert, Zap } from 'lucide-react';
import { cn } from '@/lib/cn';
import { count } from '@/lib/format';
import { nameOfStep, summaryOf, triggerSentence } from '../graph/sentences';
import { stepOf } from '../graph/steps';
import { words as said } from '../graph/words';
import { useFlow } from './flow-context';
import { ICONS } from './icons';
import { words } from './words';

/** A step, or the trigger, as a card to press: what it is, what it does, what is wrong with it and who is there. */
export function StepCard({ id, className }: { id: string; className?: string }) {
  const { graph, names, picked, problems, numbers, pick } = useFlow();
  const step = stepOf(graph, id);
  const isTrigger = id === '';
  if (!step && !isTrigger) return null;
  const isEnd = step?.kind === 'exit';
  const Icon = step ? ICONS[step.kind] : Zap;
  const title = step ? (step.name ?? said.kinds[step.kind]) : said.trigger;
  const name = step ? nameOfStep(step, names) : title;
  const text = step ? (isEnd ? '' : summaryOf(step, names)) : triggerSentence(graph.trigger, names);
  const wrong = problems.get(isTrigger ? null : id) ?? 0;
  const isPicked = picked.includes(id);
  return (
    <div
      className={cn(
        'relative flex h-full items-center gap-2.5 rounded-xl border bg-surface text-left shadow-shade transition-[border-color,box-shadow]',
        isEnd ? 'justify-center rounded-full px-3' : 'px-3 py-2.5',
        isTrigger && 'border-primary/50 bg-tint',
        wrong > 0 && 'border-danger',
        isPicked ? 'border-primary! shadow-lifted ring-2 ring-ring/40' : 'hover:border-line-strong',
        className,
      )}
    >
      <button
        type="button"
        data-step={id}
        aria-label={text ? `${title}: ${text}` : title}
        aria-pressed={isPicked}
        onClick={(event) => pick(id, { isMore: event.shiftKey, isByKey: event.detail === 0 })}
        className="absolute inset-0 rounded-[inherit]"
      />
      <Icon
        aria-hidden="true"
        className={cn(
          'pointer-events-none relative shrink-0',
          isEnd ? 'size-3.5 text-muted' : 'size-5',
          isTrigger ? 'text-on-tint' : 'text-muted',
        )}
      />
      <div className={cn('pointer-events-none relative min-w-0', !isEnd && 'flex-1')}>
        <p
          dir="auto"
          className={cn('truncate text-[13px]', isEnd ? 'text-muted' : 'font-semibold', isTrigger && 'text-on-tint')}
        >
          {title}
        </p>
        {text && (
          <p dir="auto" className={cn('line-clamp-2 text-xs', isTrigger ? 'text-on-tint' : 'text-muted')}>
            {text}
          </p>
        )}
      </div>
      {wrong > 0 && (
        <CircleAlert role="img" aria-label={words.problem({ n: wrong })} className="size-4 shrink-0 text-danger" />
      )}
      {numbers && step && !isEnd && <Here id={id} name={name} />}
    </div>
  );
}

/** How many people are at a step now; a press shows who. In a drawing that is made smaller it can still be hit. */
function Here({ id, name }: { id: string; name: string }) {
  const { numbers } = useFlow();
  const waiting = numbers?.waiting(id) ?? 0;
  const skipped = numbers?.skipped(id) ?? 0;
  return (
    <span className="relative z-10 grid shrink-0 justify-items-end gap-0.5 [zoom:var(--numbers,1)]">
      <button
        type="button"
        aria-label={words.showHere({ n: count(waiting), name })}
        onClick={() => numbers?.show(id)}
        className={cn(
          'h-8 min-w-8 rounded-full px-2.5 text-xs font-semibold tabular-nums',
          waiting > 0
            ? 'bg-primary text-on-primary hover:bg-primary-hover'
            : 'bg-sunken text-muted hover:text-foreground',
        )}
      >
        {words.here({ n: count(waiting) })}
      </button>
      {skipped > 0 && <span className="text-[11px] text-muted">{words.skipped({ n: count(skipped) })}</span>}
    </span>
  );
}
