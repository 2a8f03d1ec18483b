'use client';

import { notifyManager, useQueryClient } from '@tanstack/react-query';
import { CloudOff } from 'lucide-react';
import { useCallback, useSyncExternalStore } from 'react';
import { ago } from '@/lib/format';
import { staleSince } from '@/lib/freshness';
import { useNow } from '@/lib/use-now';
import { words } from './words';

/** Says that something on the page is no longer fresh, because refetching it fails; nothing while it works. */
export const PageStaleNote = () => <StaleNote since={useStaleSince()} />;

/** @param props.since the time of the data; null while it is fresh */
export function StaleNote({ since }: { since: number | null }) {
  const now = useNow();
  return (
    <p role="status" className="empty:hidden">
      {since !== null && (
        <span className="inline-flex items-center gap-1.5 rounded-full bg-wait-tint px-2.5 py-1 text-xs font-medium text-wait">
          <CloudOff className="size-3.5" aria-hidden="true" />
          {words.updated({ ago: ago(new Date(since).toISOString(), now) })}
        </span>
      )}
    </p>
  );
}

/** Watches all queries that something on the page uses. */
function useStaleSince(): number | null {
  const cache = useQueryClient().getQueryCache();
  const subscribe = useCallback((onChange: () => void) => cache.subscribe(notifyManager.batchCalls(onChange)), [cache]);
  const read = () => staleSince(cache.findAll({ type: 'active' }).map(({ state }) => state));
  return useSyncExternalStore(subscribe, read, () => null);
}
