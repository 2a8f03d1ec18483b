'use client';

import { ApiError } from '@dundun/client';
import type { SegmentNode } from '@dundun/domain';
import { useEffect } from 'react';
import { Button } from '@/components/ui/button';
import { Dialog, DialogActions } from '@/components/ui/dialog';
import { ErrorState } from '@/components/ui/error-state';
import { Skeleton } from '@/components/ui/skeleton';
import { count } from '@/lib/format';
import { useSegmentOverview } from '../queries';
import { Examples } from './preview-panel';
import { useDiff } from './queries';
import { words } from './words';

interface ReviewDialogProps {
  id: string;
  tree: SegmentNode;
  sentence: string;
  busy: boolean;
  onSave: () => void;
  /** Conditions that cannot be compared cannot be saved either. */
  onRefused: (error: ApiError) => void;
  onClose: () => void;
}

/** Shows who would enter and leave, and what else changes, before conditions are saved. */
export function ReviewDialog({ id, tree, sentence, busy, onSave, onRefused, onClose }: ReviewDialogProps) {
  const { data: diff, error, isFetching, refetch } = useDiff(id, tree);
  const { data: overview } = useSegmentOverview(id);
  useEffect(() => {
    if (error instanceof ApiError && error.fields.length > 0) onRefused(error);
  }, [error, onRefused]);
  return (
    <Dialog open onOpenChange={onClose} title={words.reviewTitle} description={words.reviewText}>
      <p dir="auto" className="max-h-32 overflow-y-auto rounded-lg bg-sunken px-3 py-2 text-[13px] break-words">
        {sentence}
      </p>
      <div className="mt-4 grid gap-4">
        {!diff && error && <ErrorState error={error} onRetry={() => void refetch()} retrying={isFetching} />}
        {!diff && !error && <Skeleton className="h-20 w-full" />}
        {diff && (
          <>
            <dl className="grid grid-cols-3 gap-2 text-center">
              {(['stay', 'enter', 'leave'] as const).map((each) => (
                <div key={each} className="flex flex-col-reverse rounded-lg border px-2 py-2">
                  <dt className="text-xs text-muted">{words[each]}</dt>
                  <dd className="text-lg font-semibold tabular-nums" data-diff={each}>
                    {diff.is_exact ? count(diff[each]) : words.about(count(diff[each]))}
                  </dd>
                </div>
              ))}
            </dl>
            {!diff.is_exact && <p className="text-xs text-muted">{words.estimated}</p>}
            <Examples title={words.entering} people={diff.entering} />
            <Examples title={words.leaving} people={diff.leaving} />
          </>
        )}
        {overview && (
          <p className="text-[13px] break-words text-muted">
            {overview.used_in.length === 0
              ? words.touchesNothing
              : `${words.touches}: ${overview.used_in.map(({ name }) => `“${name}”`).join(', ')}`}
          </p>
        )}
      </div>
      <DialogActions>
        <Button variant="outline" onClick={onClose}>
          {words.cancel}
        </Button>
        <Button busy={busy} onClick={onSave}>
          {words.saveVersion}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
