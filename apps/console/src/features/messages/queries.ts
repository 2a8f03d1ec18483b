'use client';

import { answerOf } from '@dundun/client';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useMay } from '@/features/session/use-may';
import { api } from '@/lib/api';

const REFRESH_MS = 3_000;
const LARGE = 256 * 1024;
const REFRESH_LARGE_MS = 30_000;
const KEEP_MS = 5_000;

const keyOf = (id: string) => ['message', id] as const;

const read = (id: string, signal: AbortSignal) =>
  answerOf(api.GET('/v1/messages/{id}', { params: { path: { id } }, signal }));
const explain = (id: string, signal: AbortSignal) =>
  answerOf(api.GET('/v1/messages/{id}/explain', { params: { path: { id } }, signal }));

export type MessageView = Awaited<ReturnType<typeof read>>;

interface MessagesQuery {
  search?: string;
  uid?: string;
  tag?: string;
  status?: MessageView['status'];
  channel?: MessageView['channel'];
  provider?: string;
  since?: string;
  until?: string;
  next_cursor?: string;
  previous_cursor?: string;
}

const PER_PAGE = 30;
const list = (query: MessagesQuery, signal: AbortSignal) =>
  answerOf(api.GET('/v1/messages', { params: { query: { ...query, limit: PER_PAGE } }, signal }));
const report = (signal: AbortSignal) => answerOf(api.GET('/v1/tags', { signal }));

export type ListedMessageView = Awaited<ReturnType<typeof list>>['data'][number];
export type TagView = Awaited<ReturnType<typeof report>>['data'][number];

export function useMessages(query: MessagesQuery) {
  return useQuery({
    queryKey: ['messages', query],
    queryFn: ({ signal }) => list(query, signal),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_LARGE_MS,
  });
}

export const useTags = () => useQuery({ queryKey: ['tags'], queryFn: ({ signal }) => report(signal) });

/** Reports arrive over days, so an open message is refetched regularly, and a large one less often. */
export function useMessage(id: string) {
  return useQuery({
    queryKey: keyOf(id),
    queryFn: ({ signal }) => read(id, signal),
    gcTime: KEEP_MS,
    refetchInterval: ({ state }) => (state.error ? false : refreshAfter(state.data?.content)),
  });
}

const refreshAfter = (content: MessageView['content'] | undefined) =>
  (content?.html?.length ?? 0) + (content?.text?.length ?? 0) > LARGE ? REFRESH_LARGE_MS : REFRESH_MS;

/** Refetched whenever the message changes. */
export function useExplanation({ id, status, timeline }: MessageView) {
  return useQuery({
    queryKey: [...keyOf(id), 'explain', status, timeline.length],
    queryFn: ({ signal }) => explain(id, signal),
  });
}

export function useCancelMessage(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => answerOf(api.POST('/v1/messages/{id}/cancel', { params: { path: { id } } })),
    onSettled: () => client.invalidateQueries({ queryKey: keyOf(id) }),
  });
}

/** A second press after a lost answer does not send twice: it has the same key. */
export function useSendAgain(id: string) {
  const [key] = useState(newKey);
  return useMutation({
    mutationFn: () => {
      const headers = { 'Idempotency-Key': key };
      return answerOf(api.POST('/v1/messages/{id}/send-again', { params: { path: { id } }, headers }));
    },
  });
}

/** Not a UUID, which browsers make on secure origins only. */
const newKey = () => [...crypto.getRandomValues(new Uint32Array(4))].map((part) => part.toString(36)).join('-');

export function useSettle(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (outcome: 'arrived' | 'send_again') =>
      answerOf(api.POST('/v1/messages/{id}/settle', { params: { path: { id } }, body: { outcome } })),
    onSettled: () => client.invalidateQueries({ queryKey: keyOf(id) }),
  });
}

/** The names of providers for the filter. */
export function useProviderNames() {
  const enabled = useMay('listProviders');
  return useQuery({
    queryKey: ['providers', 'names'],
    queryFn: async ({ signal }) => {
      const { data } = await answerOf(api.GET('/console/providers', { signal }));
      return data.map(({ name, title }) => ({ name, title }));
    },
    staleTime: Infinity,
    enabled,
  });
}
