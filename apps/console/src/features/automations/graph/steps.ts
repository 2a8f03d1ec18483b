import { waysOf, type AutomationGraph, type AutomationStep, type StepKind } from '@dundun/domain';

/** A way out of a step, by its label; from the trigger to the first step if `from` is empty. */
export interface Line {
  from: string;
  label: string;
}

export const FROM_TRIGGER: Line = { from: '', label: 'first' };

const ID_BYTES = 4;

/** Returns an id that no earlier version can have had: versions are compared by the ids of their steps. */
export function newStepId(kind: StepKind): string {
  const bytes = crypto.getRandomValues(new Uint8Array(ID_BYTES));
  return `${kind}-${[...bytes].map((byte) => byte.toString(36).padStart(2, '0')).join('')}`;
}

/** Returns a step as it is added. All of its ways lead to the same place. */
export function newStep(kind: StepKind, to: string): AutomationStep {
  const id = newStepId(kind);
  switch (kind) {
    case 'delay':
      return { id, kind, for: { days: 1 }, next: to };
    case 'wait':
      return { id, kind, wake: [{ event: '', next: to }], timeout: { days: 3 }, else: to };
    case 'branch':
      return { id, kind, branches: [{ match: { all: [] }, next: to }], else: to };
    case 'split':
      return { id, kind, shares: [{ percent: 50, next: to }, { percent: 50, next: to }] }; // prettier-ignore
    case 'sms':
      return { id, kind, text: '', late: 'wait', expires: { days: 3 }, next: to };
    case 'email':
      return { id, kind, template: '', late: 'wait', expires: { days: 3 }, next: to };
    case 'webhook':
      return { id, kind, url: '', next: to, failed: to };
    case 'update':
      return { id, kind, changes: [{ set: '', to: '' }], next: to };
    case 'exit':
      return { id, kind };
  }
}

/** Returns a step whose ways lead where `lead` says. */
export function withWays(step: AutomationStep, lead: (to: string, label: string) => string): AutomationStep {
  const each = <T extends { next: string }>(parts: readonly T[]): T[] =>
    parts.map((part, index) => ({ ...part, next: lead(part.next, `${index}`) }));
  switch (step.kind) {
    case 'exit':
      return step;
    case 'wait':
      return { ...step, wake: each(step.wake), else: lead(step.else, 'else') };
    case 'branch':
      return { ...step, branches: each(step.branches), else: lead(step.else, 'else') };
    case 'split':
      return { ...step, shares: each(step.shares) };
    case 'webhook':
      return { ...step, next: lead(step.next, 'next'), failed: lead(step.failed, 'failed') };
    case 'delay':
    case 'email':
    case 'sms':
    case 'update':
      return { ...step, next: lead(step.next, 'next') };
  }
}

export const stepOf = ({ steps }: AutomationGraph, id: string): AutomationStep | undefined =>
  steps.find((step) => step.id === id);

/** Returns where a line leads. */
export function targetOf(graph: AutomationGraph, { from, label }: Line): string {
  if (from === '') return graph.first;
  const step = stepOf(graph, from);
  return (step && waysOf(step).find((way) => way.label === label)?.to) ?? '';
}

/** Returns the lines that lead to a step. */
export const linesTo = (graph: AutomationGraph, id: string): Line[] => [
  ...(graph.first === id ? [FROM_TRIGGER] : []),
  ...graph.steps.flatMap((step) =>
    waysOf(step).flatMap(({ to, label }) => (to === id ? [{ from: step.id, label }] : [])),
  ),
];

/** Returns the graph with its lines redirected. */
export const redirected = (graph: AutomationGraph, lead: (to: string, line: Line) => string): AutomationGraph => ({
  ...graph,
  first: lead(graph.first, FROM_TRIGGER),
  steps: graph.steps.map((step) => withWays(step, (to, label) => lead(to, { from: step.id, label }))),
});

export const isSameLine = (one: Line, other: Line): boolean => one.from === other.from && one.label === other.label;
