'use client';

import { MESSAGE_CHANNELS, MESSAGE_STATUSES } from '@dundun/domain';
import { debounce, parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs';
import { useCursors } from '@/lib/use-cursors';
import { useNow } from '@/lib/use-now';
import { useSettled } from '@/lib/use-settled';
import { messagesQuery } from './message-filters';

const TYPING_MS = 200;

const parsers = {
  search: parseAsString,
  status: parseAsStringLiteral(MESSAGE_STATUSES),
  channel: parseAsStringLiteral(MESSAGE_CHANNELS),
  tag: parseAsString,
  provider: parseAsString,
  uid: parseAsString,
  when: parseAsString,
};

const NOTHING = { search: null, status: null, channel: null, tag: null, provider: null, uid: null, when: null };

/** The filters of messages, in the URL. Typing replaces its history entry; a choice adds one, so that Back undoes it. */
export function useMessageFilters() {
  const cursors = useCursors();
  const now = useNow();
  const [values, set] = useQueryStates(parsers);
  const search = useSettled(values.search?.trim() || null, TYPING_MS);
  const matching = messagesQuery({ ...values, search }, now);
  return {
    values,
    cursors,
    /** Which messages match, on all pages. */
    matching,
    query: { ...matching, ...cursors.query },
    isActive: Object.values(values).some((value) => value !== null),
    type: (text: string) => {
      cursors.reset();
      void set({ search: text || null }, { limitUrlUpdates: debounce(TYPING_MS), history: 'replace' });
    },
    choose: (next: Parameters<typeof set>[0]) => {
      cursors.reset();
      void set(next, { history: 'push' });
    },
    clear: () => {
      cursors.reset();
      void set(NOTHING, { history: 'push' });
    },
  };
}

export type MessageFilterState = ReturnType<typeof useMessageFilters>;
