'use client';

import { Inbox, SearchX } from 'lucide-react';
import { ApiHint } from '@/components/ui/api-hint';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { ErrorState } from '@/components/ui/error-state';
import { Pager } from '@/components/ui/pager';
import { useShell } from '@/features/shell/shell-context';
import { cn } from '@/lib/cn';
import { sendCommand } from '@/lib/commands';
import { useCursors } from '@/lib/use-cursors';
import { InboxFilters } from './inbox-filters';
import { MessageRow, MessageRowSkeleton } from './message-row';
import { useInbox } from './queries';
import { useInboxFilters } from './use-inbox-filters';
import { words } from './words';

const frame =
  'overflow-hidden rounded-xl border bg-surface shadow-shade xl:min-h-0 xl:flex-1 xl:overflow-y-auto xl:rounded-none xl:border-x-0 xl:border-b-0 xl:bg-transparent xl:shadow-none';

export function MessageList({ openId }: { openId: string | undefined }) {
  const cursors = useCursors();
  const filters = useInboxFilters(cursors.reset);
  const { data, error, isFetching, isPlaceholderData, refetch } = useInbox({ ...filters.query, ...cursors.query });
  const isEmpty = data?.data.length === 0 && cursors.isFirst;
  return (
    <>
      <InboxFilters filters={filters} />
      {!data && error && <ErrorState error={error} onRetry={() => void refetch()} retrying={isFetching} />}
      {!data && !error && (
        <div className={frame}>
          {Array.from({ length: 7 }, (_, index) => (
            <MessageRowSkeleton key={index} />
          ))}
        </div>
      )}
      {isEmpty && <Empty filtered={filters.isActive} onReset={filters.clear} />}
      {data && !isEmpty && (
        <>
          <ol aria-label={words.list} className={cn(frame, isPlaceholderData && 'opacity-60')}>
            {data.data.map((message) => (
              <MessageRow key={message.id} message={message} open={message.id === openId} />
            ))}
          </ol>
          <div className="xl:px-4 xl:pb-3">
            <Pager
              newer={data.previous_cursor}
              older={data.next_cursor}
              onNewer={cursors.newer}
              onOlder={cursors.older}
            />
          </div>
        </>
      )}
    </>
  );
}

function Empty({ filtered, onReset }: { filtered: boolean; onReset: () => void }) {
  const { publicUrl } = useShell();
  return (
    <div className="xl:px-4">
      {filtered ? (
        <EmptyState icon={SearchX} title={words.noneTitle} text={words.noneText}>
          <Button variant="outline" onClick={onReset}>
            {words.clear}
          </Button>
        </EmptyState>
      ) : (
        <EmptyState icon={Inbox} title={words.emptyTitle} text={words.emptyText}>
          <ApiHint label={words.emptyCode} code={sendCommand(publicUrl)} />
        </EmptyState>
      )}
    </div>
  );
}
