import type { StepNumbers } from '../queries';
import type { Line } from '../graph/steps';

/** Returns the numbers of one version: who is where, and who went which way. */
export function numbersOf(steps: readonly StepNumbers[], version: number) {
  const mine = new Map(steps.filter((each) => each.version === version).map((each) => [each.step, each]));
  const leftOf = (id: string): [string, number][] => Object.entries(mine.get(id)?.left ?? {});
  const sum = (counts: readonly [string, number][]) => counts.reduce((total, [, count]) => total + count, 0);
  const isSkip = ([outcome]: [string, number]) => outcome.startsWith('skipped:');
  return {
    waiting: (id: string) => mine.get(id)?.waiting ?? 0,
    /** A send that was skipped goes on like one that was made. */
    passed: ({ from, label }: Line) =>
      sum(leftOf(from).filter((each) => each[0] === label || (label === 'next' && isSkip(each)))),
    skipped: (id: string) => sum(leftOf(id).filter(isSkip)),
    /** Everybody who came to a step. */
    came: (id: string) => sum(leftOf(id)) + (mine.get(id)?.waiting ?? 0),
  };
}
