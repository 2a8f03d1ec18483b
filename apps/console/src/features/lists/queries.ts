'use client';

import { answerOf, type CreateListBody, type ListView, type UpdateListBody } from '@dundun/client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '@/lib/api';
import { showEarly, withChange } from '@/lib/optimistic';

const PER_PAGE = 30;
const MOST_PAGES = 30;
const REFRESH_MS = 10_000;
const GROWTH_MS = 60_000;

const keys = { all: ['lists'] as const, one: (id: string) => ['list', id] as const };

/**
 * Every list that is not archived, newest first. The pages of lists search and sort them here; a workspace with more than
 * those of the last page sees the newest.
 */
export function useLists() {
  return useQuery({
    queryKey: keys.all,
    queryFn: async ({ signal }) => {
      const found: ListView[] = [];
      let next_cursor: string | undefined;
      for (let page = 0; page < MOST_PAGES; page++) {
        const query = { limit: PER_PAGE, next_cursor };
        const { data, next_cursor: next } = await answerOf(api.GET('/v1/lists', { params: { query }, signal }));
        found.push(...data);
        if (next === null) break;
        next_cursor = next;
      }
      return found;
    },
    refetchInterval: REFRESH_MS,
  });
}

export function useList(id: string) {
  return useQuery({
    queryKey: keys.one(id),
    queryFn: ({ signal }) => answerOf(api.GET('/v1/lists/{id}', { params: { path: { id } }, signal })),
    refetchInterval: REFRESH_MS,
  });
}

/** The URL of the form never changes. */
export function useListForm(id: string, wanted: boolean) {
  return useQuery({
    queryKey: [...keys.one(id), 'form'],
    queryFn: ({ signal }) => answerOf(api.GET('/console/lists/{id}/form', { params: { path: { id } }, signal })),
    enabled: wanted,
    staleTime: Infinity,
  });
}

export function useListArchive(id: string) {
  return useQuery({
    queryKey: [...keys.one(id), 'archive'],
    queryFn: ({ signal }) => answerOf(api.GET('/console/lists/{id}/archive', { params: { path: { id } }, signal })),
  });
}

export function useOpenArchive(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (is_public: boolean) =>
      answerOf(api.PUT('/console/lists/{id}/archive', { params: { path: { id } }, body: { is_public } })),
    onSuccess: (archive) => client.setQueryData([...keys.one(id), 'archive'], archive),
  });
}

/** Refetches the counters of a list, here and in the overview. */
export function useRefreshLists() {
  const client = useQueryClient();
  return (id?: string) =>
    Promise.all([
      client.invalidateQueries({ queryKey: keys.all }),
      id && client.invalidateQueries({ queryKey: keys.one(id) }),
    ]);
}

export function useCreateList() {
  const refresh = useRefreshLists();
  return useMutation({
    mutationFn: (body: CreateListBody) => answerOf(api.POST('/v1/lists', { body })),
    onSuccess: () => void refresh(),
  });
}

/** The change shows before the answer. */
export function useUpdateList(id: string) {
  const client = useQueryClient();
  const refresh = useRefreshLists();
  return useMutation({
    mutationFn: (body: UpdateListBody) => answerOf(api.PUT('/v1/lists/{id}', { params: { path: { id } }, body })),
    onMutate: (body) => {
      const change = withChange('id', id, body);
      return showEarly(client, [
        { queryKey: keys.all, change },
        { queryKey: keys.one(id), change },
      ]);
    },
    onError: (_error, _body, takeBack) => takeBack?.(),
    onSuccess: (list: ListView) => {
      client.setQueryData(keys.one(id), list);
      void refresh();
    },
  });
}

export function useRestoreList() {
  const refresh = useRefreshLists();
  return useMutation({
    mutationFn: (id: string) => answerOf(api.POST('/console/lists/{id}/restore', { params: { path: { id } } })),
    onSuccess: ({ id }) => void refresh(id),
  });
}

/** How many people joined each list on each of the last thirty days, and are still there. */
export function useTrends() {
  return useQuery({
    queryKey: [...keys.all, 'trends'],
    queryFn: async ({ signal }) => {
      const { data } = await answerOf(api.GET('/console/list-trends', { signal }));
      return new Map(data.map(({ id, joined }) => [id, joined]));
    },
    refetchInterval: GROWTH_MS,
    staleTime: GROWTH_MS,
  });
}

/** How many of its people joined a list on each of the last thirty days. */
export function useGrowth(id: string) {
  return useQuery({
    queryKey: [...keys.one(id), 'growth'],
    queryFn: ({ signal }) => answerOf(api.GET('/console/lists/{id}/growth', { params: { path: { id } }, signal })),
    refetchInterval: GROWTH_MS,
  });
}

export function useArchiveList() {
  const refresh = useRefreshLists();
  return useMutation({
    mutationFn: (id: string) => answerOf(api.DELETE('/v1/lists/{id}', { params: { path: { id } } })),
    onSuccess: () => void refresh(),
  });
}
