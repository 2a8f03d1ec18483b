'use client';

import type { AutomationGraph } from '@dundun/domain';
import { useMemo } from 'react';
import { problemsOf, sayFault, type Known, type Problem } from '../graph/problems';
import { useValidation } from '../queries';
import type { Saving } from './use-saving';

/** What keeps a drawing from going live: at once by the rules, after saving also by what only the API knows. */
export function useProblems(id: string, graph: AutomationGraph, known: Known, saving: Saving) {
  const { data, isPlaceholderData } = useValidation(id, saving.version);
  const own = useMemo(() => problemsOf(graph, known), [graph, known]);
  const problems = useMemo(
    (): Problem[] => (own.length > 0 || !data ? own : data.problems.map((fault) => sayFault(fault, graph))),
    [own, data, graph],
  );
  const byStep = useMemo(() => {
    const counted = new Map<string | null, number>();
    for (const { step } of problems) counted.set(step, (counted.get(step) ?? 0) + 1);
    return counted;
  }, [problems]);
  const isSure = data !== undefined && !isPlaceholderData && saving.state === 'saved';
  return { problems, byStep, isReady: isSure && problems.length === 0, isSure };
}
