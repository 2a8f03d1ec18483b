'use client';

import { answerOf } from '@dundun/client';
import { isSend, type AutomationGraph } from '@dundun/domain';
import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useLists } from '@/features/lists/queries';
import { useSegments } from '@/features/segments/queries';
import { api } from '@/lib/api';
import type { Known } from './graph/problems';
import { nameOfStep, type Names } from './graph/sentences';
import { stepOf } from './graph/steps';

const KEPT_MS = 30_000;

/** Names what a drawing refers to, and says what is there. */
export function useNames(graph: AutomationGraph): { names: Names; known: Known } {
  const lists = useLists().data;
  const segments = useSegments().data;
  const wanted = [...new Set(graph.steps.flatMap((step) => (isSend(step) && step.template ? [step.template] : [])))];
  const templates = useQueries({
    queries: wanted.map((id) => ({
      queryKey: ['template', id],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        answerOf(api.GET('/console/templates/{id}', { params: { path: { id } }, signal })),
      staleTime: KEPT_MS,
      retry: false,
    })),
    combine: (all) => all.flatMap(({ data }) => (data ? [{ id: data.id, name: data.name }] : [])),
  });
  return useMemo(() => {
    const names: Names = {
      list: (id) => lists?.find((each) => each.id === id)?.title ?? null,
      segment: (id) => segments?.find((each) => each.id === id)?.name ?? null,
      template: (id) => templates.find((each) => each.id === id)?.name ?? null,
      step: (id) => {
        const step = stepOf(graph, id);
        return step ? nameOfStep(step, names) : null;
      },
    };
    const known = {
      lists: lists?.map(({ id }) => id) ?? null,
      segments: segments?.map(({ id }) => id) ?? null,
    };
    return { names, known };
  }, [graph, lists, segments, templates]);
}
