'use client';

import { answerOf } from '@dundun/client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '@/lib/api';

const REFRESH_MS = 10_000;

const readNames = (query: { days: number; search?: string }, signal: AbortSignal) =>
  answerOf(api.GET('/console/event-names', { params: { query }, signal }));
const readProperties = (event: string, signal: AbortSignal) =>
  answerOf(api.GET('/console/event-properties', { params: { query: { event } }, signal }));

export type EventNames = Awaited<ReturnType<typeof readNames>>;
export type EventCount = EventNames['data'][number];

export function useEventNames(days: number, search: string | undefined) {
  return useQuery({
    queryKey: ['event-names', days, search ?? ''],
    queryFn: ({ signal }) => readNames({ days, ...(search && { search }) }, signal),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });
}

/** A sample, which is drawn once while it is shown. */
export function useEventProperties(event: string) {
  return useQuery({
    queryKey: ['event-properties', event],
    queryFn: ({ signal }) => readProperties(event, signal),
    staleTime: 60_000,
  });
}
