import {
  delayedUntil,
  isSend,
  laterBy,
  shareOf,
  waysOf,
  type CompiledAutomation,
  type CompiledStep,
} from '@dundun/domain';
import type { Answer, Ask, Effect, EndReason, Hold } from '../runs/run.js';
import type { Left, Moment, Place, Rest } from './place.js';
import { sendAt } from './send-at.js';

/** A row can make this many visits in one transaction. */
const MOST_VISITS = 20;
/** A webhook that has not been answered until then has failed. */
const WEBHOOK_HOURS = 24;

/** A step that was left. */
interface Visit {
  visit: number;
  step: number;
  /** The label of the way out, `skipped` with the reason behind a colon, or `done`. */
  outcome: string;
  effect: Effect | null;
}

/** What became of a run: the steps it left, and where it rests or why it is over. */
export interface Advance {
  visits: Visit[];
  /** The effect of a step at which it rests, which its visit has not told yet. */
  begun: Effect | null;
  place: Place;
  dueAt: Date | null;
  /** Why its message waits, if that is what it rests for. */
  hold: Hold | null;
  end: EndReason | null;
}

/** Takes a run as far as it goes without waiting. Yields what it has to know. */
export function* advance(version: CompiledAutomation, from: Place, moment: Moment): Generator<Ask, Advance, Answer> {
  const visits: Visit[] = [];
  let place = from;
  while (visits.length < MOST_VISITS) {
    const at = version.steps[place.step];
    if (!at) throw new Error(`there is no step ${place.step}`);
    const { step } = at;
    if (step.kind === 'exit') {
      visits.push({ visit: place.visit, step: place.step, outcome: 'done', effect: null });
      return { visits, begun: null, place, dueAt: null, hold: null, end: 'done' };
    }
    const passed = isSend(step) ? yield* sendAt(version, step, place, moment) : yield* pass(at, place, moment);
    if ('until' in passed) {
      const { until: dueAt, since: restsSince, begun = null, hold = null } = passed;
      return { visits, begun, place: { ...place, restsSince }, dueAt, hold, end: null };
    }
    const { way, outcome = way, effect = null } = passed;
    visits.push({ visit: place.visit, step: place.step, outcome, effect });
    place = { step: at.to[way] as number, visit: place.visit + 1, restsSince: null, way: null };
  }
  return { visits, begun: null, place, dueAt: moment.now, hold: null, end: null };
}

/** Rests at a step, or leaves it. */
function* pass(at: CompiledStep, place: Place, moment: Moment): Generator<Ask, Left | Rest, Answer> {
  const until = place.restsSince === null ? yield* restAt(at, moment) : null;
  if (!until || until <= moment.now) return yield* leave(at, place, moment);
  const { step } = at;
  return { until, since: moment.now, ...(step.kind === 'webhook' && { begun: { kind: 'webhook', step } }) };
}

/** Returns until when a run rests at a step at the latest; null where it does not. */
function* restAt({ step }: CompiledStep, { now, zone }: Moment): Generator<Ask, Date | null, Answer> {
  if (step.kind === 'wait') return laterBy(now, step.timeout, zone);
  if (step.kind === 'webhook') return laterBy(now, { hours: WEBHOOK_HOURS }, zone);
  if (step.kind !== 'delay') return null;
  const day = 'until_date' in step ? yield { ask: 'date', attribute: step.until_date.attribute } : null;
  return delayedUntil(step, now, zone, () => (typeof day === 'string' ? day : null));
}

function* leave({ step }: CompiledStep, { way }: Place, { salt, personId }: Moment): Generator<Ask, Left, Answer> {
  switch (step.kind) {
    case 'wait':
      return { way: way ?? 'else' };
    case 'webhook':
      return { way: way ?? 'failed' };
    case 'branch':
      for (const [index, question] of step.branches.entries())
        if ((yield { ask: 'question', step: step.id, index, question }) === true) return { way: `${index}` };
      return { way: 'else' };
    case 'split':
      return { way: `${shareOf(step, salt, personId)}` };
    case 'update':
      return { way: 'next', effect: { kind: 'update', changes: step.changes } };
    case 'delay':
    case 'email':
    case 'sms':
    case 'exit':
      return { way: waysOf(step)[0]?.label ?? 'next' };
  }
}
