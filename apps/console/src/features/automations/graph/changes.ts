import type { AutomationGraph } from '@dundun/domain';
import { isSameGraph } from './open-graph';
import { stepOf } from './steps';

/** What is different between the version that is live and a draft, by the ids of steps. */
export interface Changes {
  added: string[];
  removed: string[];
  changed: string[];
  trigger: boolean;
  settings: boolean;
  goal: boolean;
}

/** Compares two drawings by the ids of their steps; ends are no steps that somebody would miss. */
export function changesOf(before: AutomationGraph, after: AutomationGraph): Changes {
  const ids = (graph: AutomationGraph) => graph.steps.flatMap(({ id, kind }) => (kind === 'exit' ? [] : [id]));
  const [was, is] = [ids(before), ids(after)];
  return {
    added: is.filter((id) => !was.includes(id)),
    removed: was.filter((id) => !is.includes(id)),
    changed: is.filter((id) => was.includes(id) && !isSameGraph(stepOf(before, id), stepOf(after, id))),
    trigger: !isSameGraph(before.trigger, after.trigger),
    settings: !isSameGraph(before.settings, after.settings),
    goal: !isSameGraph(before.goal ?? null, after.goal ?? null),
  };
}
