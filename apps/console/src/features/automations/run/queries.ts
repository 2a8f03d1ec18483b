'use client';

import { answerOf, type components } from '@dundun/client';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { api } from '@/lib/api';
import { keys, useRefreshAutomation } from '../queries';

const PER_PAGE = 20;
const LIVE_MS = 5_000;

export type Run = components['schemas']['AutomationRunView'];
export type RunPath = components['schemas']['AutomationPathView'];
export type Visit = components['schemas']['AutomationVisitView'];
export type Version = components['schemas']['AutomationVersionView'];

const path = (id: string) => ({ path: { id } });
const onePath = (id: string, eid: string) => ({ path: { id, eid } });

export interface RunFilter {
  next_cursor?: string;
  previous_cursor?: string;
  state?: 'inside' | 'retrying' | 'failed' | 'ended';
  step?: string;
}

export function useRuns(id: string, query: RunFilter) {
  return useQuery({
    queryKey: [...keys.one(id), 'runs', query],
    queryFn: ({ signal }) =>
      answerOf(
        api.GET('/console/automations/{id}/enrolments', {
          params: { ...path(id), query: { ...query, limit: PER_PAGE } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
    refetchInterval: LIVE_MS,
  });
}

export function useRunPath(id: string, eid: string) {
  return useQuery({
    queryKey: [...keys.one(id), 'run', eid],
    queryFn: ({ signal }) =>
      answerOf(api.GET('/console/automations/{id}/enrolments/{eid}', { params: onePath(id, eid), signal })),
    refetchInterval: LIVE_MS,
    retry: false,
  });
}

export function useWhy(id: string, uid: string) {
  return useQuery({
    queryKey: [...keys.one(id), 'why', uid],
    queryFn: ({ signal }) =>
      answerOf(api.GET('/console/automations/{id}/people/{uid}', { params: { path: { id, uid } }, signal })),
    enabled: uid !== '',
    retry: false,
  });
}

function useAct<Given, Answer>(id: string, act: (given: Given) => Promise<Answer>) {
  const refresh = useRefreshAutomation();
  // A refusal means that the state is another than the one shown.
  return useMutation({ mutationFn: act, onSettled: () => void refresh(id) });
}

export const usePause = (id: string) =>
  useAct(id, (entering_only: boolean) =>
    answerOf(api.POST('/console/automations/{id}/pause', { params: path(id), body: { entering_only } })),
  );
export const useResume = (id: string) =>
  useAct(id, (late: 'now' | 'shift' | 'end') =>
    answerOf(api.POST('/console/automations/{id}/resume', { params: path(id), body: { late } })),
  );
export const useDrain = (id: string) =>
  useAct(id, () => answerOf(api.POST('/console/automations/{id}/drain', { params: path(id) })));
export const useStop = (id: string) =>
  useAct(id, () => answerOf(api.POST('/console/automations/{id}/stop', { params: path(id) })));
export const useEndRun = (id: string) =>
  useAct(id, (eid: string) =>
    answerOf(api.DELETE('/console/automations/{id}/enrolments/{eid}', { params: onePath(id, eid) })),
  );
export const useRetryRun = (id: string) =>
  useAct(id, (eid: string) =>
    answerOf(api.POST('/console/automations/{id}/enrolments/{eid}/retry', { params: onePath(id, eid) })),
  );
export const useRetryAll = (id: string) =>
  useAct(id, () => answerOf(api.POST('/console/automations/{id}/retry', { params: path(id) })));
export const useEnrol = (id: string) =>
  useAct(id, (body: { uid: string; key?: string }) =>
    answerOf(api.POST('/v1/automations/{id}/enrol', { params: path(id), body })),
  );
