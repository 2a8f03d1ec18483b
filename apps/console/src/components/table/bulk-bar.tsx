import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import { sizeOf, type Selection, type SelectionState } from './selection';
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
  const chosen = selection.selection;
  const size = sizeOf(chosen, matching);
  const isUncounted = chosen.all && matching === null;
  if (size === 0 && !isUncounted) return null;
  return (
    <section
      aria-label={words.bulk}
      className="sticky bottom-4 z-20 mx-auto mt-4 flex w-fit max-w-full animate-appear flex-wrap items-center gap-2 rounded-xl border bg-surface py-1.5 pr-1.5 pl-4 text-[13px] shadow-lifted"
    >
      <p aria-live="polite" className="font-medium tabular-nums">
        {said(chosen, matching)}
      </p>
      {!chosen.all && !isWhole && (
        <Button variant="ghost" size="sm" onClick={selection.selectAll}>
          {matching === null ? words.selectMatching : words.selectAll({ n: matching })}
        </Button>
      )}
      <span className="flex flex-wrap gap-2">{children}</span>
      <Button variant="ghost" size="icon" aria-label={words.clear} onClick={selection.clear}>
        <X />
      </Button>
    </section>
  );
}

function said(selection: Selection, matching: number | null): string {
  const n = sizeOf(selection, matching);
  const isAll = selection.all && selection.except.size === 0;
  if (selection.all && matching === null) return isAll ? words.allMatching : words.mostMatching;
  return isAll ? words.allSelected({ n }) : words.selected({ n });
}
