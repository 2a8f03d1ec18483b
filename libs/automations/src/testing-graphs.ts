import { type AutomationGraph, type AutomationStep } from '@dundun/domain';
import type { Happening } from './testing-reference.js';

const id = (digit: number) => `00000000-0000-4000-8000-${`${digit}`.padStart(12, '0')}`;
/** What random graphs name. */
export const RANDOM = { list: id(1), template: id(2), segments: [id(3), id(4)], events: ['Ordered', 'Viewed', 'Paid'] };

type Random = () => number;

const PLAN = { attribute: 'plan', type: 'text', is: 'equals', value: 'pro' } as const;
const TESTS = [{ property: 'total', type: 'number', is: 'above', value: 5 }] as const;

export const STARTED: AutomationGraph['trigger'] = { kind: 'event', event: 'Started' };
/** People enter by them without data. */
export const CLOCKS: AutomationGraph['trigger'][] = [
  { kind: 'date', attribute: 'due', every: 'year', days: -3, at: '09:00' },
  { kind: 'date', attribute: 'due', every: 'once', days: 0, at: '00:00' },
  { kind: 'schedule', segment: RANDOM.segments[0] as string, every: 'week', on: [1, 5], at: '18:30' },
];

/** Returns a graph that compiles: each step leads to later ones, so that no way comes back, and all are reached. */
export function aRandomGraph(random: Random, triggers = [STARTED], size = 8): AutomationGraph {
  const below = (most: number) => Math.floor(random() * most);
  const pick = <T>(from: readonly T[]): T => from[below(from.length)] as T;
  const steps: AutomationStep[] = [{ id: 'out', kind: 'exit' }];
  // Drawn from the end: the first way of a step leads to the one drawn before, the others anywhere behind it.
  for (let number = size; number > 0; number--) {
    const next = (steps[0] as AutomationStep).id;
    const any = () => pick(steps).id;
    const length = pick([{ minutes: 30 }, { hours: 5 }, { days: 1 }, { weeks: 1 }] as const);
    const event = () => ({
      event: pick(RANDOM.events),
      ...(random() < 0.3 && { where: [...TESTS] }),
      ...(random() < 0.3 && { same: { property: 'order', entry: 'order' } }),
      next: any(),
    });
    const step = pick<() => object>([
      () => ({ kind: 'delay', for: length, next }),
      () => ({ kind: 'delay', until: { at: '09:00', weekdays: ['monday', 'friday'] }, next }),
      () => ({ kind: 'delay', until_date: { attribute: 'due', days: -1, at: '08:00' }, next }),
      () => ({
        kind: 'wait',
        wake: [event(), { segment: pick(RANDOM.segments), next: any() }],
        timeout: length,
        else: next,
      }),
      () => ({ kind: 'wait', wake: [event()], timeout: length, else: next }),
      () => ({
        kind: 'branch',
        branches: [
          { match: PLAN, next: any() },
          { entry: [...TESTS], next: any() },
        ],
        else: next,
      }),
      () => ({
        kind: 'split',
        shares: [
          { percent: 40, next: any() },
          { percent: 60, next },
        ],
      }),
      () => ({ kind: 'email', template: RANDOM.template, late: pick(['wait', 'skip']), expires: length, next }),
      () => ({ kind: 'sms', text: 'Hi', late: pick(['wait', 'skip']), expires: length, next }),
      () => ({ kind: 'webhook', url: 'https://example.com/hook', next, failed: any() }),
      () => ({ kind: 'update', changes: [{ set: 'seen', to: true }], next }),
    ])();
    steps.unshift({ id: `s${number}`, ...step } as AutomationStep);
  }
  return {
    trigger: pick(triggers),
    settings: { reentry: { policy: 'never' }, list: RANDOM.list, ...(random() < 0.2 && { exit_when: RANDOM.segments[1] as string }) }, // prettier-ignore
    ...(random() < 0.3 && steps.some(({ kind }) => kind === 'delay' || kind === 'wait') && { goal: { event: 'Paid', where: [...TESTS] } }), // prettier-ignore
    first: (steps[0] as AutomationStep).id,
    steps,
  };
}

const HOUR_MS = 3_600_000;

/** Returns what happens to a person in the weeks after an instant, in its order. */
export function aRandomStream(random: Random, since: Date, graph: AutomationGraph, length = 30): Happening[] {
  const below = (most: number) => Math.floor(random() * most);
  const steps = graph.steps.filter(({ kind }) => kind === 'webhook');
  const happenings = Array.from({ length }, (): Happening => {
    const at = new Date(since.getTime() + below(40 * 24 * HOUR_MS));
    const chance = random();
    if (chance < 0.6) {
      const properties = { total: below(10), order: `o${below(2)}` };
      return { at, kind: 'event', name: RANDOM.events[below(RANDOM.events.length)] as string, properties };
    }
    if (chance < 0.75) return { at, kind: 'segment', segment: RANDOM.segments[below(2)] as string };
    if (chance < 0.78) return { at, kind: 'left', list: RANDOM.list };
    return { at, kind: 'answered', step: steps[below(steps.length)]?.id ?? 'none', isOk: random() < 0.7 };
  });
  return happenings.sort((one, other) => one.at.getTime() - other.at.getTime());
}
