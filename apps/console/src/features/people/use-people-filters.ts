'use client';

import { MEMBERSHIP_STATUSES } from '@dundun/domain/membership';
import { debounce, parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs';
import { useMemo } from 'react';
import { useCursors } from '@/lib/use-cursors';
import { useSettled } from '@/lib/use-settled';
import { matchOf, readConditions, writeConditions, type Conditions } from './conditions';
import type { PeopleFilter } from './queries';

const TYPING_MS = 200;

const parsers = {
  search: parseAsString,
  list: parseAsString,
  status: parseAsStringLiteral(MEMBERSHIP_STATUSES),
  where: parseAsString,
};

/** What is searched for, in the URL. Typing replaces its history entry; every other change adds one, so that Back undoes it. */
export function usePeopleFilters() {
  const cursors = useCursors();
  const [{ search, list, status, where }, set] = useQueryStates(parsers);
  const wanted = useSettled(search?.trim() || undefined, TYPING_MS);
  const conditions = useMemo(() => readConditions(where), [where]);
  const match = matchOf(conditions);
  const matching = {
    ...(wanted && { search: wanted }),
    ...(list && { list }),
    ...(list && status && { status }),
    ...(match && { match }),
  };
  const query: PeopleFilter = { ...matching, ...cursors.query };
  return {
    query,
    /** Who matches, on all pages. */
    matching,
    cursors,
    search: search ?? '',
    list: list ?? '',
    status: status ?? '',
    conditions,
    // Still active while the rows are those of the search that was cleared.
    isActive: Boolean(search || wanted || list || match),
    setSearch: (text: string) => {
      cursors.reset();
      void set({ search: text || null }, { limitUrlUpdates: debounce(TYPING_MS), history: 'replace' });
    },
    setList: (id: string) => {
      cursors.reset();
      void set({ list: id || null, status: null }, { history: 'push' });
    },
    setStatus: (next: string) => {
      cursors.reset();
      void set({ status: MEMBERSHIP_STATUSES.find((each) => each === next) ?? null }, { history: 'push' });
    },
    setConditions: (next: Conditions) => {
      cursors.reset();
      void set({ where: writeConditions(next) }, { history: 'push' });
    },
    clear: () => {
      cursors.reset();
      void set({ search: null, list: null, status: null, where: null }, { history: 'push' });
    },
  };
}

export type PeopleFilterState = ReturnType<typeof usePeopleFilters>;
