import { waysOf, type AutomationGraph, type Step } from './graph.js';

/** A graph as its steps by id, each with its place in the drawing. */
export interface Drawn {
  byId: Map<string, Step>;
  /** Steps that people can come to. */
  reached: Set<string>;
  /** For each reached step, those that every way to it passes. */
  before: Map<string, Set<string>>;
  /** Steps that a way comes back to, in the order of the way; empty without a circle. */
  circle: string[];
}

/** Follows all ways of a graph from its first step. */
export function drawn({ first, steps }: AutomationGraph): Drawn {
  const byId = new Map(steps.map((step) => [step.id, step]));
  const { order, circle } = walk(first, byId);
  const before = new Map<string, Set<string>>([[first, new Set()]]);
  // Each step comes after all that lead to it, unless there is a circle, which is refused anyway.
  for (const id of order) {
    const mine = before.get(id) ?? new Set();
    for (const { to } of waysOf(byId.get(id) as Step)) {
      const passed = new Set([...mine, id]);
      const known = before.get(to);
      before.set(to, known ? new Set([...known].filter((each) => passed.has(each))) : passed);
    }
  }
  return { byId, reached: new Set(order), before, circle };
}

function walk(first: string, byId: ReadonlyMap<string, Step>): { order: string[]; circle: string[] } {
  const [done, way, order]: [Set<string>, string[], string[]] = [new Set(), [], []];
  let circle: string[] = [];
  const visit = (id: string): void => {
    const step = byId.get(id);
    const at = way.indexOf(id);
    if (at >= 0 && circle.length === 0) circle = way.slice(at);
    if (!step || at >= 0 || done.has(id)) return;
    way.push(id);
    for (const { to } of waysOf(step)) visit(to);
    way.pop();
    done.add(id);
    order.unshift(id);
  };
  visit(first);
  return { order, circle };
}
