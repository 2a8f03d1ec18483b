import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import { sizeOf, type SelectionState } from './selection';
import { words } from './words';

interface BulkBarProps {
  selection: SelectionState;
  /** How many rows match the filter; null if it is unknown. */
  matching: number | null;
  /** Whether this page shows all of them. */
  isWhole: boolean;
  /** The buttons. */
  children: ReactNode;
}

/** What can be done with the selected rows; nothing while none is selected. */
export function BulkBar({ selection, matching, isWhole, children }: BulkBarProps) {
  const size = sizeOf(selection.selection, matching);
  if (size === 0) return null;
  const { all } = selection.selection;
  return (
    <section
      aria-label={words.bulk}
      className="sticky bottom-4 z-20 mx-auto mt-4 flex w-fit max-w-full animate-appear flex-wrap items-center gap-2 rounded-xl border bg-surface py-1.5 pr-1.5 pl-4 text-[13px] shadow-lifted"
    >
      <p aria-live="polite" className="font-medium tabular-nums">
        {all && selection.selection.except.size === 0 ? words.allSelected({ n: size }) : words.selected({ n: size })}
      </p>
      {!all && !isWhole && matching !== null && (
        <Button variant="ghost" size="sm" onClick={selection.selectAll}>
          {words.selectAll({ n: matching })}
        </Button>
      )}
      <span className="flex flex-wrap gap-2">{children}</span>
      <Button variant="ghost" size="icon" aria-label={words.clear} onClick={selection.clear}>
        <X />
      </Button>
    </section>
  );
}
