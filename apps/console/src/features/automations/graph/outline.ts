import { waysOf, type AutomationGraph, type AutomationStep } from '@dundun/domain';
import { inOrder, reachedFrom } from './reach';
import { FROM_TRIGGER, type Line } from './steps';

/** One way of a drawing as a list: its line, the steps along it, and the step elsewhere in the list at which it goes on. */
export interface OutlinedWay {
  line: Line;
  steps: OutlinedStep[];
  /** What the last line of the way leads to, if that stands elsewhere. */
  goesTo: string | null;
  /** The line behind the last step, on which one more can be added. */
  last: Line;
}

interface OutlinedStep {
  step: AutomationStep;
  /** The line that leads to it here. */
  line: Line;
  /** The ways out of it, if it has several. They meet again in the step after it in the list. */
  ways: OutlinedWay[];
}

/** Returns a drawing as a nested list. Each step stands in it once; ways that meet go on below the step at which they parted. */
export function outlineOf(graph: AutomationGraph): OutlinedWay {
  const byId = new Map(graph.steps.map((step) => [step.id, step]));
  const order = inOrder(graph);
  const shown = new Set<string>();

  function way(start: Line, first: string, stop: string | null): OutlinedWay {
    const steps: OutlinedStep[] = [];
    let [line, id] = [start, first];
    for (;;) {
      const step = byId.get(id);
      if (!step || id === stop || shown.has(id)) return { line: start, steps, goesTo: step ? id : null, last: line };
      shown.add(id);
      const out = waysOf(step);
      const [only] = out;
      if (!only) {
        steps.push({ step, line, ways: [] });
        return { line: start, steps, goesTo: null, last: line };
      }
      if (out.length === 1) {
        steps.push({ step, line, ways: [] });
        [line, id] = [{ from: id, label: only.label }, only.to];
        continue;
      }
      const meeting = meetingOf(out.map(({ to }) => to));
      const ways = out.map(({ label, to }) => way({ from: step.id, label }, to, meeting ?? stop));
      steps.push({ step, line, ways });
      if (meeting === null || meeting === stop) return { line: start, steps, goesTo: null, last: line };
      [line, id] = [ways.at(-1)?.last ?? line, meeting];
    }
  }

  /** Returns the first step at which all ways meet. */
  function meetingOf(starts: readonly string[]): string | null {
    const reached = starts.map((start) => reachedFrom(graph, start));
    return order.find((id) => reached.every((each) => each.has(id))) ?? null;
  }

  return way(FROM_TRIGGER, graph.first, null);
}
