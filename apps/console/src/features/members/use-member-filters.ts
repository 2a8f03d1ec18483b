'use client';

import { MEMBERSHIP_STATUSES } from '@dundun/domain/membership';
import { debounce, parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs';
import { useSettled } from '@/lib/use-settled';
import type { MemberQuery } from './queries';

const TYPING_MS = 250;

const parsers = { search: parseAsString, status: parseAsStringLiteral(MEMBERSHIP_STATUSES) };

/** The filters of the members, stored in the URL. A new filter starts at its first page. */
export function useMemberFilters(toFirstPage: () => void) {
  const [{ search, status }, set] = useQueryStates(parsers, { history: 'replace' });
  const wanted = useSettled(search?.trim() || undefined, TYPING_MS);
  const query: MemberQuery = { ...(wanted ? { search: wanted } : {}), ...(status ? { status } : {}) };
  return {
    query,
    search: search ?? '',
    status,
    // Still active while the rows are those of the search that was cleared.
    isActive: Boolean(search || wanted || status),
    setSearch: (text: string) => {
      toFirstPage();
      void set({ search: text || null }, { limitUrlUpdates: debounce(TYPING_MS) });
    },
    setStatus: (next: MemberQuery['status'] | null) => {
      toFirstPage();
      void set({ status: next ?? null });
    },
    clear: () => void set({ search: null, status: null }),
  };
}

export type MemberFilterState = ReturnType<typeof useMemberFilters>;
