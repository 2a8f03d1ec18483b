'use client';

import { answerOf } from '@dundun/client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '@/lib/api';

const REFRESH_MS = 10_000;

const read = (signal: AbortSignal) => answerOf(api.GET('/console/profiles', { signal }));

export type ProfileView = Awaited<ReturnType<typeof read>>['data'][number];

export type ProfileFields = Pick<ProfileView, 'name' | 'from_name' | 'from_email' | 'reply_to' | 'integration_id'>;

const KEY = ['profiles'] as const;
const path = (id: string) => ({ params: { path: { id } } });

function useDo<T, R>(work: (given: T) => Promise<R>) {
  const client = useQueryClient();
  return useMutation({ mutationFn: work, onSettled: () => client.invalidateQueries({ queryKey: KEY }) });
}

/** Creates a profile, or changes that with the id. */
export const useSaveProfile = (id: string | undefined) =>
  useDo((body: ProfileFields) =>
    id === undefined
      ? answerOf(api.POST('/console/profiles', { body }))
      : answerOf(api.PUT('/console/profiles/{id}', { ...path(id), body })),
  );

export const useRemoveProfile = (id: string) => useDo(() => answerOf(api.DELETE('/console/profiles/{id}', path(id))));

export const useDefaultProfile = (id: string) =>
  useDo(() => answerOf(api.POST('/console/profiles/{id}/default', path(id))));

export function useProfiles() {
  return useQuery({ queryKey: KEY, queryFn: ({ signal }) => read(signal), refetchInterval: REFRESH_MS });
}
