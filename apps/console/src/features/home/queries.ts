'use client';

import { answerOf } from '@dundun/client';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useMay } from '@/features/session/use-may';
import { api } from '@/lib/api';

const REFRESH_MS = 5_000;
const LOOK_MS = 400;
const OPEN = ['queued', 'sending', 'scheduled', 'held'];

const read = (signal: AbortSignal) => answerOf(api.GET('/console/home', { signal }));

export type HomeView = Awaited<ReturnType<typeof read>>;
export type HomeDay = HomeView['days'][number];

export function useHome(enabled: boolean) {
  return useQuery({
    queryKey: ['home'],
    queryFn: ({ signal }) => read(signal),
    refetchInterval: REFRESH_MS,
    enabled,
  });
}

/** The providers, for members who may see them; nothing for others. */
export function useProviderStates() {
  const maySee = useMay('listIntegrations');
  return useQuery({
    queryKey: ['integrations', maySee],
    queryFn: async ({ signal }) => (maySee ? answerOf(api.GET('/console/integrations', { signal })) : { data: [] }),
    refetchInterval: REFRESH_MS,
  });
}

interface FirstEmail {
  from: { name: string; email: string };
  to: string;
  subject: string;
  html: string;
}

export function useSendFirst() {
  return useMutation({
    mutationFn: (body: FirstEmail) => answerOf(api.POST('/v1/send/email', { body })),
  });
}

/** Looks at a message until it has ended. */
export function useOutcome(id: string | undefined) {
  return useQuery({
    queryKey: ['message', id ?? '', 'outcome'],
    queryFn: ({ signal }) => answerOf(api.GET('/v1/messages/{id}', { params: { path: { id: id ?? '' } }, signal })),
    enabled: id !== undefined,
    refetchInterval: ({ state }) => (!state.data || OPEN.includes(state.data.status) ? LOOK_MS : false),
    select: ({ status }) => (OPEN.includes(status) ? undefined : status),
  });
}
