'use client';

import { answerOf } from '@dundun/client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '@/lib/api';

const REFRESH_MS = 10_000;
const KEY = ['api keys'] as const;

const read = (signal: AbortSignal) => answerOf(api.GET('/console/keys', { signal }));
const create = (body: { name: string; kind: ApiKey['kind'] }) => answerOf(api.POST('/console/keys', { body }));

export type ApiKey = Awaited<ReturnType<typeof read>>['data'][number];
export type CreatedKey = Awaited<ReturnType<typeof create>>;

export function useKeys() {
  return useQuery({ queryKey: KEY, queryFn: ({ signal }) => read(signal), refetchInterval: REFRESH_MS });
}

export function useCreateKey() {
  const client = useQueryClient();
  return useMutation({ mutationFn: create, onSuccess: () => client.invalidateQueries({ queryKey: KEY }) });
}

export function useRevokeKey() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => answerOf(api.DELETE('/console/keys/{id}', { params: { path: { id } } })),
    onSettled: () => client.invalidateQueries({ queryKey: KEY }),
  });
}
