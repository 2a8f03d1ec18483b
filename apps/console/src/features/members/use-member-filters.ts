'use client';

import { MEMBERSHIP_STATUSES } from '@dundun/domain/membership';
import { debounce, parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs';
import { useSettled } from '@/lib/use-settled';
import type { MemberQuery } from './queries';

const TYPING_MS = 250;

const parsers = { search: parseAsString, status: parseAsStringLiteral(MEMBERSHIP_STATUSES) };

/**
 * The filters of the members, in the URL. A new filter starts at its first page. Typing replaces its history entry; a choice adds
 * one, so that Back undoes it.
 */
export function useMemberFilters(toFirstPage: () => void) {
  const [{ search, status }, set] = useQueryStates(parsers);
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
      void set({ search: text || null }, { limitUrlUpdates: debounce(TYPING_MS), history: 'replace' });
    },
    setStatus: (next: MemberQuery['status'] | null) => {
      toFirstPage();
      void set({ status: next ?? null }, { history: 'push' });
    },
    clear: () => {
      toFirstPage();
      void set({ search: null, status: null }, { history: 'push' });
    },
  };
}

export type MemberFilterState = ReturnType<typeof useMemberFilters>;
