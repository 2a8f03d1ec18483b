'use client';

import { answerOf } from '@dundun/client';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '@/lib/api';
import { words } from './words';

const PER_PAGE = 30;
const REFRESH_MS = 10_000;
const ALL = ['suppressions'] as const;

export type Reason = keyof typeof words.reasons;
export const REASONS = Object.keys(words.reasons) as Reason[];

interface SuppressionQuery {
  reason?: Reason;
  next_cursor?: string;
  previous_cursor?: string;
}

const read = (query: SuppressionQuery, signal: AbortSignal) =>
  answerOf(api.GET('/console/suppressions', { params: { query: { ...query, limit: PER_PAGE } }, signal }));

export type SuppressionView = Awaited<ReturnType<typeof read>>['data'][number];

export function useSuppressions(query: SuppressionQuery) {
  return useQuery({
    queryKey: [...ALL, query],
    queryFn: ({ signal }) => read(query, signal),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });
}

export function useSuppress() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { addresses: string[]; note?: string }) => answerOf(api.POST('/console/suppressions', { body })),
    onSuccess: () => client.invalidateQueries({ queryKey: ALL }),
  });
}

export function useUnsuppress() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (address: string) =>
      answerOf(api.DELETE('/console/suppressions/{address}', { params: { path: { address } } })),
    onSettled: () => client.invalidateQueries({ queryKey: ALL }),
  });
}
