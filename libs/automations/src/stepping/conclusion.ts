import type { JsonObject } from '@dundun/domain';
import type { PublishedAutomation } from '../definitions/published.js';
import type { DueEnrolment, Stepped, StepVisit } from '../runs/due-enrolments.repository.js';
import { hooksOfStep, type Hook } from '../runs/hooks.js';
import type { EndReason } from '../runs/run.js';
import type { Advance } from './advance.js';
import { effectId, type PlacedEffect } from './step-effects.service.js';
import type { Stepping } from './stepping.js';

/** What a round writes. */
export interface Written {
  stepped: Stepped[];
  visits: StepVisit[];
  effects: PlacedEffect[];
  hooks: (Hook & { person_id: string; enrolment_id: string })[];
}

/** Adds what became of a run to what the round writes. */
export function conclude(workspaceId: number, { row, version, result, facts }: Stepping, written: Written): void {
  if (!result) throw new Error('a run has not come to a rest');
  const { id, automation_id, version: number, person_id } = row;
  const { place, begun, dueAt, hold, end, visits } = result;
  const sent: Record<string, string> = {};
  const effect = (visit: number, what: Advance['begun']) => {
    if (!what) return null;
    const made = effectId(id, visit);
    if (what.kind === 'email' || what.kind === 'sms') sent[what.step.id] = made;
    written.effects.push({ id: made, workspaceId, enrolment: row, visit, effect: what });
    return made;
  };
  for (const { visit, step, outcome, effect: what } of visits) {
    const made = effect(visit, what);
    written.visits.push({ enrolment_id: id, visit, automation_id, version: number, step, outcome, facts: facts.get(step) ?? calledAt(version, step, row), effect_id: made }); // prettier-ignore
  }
  effect(place.visit, begun);
  if (end) return void written.stepped.push(ended({ ...row, step: place.step, visit: place.visit }, end));
  const messages = { ...row.vars.messages, ...sent };
  const hooks = hooksOfStep(version, place, (step) => messages[step]);
  written.hooks.push(...hooks.map((hook) => ({ ...hook, person_id, enrolment_id: id })));
  // A wait that was armed is looked back from when this round was due: nothing between its cause and now is missed.
  const isArmed = hooks.length > 0;
  written.stepped.push({
    ...still(row),
    messages: Object.keys(sent).length > 0 ? messages : null,
    step: place.step,
    visit: place.visit,
    rests_since: place.restsSince && isArmed ? row.due_at : place.restsSince,
    mode: isArmed ? 'look' : 'go',
    due_at: isArmed ? row.now : dueAt,
    wakes_at: isArmed ? dueAt : null,
    hold: hold && { ...hold, visit: place.visit },
  });
}

/** The run is over where it is. */
export const ended = (row: DueEnrolment, reason: EndReason): Stepped => ({ ...still(row), end_reason: reason });

/** The look found nothing: the run sleeps until its deadline. */
export const asleep = (row: DueEnrolment): Stepped => ({
  ...still(row),
  rests_since: row.rests_since,
  due_at: row.wakes_at,
});

const still = ({ id, automation_id, version, step, visit }: DueEnrolment): Stepped => ({
  ...{ id, automation_id, version, step, visit },
  ...{ rests_since: null, mode: 'go', due_at: null, wakes_at: null, messages: null, hold: null, end_reason: null },
});

/** Returns how the call of a webhook step ended, if it did before the step was left. */
function calledAt({ steps }: PublishedAutomation, number: number, { vars }: DueEnrolment): JsonObject | null {
  const step = steps[number]?.step;
  return (step?.kind === 'webhook' && vars.calls?.[step.id]) || null;
}
