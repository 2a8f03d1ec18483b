'use client';

import { answerOf } from '@dundun/client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '@/lib/api';

const REFRESH_MS = 10_000;

const keys = { all: ['domains'] as const, one: (id: string) => ['domain', id] as const };

const readAll = (signal: AbortSignal) => answerOf(api.GET('/console/domains', { signal }));
const readOne = (id: string, signal: AbortSignal) =>
  answerOf(api.GET('/console/domains/{id}', { params: { path: { id } }, signal }));

export type DomainView = Awaited<ReturnType<typeof readAll>>['data'][number];
export type DomainDetail = Awaited<ReturnType<typeof readOne>>;
export type DomainRecord = DomainDetail['records'][number];

export function useDomains() {
  return useQuery({ queryKey: keys.all, queryFn: ({ signal }) => readAll(signal), refetchInterval: REFRESH_MS });
}

export function useDomain(id: string) {
  return useQuery({
    queryKey: keys.one(id),
    queryFn: ({ signal }) => readOne(id, signal),
    refetchInterval: REFRESH_MS,
  });
}

/** Stores the answer of an operation and refetches the list. */
function useTake() {
  const client = useQueryClient();
  return (domain: DomainDetail) => {
    client.setQueryData(keys.one(domain.id), domain);
    void client.invalidateQueries({ queryKey: keys.all });
  };
}

export function useAddDomain() {
  const onSuccess = useTake();
  return useMutation({
    mutationFn: (domain: string) => answerOf(api.POST('/console/domains', { body: { domain } })),
    onSuccess,
  });
}

export function useCheckDomain(id: string) {
  const onSuccess = useTake();
  return useMutation({
    mutationFn: () => answerOf(api.POST('/console/domains/{id}/check', { params: { path: { id } } })),
    onSuccess,
  });
}

export function useRotateKeys(id: string) {
  const onSuccess = useTake();
  return useMutation({
    mutationFn: () => answerOf(api.POST('/console/domains/{id}/keys/rotate', { params: { path: { id } } })),
    onSuccess,
  });
}

export function useRemoveDomain(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => answerOf(api.DELETE('/console/domains/{id}', { params: { path: { id } } })),
    onSuccess: () => client.invalidateQueries({ queryKey: keys.all }),
  });
}

const readDmarc = (id: string, signal: AbortSignal) =>
  answerOf(api.GET('/console/domains/{id}/dmarc', { params: { path: { id } }, signal }));
const readWarmUps = (id: string, signal: AbortSignal) =>
  answerOf(api.GET('/console/domains/{id}/warm-ups', { params: { path: { id } }, signal }));

export type DmarcSummary = Awaited<ReturnType<typeof readDmarc>>;
export type WarmUp = Awaited<ReturnType<typeof readWarmUps>>['data'][number];
export interface WarmUpPlan {
  first_day: number;
  growth_percent: number;
  target: number;
}

const reports = (id: string) => ['domain', id, 'dmarc'] as const;
const warmUps = (id: string) => ['domain', id, 'warm-ups'] as const;

export function useDmarc(id: string) {
  return useQuery({ queryKey: reports(id), queryFn: ({ signal }) => readDmarc(id, signal) });
}

export function useWarmUps(id: string) {
  return useQuery({
    queryKey: warmUps(id),
    queryFn: ({ signal }) => readWarmUps(id, signal),
    refetchInterval: REFRESH_MS,
  });
}

export function useSetWarmUp(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ provider, plan }: { provider: string; plan: WarmUpPlan }) =>
      answerOf(
        api.PUT('/console/domains/{id}/warm-ups/{provider}', { params: { path: { id, provider } }, body: plan }),
      ),
    onSuccess: (all) => client.setQueryData(warmUps(id), all),
  });
}

export function useEndWarmUp(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (provider: string) =>
      answerOf(api.DELETE('/console/domains/{id}/warm-ups/{provider}', { params: { path: { id, provider } } })),
    onSuccess: () => client.invalidateQueries({ queryKey: warmUps(id) }),
  });
}
