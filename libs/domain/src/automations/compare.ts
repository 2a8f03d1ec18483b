import { stableText } from '../segments/meaning.js';
import type { Step } from './graph.js';

/** What becomes of a step from one version to the next. */
export const STEP_CHANGES = ['added', 'removed', 'changed', 'same'] as const;
export type StepChangeKind = (typeof STEP_CHANGES)[number];

/** Whether people at one step are at the other in a later version: another kind under the same id is another step. */
export const isSameStep = (one: Pick<Step, 'id' | 'kind'>, other: Pick<Step, 'id' | 'kind'>): boolean =>
  one.id === other.id && one.kind === other.kind;

/** Compares the steps of two versions: those of the later one in their order, then the removed ones. */
export function compareSteps(
  before: readonly Step[],
  after: readonly Step[],
): { step: Step; change: StepChangeKind }[] {
  const kept = after.map((step) => {
    const was = before.find((each) => isSameStep(each, step));
    const change: StepChangeKind = !was ? 'added' : stableText(was) === stableText(step) ? 'same' : 'changed';
    return { step, change };
  });
  const removed = before.filter((was) => !after.some((step) => isSameStep(was, step)));
  return [...kept, ...removed.map((step) => ({ step, change: 'removed' as const }))];
}
