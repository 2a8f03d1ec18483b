'use client';

import { answerOf } from '@dundun/client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMay } from '@/features/session/use-may';
import { api } from '@/lib/api';

const REFRESH_MS = 10_000;
const ALL = ['integrations'] as const;

const readCatalogue = (signal: AbortSignal) => answerOf(api.GET('/console/providers', { signal }));
const readConnected = (signal: AbortSignal) => answerOf(api.GET('/console/integrations', { signal }));

export type ProviderView = Awaited<ReturnType<typeof readCatalogue>>['data'][number];
export type IntegrationView = Awaited<ReturnType<typeof readConnected>>['data'][number];

/** What connecting and editing accept in addition to the settings. */
export interface IntegrationFields {
  name?: string | null;
  endpoint?: string | null;
  sender_ids?: string[];
  domains?: string[];
  rate_limit?: number | null;
  enabled?: boolean;
}
type Settings = Record<string, unknown>;

/** Changes only with the version of the service. */
export function useProviders() {
  return useQuery({
    queryKey: ['providers'],
    queryFn: ({ signal }) => readCatalogue(signal),
    staleTime: Infinity,
  });
}

export function useIntegrations() {
  return useQuery({
    queryKey: ALL,
    queryFn: ({ signal }) => readConnected(signal),
    refetchInterval: REFRESH_MS,
    enabled: useMay('listIntegrations'),
  });
}

function useRefresh() {
  const client = useQueryClient();
  return () =>
    void Promise.all([client.invalidateQueries({ queryKey: ALL }), client.invalidateQueries({ queryKey: ['routes'] })]);
}

export function useConnect() {
  const onSuccess = useRefresh();
  return useMutation({
    mutationFn: (body: IntegrationFields & { provider: string; settings: Settings }) =>
      answerOf(api.POST('/console/integrations', { body })),
    onSuccess,
  });
}

export function useChange(id: string) {
  const onSettled = useRefresh();
  return useMutation({
    mutationFn: (body: IntegrationFields & { settings?: Settings }) =>
      answerOf(api.PUT('/console/integrations/{id}', { params: { path: { id } }, body })),
    onSettled,
  });
}

/** Optimistic: switching back is just as easy. */
export function useSwitch(id: string) {
  const client = useQueryClient();
  const onSettled = useRefresh();
  return useMutation({
    mutationFn: (enabled: boolean) =>
      answerOf(api.PUT('/console/integrations/{id}', { params: { path: { id } }, body: { enabled } })),
    onMutate: async (enabled) => {
      await client.cancelQueries({ queryKey: ALL });
      const before = client.getQueryData<{ data: IntegrationView[] }>(ALL);
      const data = before?.data.map((each) => (each.id === id ? { ...each, enabled } : each));
      if (data) client.setQueryData(ALL, { data });
      return before;
    },
    onError: (_error, _enabled, before) => client.setQueryData(ALL, before),
    onSettled,
  });
}

export function useTest(id: string) {
  const onSettled = useRefresh();
  return useMutation({
    mutationFn: () => answerOf(api.POST('/console/integrations/{id}/test', { params: { path: { id } } })),
    onSettled,
  });
}

export function useDisconnect(id: string) {
  const onSuccess = useRefresh();
  return useMutation({
    mutationFn: () => answerOf(api.DELETE('/console/integrations/{id}', { params: { path: { id } } })),
    onSuccess,
  });
}
