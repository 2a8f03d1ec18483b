'use client';

import { answerOf } from '@dundun/client';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '@/lib/api';

const REFRESH_MS = 5_000;
const PER_PAGE = 20;
const ALL = ['webhooks'] as const;
const path = (id: string) => ({ params: { path: { id } } });

const readAll = (signal: AbortSignal) => answerOf(api.GET('/console/webhooks', { signal }));
const readOne = (id: string, signal: AbortSignal) =>
  answerOf(api.GET('/console/webhooks/{id}', { ...path(id), signal }));
const readDeliveries = (id: string, query: DeliveryQuery, signal: AbortSignal) =>
  answerOf(
    api.GET('/console/webhooks/{id}/deliveries', {
      params: { path: { id }, query: { ...query, limit: PER_PAGE } },
      signal,
    }),
  );
const readDelivery = (id: string, did: string, signal: AbortSignal) =>
  answerOf(api.GET('/console/webhooks/{id}/deliveries/{did}', { params: { path: { id, did } }, signal }));

export type Webhook = Awaited<ReturnType<typeof readOne>>;
export type Delivery = Awaited<ReturnType<typeof readDeliveries>>['data'][number];
export type DeliveryDetail = Awaited<ReturnType<typeof readDelivery>>;

export const STATES = ['pending', 'delivered', 'failed'] as const;

export interface DeliveryQuery {
  state?: (typeof STATES)[number];
  next_cursor?: string;
  previous_cursor?: string;
}

export interface WebhookFields {
  url: string;
  description: string | null;
  types: string[];
}

/** What to replay: all that failed, or a period. */
export type Period = { failed: true } | { from: string; to?: string };

export function useWebhooks() {
  return useQuery({ queryKey: ALL, queryFn: ({ signal }) => readAll(signal), refetchInterval: REFRESH_MS });
}

export function useWebhook(id: string) {
  return useQuery({
    queryKey: [...ALL, id],
    queryFn: ({ signal }) => readOne(id, signal),
    refetchInterval: REFRESH_MS,
  });
}

export function useDeliveries(id: string, query: DeliveryQuery) {
  return useQuery({
    queryKey: [...ALL, id, 'deliveries', query],
    queryFn: ({ signal }) => readDeliveries(id, query, signal),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });
}

export function useDelivery(id: string, did: string) {
  return useQuery({
    queryKey: [...ALL, id, 'delivery', did],
    queryFn: ({ signal }) => readDelivery(id, did, signal),
    refetchInterval: REFRESH_MS,
  });
}

function useChange<T, R>(change: (given: T) => Promise<R>) {
  const client = useQueryClient();
  return useMutation({ mutationFn: change, onSettled: () => client.invalidateQueries({ queryKey: ALL }) });
}

export const useAddWebhook = () =>
  useChange((body: WebhookFields) => answerOf(api.POST('/console/webhooks', { body })));

export const useChangeWebhook = (id: string) =>
  useChange((body: Partial<WebhookFields & { enabled: boolean }>) =>
    answerOf(api.PUT('/console/webhooks/{id}', { ...path(id), body })),
  );

export const useRemoveWebhook = (id: string) =>
  useChange(() => answerOf(api.DELETE('/console/webhooks/{id}', path(id))));

export const useRotateSecret = (id: string) =>
  useChange(() => answerOf(api.POST('/console/webhooks/{id}/rotate', path(id))));

export const useTestWebhook = (id: string) =>
  useChange(() => answerOf(api.POST('/console/webhooks/{id}/test', path(id))));

export const useReplayOne = (id: string) =>
  useChange((did: string) =>
    answerOf(api.POST('/console/webhooks/{id}/deliveries/{did}/replay', { params: { path: { id, did } } })),
  );

export const useReplay = (id: string) =>
  useChange((body: Period) => answerOf(api.POST('/console/webhooks/{id}/replay', { ...path(id), body })));

export function useCountReplay(id: string) {
  return useMutation({
    mutationFn: (period: Period) => {
      const query = 'failed' in period ? {} : period;
      return answerOf(api.GET('/console/webhooks/{id}/replay', { params: { path: { id }, query } }));
    },
  });
}
