import { waysOf, type AutomationGraph, type AutomationStep } from '@dundun/domain';

/** Returns the steps that can be reached from one, itself included. */
export function reachedFrom({ steps }: AutomationGraph, from: string): Set<string> {
  const byId = new Map(steps.map((step) => [step.id, step]));
  const reached = new Set<string>();
  const open = [from];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    const step = byId.get(id);
    if (!step || reached.has(id)) continue;
    reached.add(id);
    open.push(...waysOf(step).map(({ to }) => to));
  }
  return reached;
}

/** Whether a way comes back to its step. */
export function hasCircle({ steps }: AutomationGraph): boolean {
  const byId = new Map(steps.map((step) => [step.id, step]));
  const [done, way] = [new Set<string>(), new Set<string>()];
  const visit = (id: string): boolean => {
    const step = byId.get(id);
    if (!step || done.has(id)) return false;
    if (way.has(id)) return true;
    way.add(id);
    const isBack = waysOf(step).some(({ to }) => visit(to));
    way.delete(id);
    done.add(id);
    return isBack;
  };
  return steps.some(({ id }) => visit(id));
}

/** Returns the label of the way that goes on longest: what follows a step follows here. The first one wins a tie. */
export function mainWay(graph: AutomationGraph, step: AutomationStep): string | undefined {
  let best: { label: string; size: number } | undefined;
  for (const { label, to } of waysOf(step)) {
    const { size } = reachedFrom(graph, to);
    if (!best || size > best.size) best = { label, size };
  }
  return best?.label;
}

/** Returns the ids of reachable steps in an order in which each comes before those that it leads to, left ways first. */
export function inOrder(graph: AutomationGraph): string[] {
  const byId = new Map(graph.steps.map((step) => [step.id, step]));
  const done = new Set<string>();
  const order: string[] = [];
  const visit = (id: string): void => {
    const step = byId.get(id);
    if (!step || done.has(id)) return;
    done.add(id);
    for (const { to } of waysOf(step).reverse()) visit(to);
    order.unshift(id);
  };
  visit(graph.first);
  return order;
}
