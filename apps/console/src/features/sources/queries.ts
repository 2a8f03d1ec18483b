'use client';

import { answerOf, type ApiError } from '@dundun/client';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '@/lib/api';

const REFRESH_MS = 5_000;
const PER_PAGE = 20;
const ALL = ['sources'] as const;
const path = (id: string) => ({ params: { path: { id } } });

const readKinds = (signal: AbortSignal) => answerOf(api.GET('/console/source-kinds', { signal }));
const readAll = (signal: AbortSignal) => answerOf(api.GET('/console/sources', { signal }));
const readOne = (id: string, signal: AbortSignal) =>
  answerOf(api.GET('/console/sources/{id}', { ...path(id), signal }));
const readEvents = (id: string, query: EventQuery, signal: AbortSignal) =>
  answerOf(
    api.GET('/console/sources/{id}/events', { params: { path: { id }, query: { ...query, limit: PER_PAGE } }, signal }),
  );

export type SourceKind = Awaited<ReturnType<typeof readKinds>>['data'][number];
export type Source = Awaited<ReturnType<typeof readOne>>;
export type SourceEvent = Awaited<ReturnType<typeof readEvents>>['data'][number];

export const STATES = ['received', 'processed', 'ignored', 'parked', 'failed'] as const;

export interface EventQuery {
  state?: (typeof STATES)[number];
  next_cursor?: string;
  previous_cursor?: string;
}

export interface SourceFields {
  name?: string;
  settings?: Record<string, unknown>;
  unknown_person?: Source['unknown_person'];
  enabled?: boolean;
}

/** Changes only with the version of the service. */
export function useKinds() {
  return useQuery({ queryKey: ['source kinds'], queryFn: ({ signal }) => readKinds(signal), staleTime: Infinity });
}

export function useSources() {
  return useQuery({ queryKey: ALL, queryFn: ({ signal }) => readAll(signal), refetchInterval: REFRESH_MS });
}

export function useSource(id: string) {
  return useQuery({
    queryKey: [...ALL, id],
    queryFn: ({ signal }) => readOne(id, signal),
    refetchInterval: REFRESH_MS,
  });
}

export function useSourceEvents(id: string, query: EventQuery) {
  return useQuery({
    queryKey: [...ALL, id, 'events', query],
    queryFn: ({ signal }) => readEvents(id, query, signal),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });
}

/** What a payload would become with a mapping; nothing is stored. */
export function usePreview(id: string, payload: Record<string, unknown> | null, mapping: string) {
  return useQuery<{ data: PreviewedEvent[] }, ApiError>({
    queryKey: [...ALL, id, 'preview', payload, mapping],
    queryFn: ({ signal }) =>
      answerOf(
        api.POST('/console/sources/{id}/preview', {
          ...path(id),
          body: { payload: payload ?? {}, settings: { mapping } },
          signal,
        }),
      ),
    enabled: payload !== null && mapping.trim() !== '',
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    retry: false,
  });
}

interface PreviewedEvent {
  event_id: string;
  ignored: string | null;
  notices: string[];
  effects: Record<string, unknown>[];
}

function useDo<T, R>(work: (given: T) => Promise<R>) {
  const client = useQueryClient();
  return useMutation({ mutationFn: work, onSettled: () => client.invalidateQueries({ queryKey: ALL }) });
}

export const useAddSource = () =>
  useDo((body: SourceFields & { kind: string; name: string }) => answerOf(api.POST('/console/sources', { body })));

export const useChangeSource = (id: string) =>
  useDo((body: SourceFields) => answerOf(api.PUT('/console/sources/{id}', { ...path(id), body })));

export const useRemoveSource = (id: string) => useDo(() => answerOf(api.DELETE('/console/sources/{id}', path(id))));

export const useRetry = (id: string) =>
  useDo((event_id: string) =>
    answerOf(api.POST('/console/sources/{id}/events/{event_id}/retry', { params: { path: { id, event_id } } })),
  );

export const useRetryAll = (id: string) => useDo(() => answerOf(api.POST('/console/sources/{id}/retry', path(id))));
