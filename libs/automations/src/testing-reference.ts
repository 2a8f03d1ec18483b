import {
  delayedUntil,
  isSame,
  laterBy,
  meetsAll,
  shareOf,
  type AutomationGraph,
  type AutomationStep,
  type Told,
} from '@dundun/domain';
import type { Answer, Ask } from './runs/run.js';

/** Something that happens to a person. */
export type Happening = { at: Date } & (
  | ({ kind: 'event'; name: string } & Told)
  | { kind: 'segment'; segment: string }
  | { kind: 'clicked'; step: string }
  | { kind: 'answered'; step: string; isOk: boolean }
  | { kind: 'left'; list: string }
);

/** A run of the reference: who entered when by what, and what is true of the person at which time. */
export interface ReferenceRun {
  graph: AutomationGraph;
  enteredAt: Date;
  entry: Told;
  personId: string;
  salt: string;
  zone: string;
  answer: (ask: Ask, at: Date) => Answer;
  /** In the order of their times. */
  happenings: readonly Happening[];
}

/** What happened to the person in the end. */
export interface ReferencePath {
  visits: { visit: number; step: string; outcome: string; at: Date }[];
  /** `<visit> <kind>` of each effect in its order. */
  effects: string[];
  /** When and why the run was over; it always is. */
  end: { at: Date; reason: string };
}

/**
 * Says what an automation does with one person, straight from the drawing and from a list of all that happens: no rows, no
 * versions, no workers. The engine must come to the same path.
 */
export function referencePath(run: ReferenceRun): ReferencePath {
  const { graph, happenings, zone } = run;
  const path: ReferencePath = { visits: [], effects: [], end: { at: run.enteredAt, reason: 'done' } };
  const stepOf = (id: string) => graph.steps.find((step) => step.id === id) as AutomationStep;
  const pending = happenings.filter(({ at }) => at >= run.enteredAt);
  let [step, now, visit] = [stepOf(graph.first), run.enteredAt, 1];

  const leave = (to: string, outcome: string) => {
    path.visits.push({ visit, step: step.id, outcome, at: now });
    step = stepOf(to);
    visit++;
  };
  const effect = (kind: string) => path.effects.push(`${visit} ${kind}`);
  const ask = (what: Ask) => run.answer(what, now);
  /** Lets time pass. @returns the way that something opened, undefined when the time is over, null at the end of the run */
  const rest = (until: Date, opens: (happening: Happening) => string | undefined): string | undefined | null => {
    for (;;) {
      const next = pending[0];
      if (!next || next.at > until) break;
      pending.shift();
      if (next.at > now) now = next.at;
      const reason = endedBy(graph, next);
      if (reason) {
        path.end = { at: now, reason };
        return null;
      }
      const way = opens(next);
      if (way !== undefined) return way;
    }
    now = until;
    return undefined;
  };

  for (;;) {
    switch (step.kind) {
      case 'exit':
        path.visits.push({ visit, step: step.id, outcome: 'done', at: now });
        path.end = { at: now, reason: 'done' };
        return path;
      case 'delay': {
        const until = delayedUntil(step, now, zone, (attribute) => {
          const day = ask({ ask: 'date', attribute });
          return typeof day === 'string' ? day : null;
        });
        if (until > now && rest(until, () => undefined) === null) return path;
        leave(step.next, 'next');
        break;
      }
      case 'wait': {
        const { wake } = step;
        const way = rest(laterBy(now, step.timeout, zone), (happening) => {
          const index = wake.findIndex((each) => wakes(each, happening, run.entry));
          return index < 0 ? undefined : `${index}`;
        });
        if (way === null) return path;
        leave(way === undefined ? step.else : (wake[Number(way)]?.next ?? ''), way ?? 'else');
        break;
      }
      case 'webhook': {
        effect('webhook');
        const { id } = step;
        const way = rest(laterBy(now, { hours: 24 }, zone), (each) =>
          each.kind === 'answered' && each.step === id ? (each.isOk ? 'next' : 'failed') : undefined,
        );
        if (way === null) return path;
        leave(way === 'next' ? step.next : step.failed, way ?? 'failed');
        break;
      }
      case 'branch': {
        const { id, branches } = step;
        const index = branches.findIndex(
          (question, each) => ask({ ask: 'question', step: id, index: each, question }) === true,
        );
        leave(index < 0 ? step.else : (branches[index]?.next ?? ''), index < 0 ? 'else' : `${index}`);
        break;
      }
      case 'split': {
        const index = shareOf(step, run.salt, run.personId);
        leave(step.shares[index]?.next ?? '', `${index}`);
        break;
      }
      case 'update':
        effect('update');
        leave(step.next, 'next');
        break;
      case 'email':
      case 'sms': {
        const list = step.list ?? graph.settings.list ?? '';
        const expires = laterBy(now, step.expires, zone);
        let outcome: string | undefined;
        while (outcome === undefined) {
          if (ask({ ask: 'consent', list, channel: step.kind }) !== true) outcome = 'skipped:no_consent';
          else if (now > expires) outcome = 'skipped:late';
          else {
            const hold = ask({ ask: 'hold', step: step.id, channel: step.kind });
            if (typeof hold !== 'object' || !hold) outcome = 'next';
            else if (step.late === 'skip') outcome = `skipped:${hold.reason}`;
            else if (hold.until > expires) outcome = 'skipped:late';
            else if (rest(hold.until, () => undefined) === null) return path;
          }
        }
        if (outcome === 'next') effect(step.kind);
        leave(step.next, outcome);
        break;
      }
    }
  }
}

type Wake = Extract<AutomationStep, { kind: 'wait' }>['wake'][number];

function wakes(wake: Wake, happening: Happening, entry: Told): boolean {
  if ('segment' in wake) return happening.kind === 'segment' && happening.segment === wake.segment;
  if ('clicked' in wake) return happening.kind === 'clicked' && happening.step === wake.clicked;
  if (happening.kind !== 'event' || happening.name !== wake.event || !meetsAll(happening, wake.where)) return false;
  return wake.same === undefined || isSame(happening, entry, wake.same);
}

function endedBy({ goal, settings }: AutomationGraph, happening: Happening): string | undefined {
  if (happening.kind === 'event' && goal && 'event' in goal)
    return happening.name === goal.event && meetsAll(happening, goal.where) ? 'goal' : undefined;
  if (happening.kind === 'left')
    return happening.list === settings.list && !settings.keep_when_left ? 'left' : undefined;
  if (happening.kind !== 'segment') return undefined;
  if (goal && 'segment' in goal && happening.segment === goal.segment) return 'goal';
  return happening.segment === settings.exit_when ? 'exit' : undefined;
}
