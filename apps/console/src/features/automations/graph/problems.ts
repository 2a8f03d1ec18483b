import {
  compileAutomation,
  InvalidInputError,
  isSend,
  readAutomationGraph,
  type AutomationGraph,
  type FieldFault,
  type KnownToAutomations,
} from '@dundun/domain';
import { words } from './words';

/** Something that keeps a drawing from going live. */
export interface Problem {
  /** The id of the step; null for trigger, settings and goal. */
  step: string | null;
  /** The path below the graph, such as `steps[1].template`. */
  field: string;
  text: string;
}

/** What the console knows of the workspace; null while it is loading. */
export interface Known {
  lists: readonly string[] | null;
  segments: readonly string[] | null;
}

const FIELD = 'graph';

/** Checks a drawing with the reader and the compiler that publish it. What takes the contents of templates, only the API knows. */
export function problemsOf(graph: AutomationGraph, known: Known): Problem[] {
  return faultsOf(graph, known).map((fault) => sayFault(fault, graph));
}

function faultsOf(graph: AutomationGraph, known: Known): FieldFault[] {
  try {
    // As it goes over the wire: a number that is missing is null there.
    const read = readAutomationGraph(JSON.parse(JSON.stringify(graph)), FIELD);
    return compileAutomation(read, knownTo(read, known), FIELD).faults;
  } catch (error) {
    if (!(error instanceof InvalidInputError)) throw error;
    return [...(error.fields ?? [])];
  }
}

const UUIDS = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;

/** What is not loaded yet counts as there. */
function knownTo(graph: AutomationGraph, { lists, segments }: Known): KnownToAutomations {
  const named = JSON.stringify(graph).match(UUIDS) ?? [];
  return {
    lists: new Set(lists ?? named),
    segments: new Set(segments ?? named),
    templates: new Map(
      graph.steps.flatMap((step) =>
        isSend(step) && step.template !== undefined ? [[step.template, { channels: [step.kind], required: [] }]] : [],
      ),
    ),
    attributes: new Set(),
  };
}

/** Makes the fault of a field a sentence for a marketer. What is merely empty is missing, whatever else would be wrong with it. */
export function sayFault({ field, message }: FieldFault, graph: AutomationGraph): Problem {
  const path = field.replace(/^graph\.?/, '');
  const index = /^steps\[(\d+)\]/.exec(path)?.[1];
  const step = index === undefined ? null : (graph.steps[Number(index)]?.id ?? null);
  const { labels, missing, wrong } = words.problems;
  const key = path.split(/[.[]/).findLast((each) => Object.hasOwn(labels, each)) ?? '';
  const label = labels[key] ?? (/cannot be sent/.test(message) ? words.problems.email : words.problems.step);
  const isMissing = key !== '' && isEmpty(valueAt(graph, path));
  return {
    step,
    field: path,
    text: isMissing ? missing({ label }) : `${wrong({ label, message: withNames(message, graph) })}.`,
  };
}

/** Puts names of steps in place of their ids. */
const withNames = (message: string, { steps }: AutomationGraph): string =>
  steps.reduce((said, { id, kind, name }) => said.replaceAll(id, `“${name ?? words.kinds[kind]}”`), message);

const isEmpty = (value: unknown) =>
  value === undefined ||
  value === null ||
  value === '' ||
  Number.isNaN(value) ||
  (Array.isArray(value) && value.length === 0);

function valueAt(graph: unknown, path: string): unknown {
  let value = graph;
  for (const key of path.split(/[.[\]]+/).filter(Boolean))
    value = (value as Record<string, unknown> | null | undefined)?.[key];
  return value;
}
