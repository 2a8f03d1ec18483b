'use client';

import { answerOf } from '@dundun/client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '@/lib/api';

const KEY = ['alerts'] as const;

const read = (signal: AbortSignal) => answerOf(api.GET('/console/alerts', { signal }));

type Alerts = Awaited<ReturnType<typeof read>>;

export function useAlerts() {
  return useQuery({ queryKey: KEY, queryFn: ({ signal }) => read(signal) });
}

/** Sets the address of the chat; null switches it off. */
export function useSetAlerts() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (url: string | null) => answerOf(api.PUT('/console/alerts', { body: { url } })),
    onSuccess: (alerts) => client.setQueryData<Alerts>(KEY, alerts),
  });
}

export function useTestAlerts() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => answerOf(api.POST('/console/alerts/test')),
    onSettled: () => client.invalidateQueries({ queryKey: KEY }),
  });
}
