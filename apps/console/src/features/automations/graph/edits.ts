import { GRAPH_LIMITS, waysOf, type AutomationGraph, type AutomationStep, type StepKind } from '@dundun/domain';
import { hasCircle, inOrder, mainWay, reachedFrom } from './reach';
import { isSameLine, newStep, newStepId, redirected, stepOf, targetOf, withWays, type Line } from './steps';

/** Drops the steps that an edit has cut off. Those that nothing led to before stay, as a problem that is said. */
function tidied(before: AutomationGraph, after: AutomationGraph): AutomationGraph {
  const [was, is] = [reachedFrom(before, before.first), reachedFrom(after, after.first)];
  return { ...after, steps: after.steps.filter(({ id }) => is.has(id) || !was.has(id)) };
}

const isFull = ({ steps }: AutomationGraph, more: number) => steps.length + more > GRAPH_LIMITS.steps;

/** Leads a line to another step. A way that would come back to itself, or to nothing, changes nothing. */
export function leadTo(graph: AutomationGraph, line: Line, to: string): AutomationGraph {
  if (!stepOf(graph, to)) return graph;
  const led = redirected(graph, (now, each) => (isSameLine(each, line) ? to : now));
  return hasCircle(led) ? graph : tidied(graph, led);
}

/** Leads a line to an end of its own. */
export function endHere(graph: AutomationGraph, line: Line): AutomationGraph {
  const exit = newStep('exit', '');
  return leadTo({ ...graph, steps: [...graph.steps, exit] }, line, exit.id);
}

/** Puts a step on a line. What followed the line follows the way that `goesOn` names; the others keep theirs. */
function put(graph: AutomationGraph, line: Line, step: AutomationStep, goesOn: string | undefined): AutomationGraph {
  const after = targetOf(graph, line);
  const placed = withWays(step, (to, label) => (label === goesOn ? after : to));
  const led = redirected(graph, (to, each) => (isSameLine(each, line) ? step.id : to));
  return { ...led, steps: [...led.steps, placed] };
}

/** Adds a new step on a line. All of its ways go on, but those of a branch that nobody asked for: they end. */
export function addStep(graph: AutomationGraph, line: Line, kind: StepKind): { graph: AutomationGraph; id: string } {
  if (isFull(graph, 2)) return { graph, id: '' };
  const step = newStep(kind, targetOf(graph, line));
  if (kind === 'exit') return { graph: endHere(graph, line), id: '' };
  const added = put(graph, line, step, undefined);
  return { graph: kind === 'branch' ? endHere(added, { from: step.id, label: 'else' }) : added, id: step.id };
}

/** Takes a step out: what led to it leads on along its longest way. */
function takenOut(graph: AutomationGraph, id: string): AutomationGraph {
  const step = stepOf(graph, id);
  if (!step || step.kind === 'exit') return graph;
  const main = mainWay(graph, step);
  const on = waysOf(step).find(({ label }) => label === main)?.to ?? '';
  const led = redirected(graph, (to) => (to === id ? on : to));
  return { ...led, steps: led.steps.filter((each) => each.id !== id) };
}

/** Deletes steps; the lines around each are joined, and what only its other ways led to goes with it. */
export const deleteSteps = (graph: AutomationGraph, ids: readonly string[]): AutomationGraph =>
  tidied(graph, ids.reduce(takenOut, graph));

/** Moves a step, with what its side ways lead to, onto another line. Onto one of its own it does not move. */
export function moveStep(graph: AutomationGraph, id: string, line: Line): AutomationGraph {
  const step = stepOf(graph, id);
  if (!step || step.kind === 'exit' || line.from === id || targetOf(graph, line) === id) return graph;
  const main = mainWay(graph, step);
  const without = takenOut(graph, id);
  const moved = put(without, line, step, main);
  return hasCircle(moved) ? graph : tidied(graph, moved);
}

/** Replaces the settings of a step; ways that it no longer has are cut off. */
export const changeStep = (
  graph: AutomationGraph,
  id: string,
  change: (step: AutomationStep) => AutomationStep,
): AutomationGraph =>
  tidied(graph, { ...graph, steps: graph.steps.map((step) => (step.id === id ? change(step) : step)) });

/** Returns copies of steps in the order of the drawing, as they can be pasted anywhere. */
export function copySteps(graph: AutomationGraph, ids: readonly string[]): AutomationStep[] {
  return inOrder(graph).flatMap((id) => {
    const step = ids.includes(id) ? stepOf(graph, id) : undefined;
    return step && step.kind !== 'exit' ? [step] : [];
  });
}

/** Pastes copies one after the other on a line. All ways of each go on. */
export function pasteSteps(
  graph: AutomationGraph,
  line: Line,
  copies: readonly AutomationStep[],
): { graph: AutomationGraph; ids: string[] } {
  if (isFull(graph, copies.length)) return { graph, ids: [] };
  const ids = new Map(copies.map(({ id, kind }) => [id, newStepId(kind)]));
  let pasted = graph;
  let at = line;
  for (const copy of copies) {
    const id = ids.get(copy.id) as string;
    const after = targetOf(pasted, at);
    const step = withWays({ ...renamed(copy, ids), id }, () => after);
    pasted = put(pasted, at, step, undefined);
    at = { from: id, label: mainWay(pasted, step) ?? 'next' };
  }
  return { graph: pasted, ids: [...ids.values()] };
}

/** Returns a copy that names the copies of the mails that it asks about. */
function renamed(step: AutomationStep, ids: ReadonlyMap<string, string>): AutomationStep {
  const follow = <T extends object>(part: T): T =>
    'clicked' in part && typeof part.clicked === 'string'
      ? { ...part, clicked: ids.get(part.clicked) ?? part.clicked }
      : part;
  if (step.kind === 'wait') return { ...step, wake: step.wake.map(follow) };
  return step.kind === 'branch' ? { ...step, branches: step.branches.map(follow) } : step;
}

/** Returns the steps to which a line can lead without coming back to itself. */
export function placesFor(graph: AutomationGraph, { from }: Line): AutomationStep[] {
  const order = inOrder(graph);
  const at = new Map(order.map((id, index) => [id, index]));
  return graph.steps
    .filter(({ id }) => id !== from && !reachedFrom(graph, id).has(from))
    .sort((one, other) => (at.get(one.id) ?? 0) - (at.get(other.id) ?? 0));
}
