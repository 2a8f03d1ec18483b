import type { FieldFault } from '../refusal.js';
import { graphFaults, type KnownToAutomations } from './checks.js';
import { waysOf, type AutomationGraph, type AutomationSettings, type Goal, type Step, type Trigger } from './graph.js';

/** A step of a version. `to` says by label where its ways lead. */
export interface CompiledStep {
  step: Step;
  to: Record<string, number>;
}

/** What runs: the steps in an order in which every way leads to a later one. People enter at step 0. */
export interface CompiledAutomation {
  format: 1;
  trigger: Trigger;
  settings: AutomationSettings;
  goal: Goal | null;
  steps: CompiledStep[];
}

/** A version, or what keeps the graph from being one: each fault at the path of its field. */
export type Compiled = { version: CompiledAutomation; faults: [] } | { version: null; faults: FieldFault[] };

/**
 * Compiles a graph. The same graph gives the same version, whatever the order in which its steps were drawn.
 * @param known what the workspace has
 */
export function compileAutomation(graph: AutomationGraph, known: KnownToAutomations, field = 'graph'): Compiled {
  const faults = graphFaults(graph, known, field);
  if (faults.length > 0) return { version: null, faults };
  const byId = new Map(graph.steps.map((step) => [step.id, step]));
  const ordered = inOrder(graph.first, byId);
  const number = new Map(ordered.map(({ id }, index) => [id, index]));
  const steps = ordered.map((step): CompiledStep => ({
    step,
    to: Object.fromEntries(waysOf(step).map(({ label, to }) => [label, number.get(to) as number])),
  }));
  const { trigger, settings, goal = null } = graph;
  return { version: { format: 1, trigger, settings, goal, steps }, faults: [] };
}

/** Sorts the reachable steps of a graph without circles so that every way leads to a later step. */
function inOrder(first: string, byId: ReadonlyMap<string, Step>): Step[] {
  const done = new Map<string, Step>();
  const visit = (id: string): void => {
    const step = byId.get(id);
    if (!step || done.has(id)) return;
    for (const { to } of waysOf(step).reverse()) visit(to);
    done.set(id, step);
  };
  visit(first);
  return [...done.values()].reverse();
}
