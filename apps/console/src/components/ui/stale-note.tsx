'use client';

import { CloudOff } from 'lucide-react';
import { ago } from '@/lib/format';
import { useNow } from '@/lib/use-now';
import { words } from './words';

interface StaleNoteProps {
  /** The query whose data is shown. */
  query: { data?: unknown; dataUpdatedAt: number; failureCount: number; isError: boolean };
}

/** Says that what is shown is no longer fresh, because refetching it fails; nothing while it works. */
export function StaleNote({ query }: StaleNoteProps) {
  const now = useNow();
  const isStale = query.data !== undefined && (query.isError || query.failureCount > 1);
  return (
    <p role="status" className="empty:hidden">
      {isStale && (
        <span className="inline-flex items-center gap-1.5 rounded-full bg-wait-tint px-2.5 py-1 text-xs font-medium text-wait">
          <CloudOff className="size-3.5" aria-hidden="true" />
          {words.updated({ ago: ago(new Date(query.dataUpdatedAt).toISOString(), now) })}
        </span>
      )}
    </p>
  );
}
