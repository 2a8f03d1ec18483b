'use client';

import { answerOf, type ChangeListsBody } from '@dundun/client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '@/lib/api';

const LIVE_MS = 700;

type Filter = Pick<ChangeListsBody, 'search' | 'list' | 'status' | 'match'>;

/** How many people match; null if that is not counted. */
export function usePeopleCount(query: Filter) {
  return useQuery({
    queryKey: ['people', 'count', query],
    queryFn: ({ signal }) => answerOf(api.GET('/console/people/count', { params: { query }, signal })),
    staleTime: 10_000,
  });
}

export function useChangeLists() {
  return useMutation({
    mutationFn: (body: ChangeListsBody) => answerOf(api.POST('/console/people/lists', { body })),
  });
}

/** Follows a job until its end, which refreshes what it changed. */
export function useBulkJob(id: string | null) {
  const client = useQueryClient();
  return useQuery({
    queryKey: ['bulk job', id],
    queryFn: async ({ signal }) => {
      const job = await answerOf(api.GET('/console/bulk-jobs/{id}', { params: { path: { id: id ?? '' } }, signal }));
      if (job.ended_at !== null)
        for (const queryKey of [['people'], ['lists'], ['list'], ['members']])
          void client.invalidateQueries({ queryKey });
      return job;
    },
    enabled: id !== null,
    refetchInterval: ({ state }) => (state.data?.ended_at == null ? LIVE_MS : false),
  });
}

export function useUndo() {
  return useMutation({
    mutationFn: (id: string) => answerOf(api.POST('/console/bulk-jobs/{id}/undo', { params: { path: { id } } })),
  });
}
