'use client';

import { count } from '@/lib/format';
import { wayLabel } from '../graph/sentences';
import { stepOf, type Line } from '../graph/steps';
import { useFlow } from './flow-context';
import { words } from './words';

/** When people take a way, and how many did. */
export function WayNote({ line }: { line: Line }) {
  const { graph, names, numbers } = useFlow();
  const text = wayLabel(stepOf(graph, line.from), line.label, names);
  const passed = numbers?.passed(line) ?? 0;
  return (
    <>
      {text && (
        <span
          dir="auto"
          title={text}
          className="max-w-44 truncate rounded-full border bg-background px-2 text-xs leading-5 font-medium text-foreground"
        >
          {text}
        </span>
      )}
      {numbers && (
        <span
          title={words.passed({ n: passed })}
          className="rounded-full bg-background px-1.5 text-xs leading-5 text-muted tabular-nums [zoom:var(--numbers,1)]"
        >
          {count(passed)}
        </span>
      )}
    </>
  );
}
