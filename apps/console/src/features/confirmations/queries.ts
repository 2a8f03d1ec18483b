'use client';

import { answerOf } from '@dundun/client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '@/lib/api';

const LIVE_MS = 2_000;
const CALM_MS = 30_000;

const key = (list: string) => ['confirmations', list] as const;
const at = (id: string) => ({ params: { path: { id } } });

/** Who is pending and was not asked, and the job that asks. */
export function useConfirmations(list: string) {
  return useQuery({
    queryKey: key(list),
    queryFn: ({ signal }) => answerOf(api.GET('/console/lists/{id}/confirmations', { ...at(list), signal })),
    refetchInterval: ({ state }) => (state.data?.job && state.data.job.ended_at === null ? LIVE_MS : CALM_MS),
  });
}

function useRefresh(list: string) {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: key(list) });
}

export function useAsk(list: string) {
  const onSuccess = useRefresh(list);
  return useMutation({
    mutationFn: (body: { per_hour: number; import?: string }) =>
      answerOf(api.POST('/console/lists/{id}/confirmations', { ...at(list), body })),
    onSuccess,
  });
}

export function useControl(list: string) {
  const onSettled = useRefresh(list);
  return useMutation({
    mutationFn: ({ job, verb }: { job: string; verb: 'pause' | 'resume' | 'cancel' }) =>
      answerOf(api.POST(`/console/bulk-jobs/{id}/${verb}`, at(job))),
    onSettled,
  });
}
