'use client';

import { MESSAGE_CHANNELS } from '@dundun/domain';
import { debounce, parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs';
import { useSettled } from '@/lib/use-settled';
import type { InboxQuery } from './queries';

const TYPING_MS = 300;

const parsers = { channel: parseAsStringLiteral(MESSAGE_CHANNELS), to: parseAsString };

/** The filters of the inbox, stored in the URL. A new filter starts at its first page. */
export function useInboxFilters(toFirstPage: () => void) {
  const [{ channel, to }, set] = useQueryStates(parsers);
  const wanted = useSettled(to?.trim() || undefined, TYPING_MS);
  const query: InboxQuery = { ...(channel ? { channel } : {}), ...(wanted ? { to: wanted } : {}) };
  return {
    query,
    channel,
    to: to ?? '',
    isActive: Boolean(channel || to),
    setChannel: (next: InboxQuery['channel'] | null) => {
      toFirstPage();
      void set({ channel: next ?? null });
    },
    setTo: (text: string) => {
      toFirstPage();
      void set({ to: text || null }, { limitUrlUpdates: debounce(TYPING_MS) });
    },
    clear: () => void set({ channel: null, to: null }),
  };
}

export type InboxFilterState = ReturnType<typeof useInboxFilters>;
