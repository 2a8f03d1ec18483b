'use client';

import { MESSAGE_CHANNELS } from '@dundun/domain';
import { debounce, parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs';
import { useSettled } from '@/lib/use-settled';
import type { InboxQuery } from './queries';

const TYPING_MS = 300;

const parsers = { channel: parseAsStringLiteral(MESSAGE_CHANNELS), search: parseAsString };

/** The filters of the inbox, stored in the URL. A new filter starts at its first page. */
export function useInboxFilters(toFirstPage: () => void) {
  const [{ channel, search }, set] = useQueryStates(parsers);
  const wanted = useSettled(search?.trim() || undefined, TYPING_MS);
  const query: InboxQuery = { ...(channel ? { channel } : {}), ...(wanted ? { search: wanted } : {}) };
  return {
    query,
    channel,
    search: search ?? '',
    isActive: Boolean(channel || search),
    setChannel: (next: InboxQuery['channel'] | null) => {
      toFirstPage();
      void set({ channel: next ?? null }, { history: 'push' });
    },
    setSearch: (text: string) => {
      toFirstPage();
      void set({ search: text || null }, { limitUrlUpdates: debounce(TYPING_MS), history: 'replace' });
    },
    clear: () => void set({ channel: null, search: null }, { history: 'push' }),
  };
}

export type InboxFilterState = ReturnType<typeof useInboxFilters>;
