'use client';

import { debounce, parseAsString, useQueryStates } from 'nuqs';
import { useSettled } from '@/lib/use-settled';
import type { EventFilter } from './queries';

const TYPING_MS = 300;

/** The filters of the events, stored in the URL. */
export function useEventFilters() {
  const [{ event, uid }, set] = useQueryStates({ event: parseAsString, uid: parseAsString });
  const name = useSettled(event?.trim() || undefined, TYPING_MS);
  const person = useSettled(uid?.trim() || undefined, TYPING_MS);
  const query: EventFilter = { ...(name ? { event: name } : {}), ...(person ? { uid: person } : {}) };
  const type = (change: { event?: string; uid?: string }) => {
    const entries = Object.entries(change).map(([key, text]) => [key, text || null] as const);
    void set(Object.fromEntries(entries), { limitUrlUpdates: debounce(TYPING_MS) });
  };
  return {
    query,
    event: event ?? '',
    uid: uid ?? '',
    isActive: Boolean(event || uid),
    setEvent: (text: string) => type({ event: text }),
    setUid: (text: string) => type({ uid: text }),
    only: (filter: EventFilter) => void set({ event: null, uid: null, ...filter }, { history: 'push' }),
    clear: () => void set({ event: null, uid: null }, { history: 'push' }),
  };
}

export type EventFilterState = ReturnType<typeof useEventFilters>;
