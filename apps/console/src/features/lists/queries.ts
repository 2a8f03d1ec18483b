'use client';

import { answerOf, type CreateListBody, type ListView, type UpdateListBody } from '@dundun/client';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '@/lib/api';

const PER_PAGE = 20;
const REFRESH_MS = 10_000;

const keys = { all: ['lists'] as const, one: (id: string) => ['list', id] as const };

export function useLists(cursors: { next_cursor?: string; previous_cursor?: string }) {
  return useQuery({
    queryKey: [...keys.all, cursors],
    queryFn: ({ signal }) =>
      answerOf(api.GET('/v1/lists', { params: { query: { ...cursors, limit: PER_PAGE } }, signal })),
    placeholderData: keepPreviousData,
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

export function useUpdateList(id: string) {
  const client = useQueryClient();
  const refresh = useRefreshLists();
  return useMutation({
    mutationFn: (body: UpdateListBody) => answerOf(api.PUT('/v1/lists/{id}', { params: { path: { id } }, body })),
    onSuccess: (list: ListView) => {
      client.setQueryData(keys.one(id), list);
      void refresh();
    },
  });
}

export function useArchiveList() {
  const refresh = useRefreshLists();
  return useMutation({
    mutationFn: (id: string) => answerOf(api.DELETE('/v1/lists/{id}', { params: { path: { id } } })),
    onSuccess: () => void refresh(),
  });
}
