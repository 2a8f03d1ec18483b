'use client';

import { ApiError } from '@dundun/client';
import { ScrollText, SearchX } from 'lucide-react';
import { EmptyState } from '@/components/ui/empty-state';
import { ErrorState } from '@/components/ui/error-state';
import { Pager } from '@/components/ui/pager';
import { Skeleton } from '@/components/ui/skeleton';
import { cn } from '@/lib/cn';
import { useCursors } from '@/lib/use-cursors';
import { ConsentStep } from './consent-step';
import { useConsents } from './queries';
import { words } from './words';

/** What a person agreed to and declined, newest first. */
export function Ledger({ uid }: { uid: string }) {
  const cursors = useCursors();
  const { data, error, isFetching, isPlaceholderData, refetch } = useConsents(uid, cursors.query);
  const isUnknown = error instanceof ApiError && error.status === 404;
  if (!data && isUnknown) return <EmptyState icon={SearchX} title={words.unknownTitle} text={words.unknownText} />;
  if (!data && error) return <ErrorState error={error} onRetry={() => void refetch()} retrying={isFetching} />;
  if (!data) return <Waiting />;
  if (data.data.length === 0 && cursors.isFirst)
    return <EmptyState icon={ScrollText} title={words.emptyTitle} text={words.emptyText} />;
  return (
    <>
      <ol
        aria-label={words.ledger}
        aria-busy={isPlaceholderData}
        className={cn(
          'rounded-xl border bg-surface shadow-shade transition-opacity',
          isPlaceholderData && 'opacity-60',
        )}
      >
        {data.data.map((step, index) => (
          <ConsentStep key={`${step.at} ${index}`} step={step} />
        ))}
      </ol>
      <Pager newer={data.previous_cursor} older={data.next_cursor} onNewer={cursors.newer} onOlder={cursors.older} />
    </>
  );
}

const Waiting = () => (
  <div className="rounded-xl border bg-surface shadow-shade" aria-busy="true">
    {[0, 1, 2].map((each) => (
      <div key={each} className="grid gap-3 border-t px-5 py-4 first:border-t-0">
        <Skeleton className="w-48" />
        <Skeleton className="h-3 w-72 max-w-full" />
      </div>
    ))}
  </div>
);
