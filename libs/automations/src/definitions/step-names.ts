import type { CompiledAutomation } from '@dundun/domain';

/** A step as people know it. Its place in the list is its number. */
export interface NamedStep {
  id: string;
  kind: string;
  name: string | null;
}

/** Returns the steps of a version by number. */
export const namesOf = ({ steps }: CompiledAutomation): NamedStep[] =>
  steps.map(({ step: { id, kind, name = null } }) => ({ id, kind, name }));

/** Returns the number of a step, in a list or none. */
export const stepNumbersOf = (steps: readonly NamedStep[], id: string): number[] =>
  steps.flatMap((step, number) => (step.id === id ? [number] : []));
