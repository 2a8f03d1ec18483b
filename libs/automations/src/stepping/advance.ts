import { delayedUntil, laterBy, shareOf, waysOf, type CompiledAutomation, type CompiledStep } from '@dundun/domain';
import type { Answer, Ask, Effect, EndReason } from '../runs/run.js';

/** A row can make this many visits in one transaction. */
const MOST_VISITS = 20;
/** A webhook that has not been answered until then has failed. */
const WEBHOOK_HOURS = 24;

/** Where a run is. The visit is the number of times that it came to a step, from 1. */
export interface Place {
  step: number;
  visit: number;
  /** When it came to the step, if it has begun to rest there. */
  restsSince: Date | null;
  /** The way that something opened while it rested. */
  way: string | null;
}

/** The person and the moment of an advance. */
interface Moment {
  now: Date;
  zone: string;
  personId: string;
  /** Makes the shares of splits different in each automation. */
  salt: string;
}

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
      return { visits, begun: null, place, dueAt: null, end: 'done' };
    }
    const isArriving = place.restsSince === null;
    const rest = isArriving ? yield* restAt(at, moment) : null;
    if (rest && rest > moment.now) {
      const begun: Effect | null = step.kind === 'webhook' ? { kind: 'webhook', step } : null;
      return { visits, begun, place: { ...place, restsSince: moment.now }, dueAt: rest, end: null };
    }
    const { way, outcome = way, effect = null } = yield* leave(version, at, place, moment);
    visits.push({ visit: place.visit, step: place.step, outcome, effect });
    place = { step: at.to[way] as number, visit: place.visit + 1, restsSince: null, way: null };
  }
  return { visits, begun: null, place, dueAt: moment.now, end: null };
}

/** Returns until when a run rests at a step at the latest; null where it does not. */
function* restAt({ step }: CompiledStep, { now, zone }: Moment): Generator<Ask, Date | null, Answer> {
  if (step.kind === 'wait') return laterBy(now, step.timeout, zone);
  if (step.kind === 'webhook') return laterBy(now, { hours: WEBHOOK_HOURS }, zone);
  if (step.kind !== 'delay') return null;
  const day = 'until_date' in step ? yield { ask: 'date', attribute: step.until_date.attribute } : null;
  return delayedUntil(step, now, zone, () => (typeof day === 'string' ? day : null));
}

interface Left {
  way: string;
  outcome?: string;
  effect?: Effect;
}

function* leave(
  { settings }: CompiledAutomation,
  { step }: CompiledStep,
  { way }: Place,
  { salt, personId }: Moment,
): Generator<Ask, Left, Answer> {
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
    case 'email':
    case 'sms': {
      const list = step.list ?? settings.list;
      if (list === undefined) throw new Error(`the step ${step.id} sends without a list`);
      const isAllowed = yield { ask: 'consent', list, channel: step.kind };
      if (isAllowed !== true)
        return { way: 'next', outcome: `skipped:${typeof isAllowed === 'string' ? isAllowed : 'no_consent'}` };
      return { way: 'next', effect: { kind: step.kind, step, list } };
    }
    case 'delay':
    case 'exit':
      return { way: waysOf(step)[0]?.label ?? 'next' };
  }
}
