'use client';

import { answerOf, type components } from '@dundun/client';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '@/lib/api';

const PER_PAGE = 20;
const REFRESH_MS = 15_000;
const LIVE_MS = 5_000;

export const keys = { all: ['automations'] as const, one: (id: string) => ['automation', id] as const };
const path = (id: string) => ({ path: { id } });

export type Automation = components['schemas']['AutomationView'];
export type AutomationDetail = components['schemas']['AutomationDetailView'];
export type AutomationState = Automation['state'];
/** Who goes by a new version: newcomers alone, or those inside too. */
export type Move = 'newcomers' | 'all';
export type DryRun = components['schemas']['DryRunView'];
export type Test = components['schemas']['TestAutomationView'];
export type TestRequest = components['schemas']['TestAutomationBody'];
export type StepNumbers = components['schemas']['AutomationStepView'];
type NewAutomation = components['schemas']['CreateAutomationBody'];
type Change = components['schemas']['UpdateAutomationBody'];

interface Cursor {
  next_cursor?: string;
  previous_cursor?: string;
}

export function useAutomations(query: Cursor & { q?: string; state?: AutomationState }) {
  return useQuery({
    queryKey: [...keys.all, query],
    queryFn: ({ signal }) =>
      answerOf(api.GET('/console/automations', { params: { query: { ...query, limit: PER_PAGE } }, signal })),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });
}

export function useAutomation(id: string) {
  return useQuery({
    queryKey: keys.one(id),
    queryFn: ({ signal }) => answerOf(api.GET('/console/automations/{id}', { params: path(id), signal })),
    refetchInterval: ({ state }) => (state.data && state.data.live_version !== null ? LIVE_MS : REFRESH_MS),
  });
}

/** Reads an automation and the list again after a change. */
export function useRefreshAutomation() {
  const client = useQueryClient();
  return (id: string) =>
    Promise.all([keys.all, keys.one(id)].map((queryKey) => client.invalidateQueries({ queryKey })));
}

export const changeAutomation = (id: string, body: Change) =>
  answerOf(api.PUT('/console/automations/{id}', { params: path(id), body }));

export function useCreateAutomation() {
  const refresh = useRefreshAutomation();
  return useMutation({
    mutationFn: (body: NewAutomation) => answerOf(api.POST('/console/automations', { body })),
    onSuccess: ({ id }) => void refresh(id),
  });
}

export function useDuplicateAutomation() {
  const refresh = useRefreshAutomation();
  return useMutation({
    mutationFn: (id: string) => answerOf(api.POST('/console/automations/{id}/duplicate', { params: path(id) })),
    onSuccess: ({ id }) => void refresh(id),
  });
}

export function useDeleteAutomation() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => answerOf(api.DELETE('/console/automations/{id}', { params: path(id) })),
    onSuccess: () => client.invalidateQueries({ queryKey: keys.all }),
  });
}

/** @param version when the draft was saved last; each save is checked again */
export function useValidation(id: string, version: string) {
  return useQuery({
    queryKey: [...keys.one(id), 'validation', version],
    queryFn: ({ signal }) =>
      answerOf(api.POST('/console/automations/{id}/validate', { params: path(id), body: {}, signal })),
    placeholderData: keepPreviousData,
  });
}

export function useVersions(id: string, isWanted = true) {
  return useQuery({
    queryKey: [...keys.one(id), 'versions'],
    queryFn: ({ signal }) => answerOf(api.GET('/console/automations/{id}/versions', { params: path(id), signal })),
    enabled: isWanted,
  });
}

/** What publishing would change, and for how many. */
export function useChanges(id: string, version: string) {
  return useQuery({
    queryKey: [...keys.one(id), 'changes', version],
    queryFn: ({ signal }) => answerOf(api.GET('/console/automations/{id}/changes', { params: path(id), signal })),
    retry: false,
  });
}

/** Tries the stored draft on what happened. */
export const useDryRun = (id: string) =>
  useMutation({
    mutationFn: (body: { days: number; sample: number }) =>
      answerOf(api.POST('/console/automations/{id}/dry-run', { params: path(id), body })),
  });

/** Takes one person through the stored draft. */
export const useTest = (id: string) =>
  useMutation({
    mutationFn: (body: TestRequest) => answerOf(api.POST('/console/automations/{id}/test', { params: path(id), body })),
  });

export function usePublish(id: string) {
  const refresh = useRefreshAutomation();
  return useMutation({
    mutationFn: (body: { base_updated_at: string; move: Move }) =>
      answerOf(api.POST('/console/automations/{id}/publish', { params: path(id), body })),
    onSettled: () => void refresh(id),
  });
}
