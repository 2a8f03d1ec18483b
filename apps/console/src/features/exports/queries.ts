'use client';

import { answerOf, type CreateExportBody } from '@dundun/client';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '@/lib/api';

const PER_PAGE = 10;
const LIVE_MS = 700;
const CALM_MS = 15_000;

const keys = { all: ['exports'] as const, one: (id: string) => ['export', id] as const };

export function useExports(cursors: { next_cursor?: string; previous_cursor?: string }) {
  return useQuery({
    queryKey: [...keys.all, cursors],
    queryFn: ({ signal }) =>
      answerOf(api.GET('/console/exports', { params: { query: { ...cursors, limit: PER_PAGE } }, signal })),
    placeholderData: keepPreviousData,
    refetchInterval: CALM_MS,
  });
}

/** Follows an export until its end. */
export function useExport(id: string | null) {
  return useQuery({
    queryKey: keys.one(id ?? ''),
    queryFn: ({ signal }) => answerOf(api.GET('/console/exports/{id}', { params: { path: { id: id ?? '' } }, signal })),
    enabled: id !== null,
    refetchInterval: ({ state }) => (state.data && state.data.progress.ended_at !== null ? false : LIVE_MS),
  });
}

export function useStartExport() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: CreateExportBody) => answerOf(api.POST('/console/exports', { body })),
    onSuccess: (view) => {
      client.setQueryData(keys.one(view.id), view);
      void client.invalidateQueries({ queryKey: keys.all });
    },
  });
}

export function useCancelExport() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => answerOf(api.POST('/console/exports/{id}/cancel', { params: { path: { id } } })),
    onSettled: (_, __, id) => {
      void client.invalidateQueries({ queryKey: keys.one(id) });
      void client.invalidateQueries({ queryKey: keys.all });
    },
  });
}
