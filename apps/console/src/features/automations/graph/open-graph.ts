import {
  isJsonObject,
  type AutomationGraph,
  type AutomationSettings,
  type AutomationStep,
  type AutomationTrigger,
  type StepKind,
} from '@dundun/domain';
import { newStep, redirected } from './steps';

const KINDS: readonly StepKind[] = ['delay', 'wait', 'branch', 'split', 'email', 'sms', 'webhook', 'update', 'exit'];
const PARTS: Partial<Record<StepKind, string>> = { wait: 'wake', branch: 'branches', split: 'shares', update: 'changes' }; // prettier-ignore

/** A drawing with nothing but its beginning and its end. */
export function emptyGraph(): AutomationGraph {
  const exit = newStep('exit', '');
  return { trigger: { kind: 'event', event: '' }, settings: { reentry: { policy: 'never' } }, first: exit.id, steps: [exit] }; // prettier-ignore
}

/** Makes a draft, which may be any object, one that can be drawn: every way leads to a step. Values may still be missing. */
export function openGraph(draft: unknown): AutomationGraph {
  if (!isJsonObject(draft)) return emptyGraph();
  const blank = emptyGraph();
  const known = Array.isArray(draft.steps) ? draft.steps.flatMap(openStep) : [];
  const seen = new Set<string>();
  const steps = known.filter(({ id }) => !seen.has(id) && seen.add(id));
  const graph: AutomationGraph = {
    ...(draft as object),
    trigger: isJsonObject(draft.trigger) ? (draft.trigger as unknown as AutomationTrigger) : blank.trigger,
    settings: openSettings(draft.settings),
    first: typeof draft.first === 'string' ? draft.first : '',
    steps,
  };
  const added: AutomationStep[] = [];
  const led = redirected(graph, (to) => {
    if (seen.has(to)) return to;
    const exit = newStep('exit', '');
    added.push(exit);
    return exit.id;
  });
  return { ...led, steps: [...led.steps, ...added] };
}

function openSettings(given: unknown): AutomationSettings {
  const settings = isJsonObject(given) ? given : {};
  const reentry = isJsonObject(settings.reentry) ? settings.reentry : { policy: 'never' };
  return { ...settings, reentry } as unknown as AutomationSettings;
}

/** A step of a kind that this release does not know is left out: it could not be drawn. */
function openStep(given: unknown): AutomationStep[] {
  if (!isJsonObject(given) || typeof given.id !== 'string') return [];
  const kind = KINDS.find((each) => each === given.kind);
  if (!kind) return [];
  const parts = PARTS[kind];
  const blank = newStep(kind, '') as unknown as Record<string, unknown>;
  const own = parts ? given[parts] : undefined;
  // Of delays each has only one of its three lengths.
  if (kind === 'delay' && ('until' in given || 'until_date' in given)) delete blank.for;
  const step = { ...blank, ...given, ...(parts && !isListOfObjects(own) && { [parts]: blank[parts] }) };
  return [step as unknown as AutomationStep];
}

const isListOfObjects = (value: unknown) => Array.isArray(value) && value.length > 0 && value.every(isJsonObject);

/** Whether two drawings say the same. */
export const isSameGraph = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
