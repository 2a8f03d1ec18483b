import { isDeepStrictEqual } from 'node:util';
import { isSameStep, isSend, laterBy, type AutomationStep, type CompiledAutomation } from '@dundun/domain';
import { firstZone } from '../runs/zone.js';
import type { MovedRun, MovingRun } from './moving-runs.repository.js';

/**
 * Says where a run goes on in another version, or that it ends because its step is not there.
 * @returns undefined for a run that has to stay for now: the answer of a webhook comes to the visit that asked for it
 */
export function moveRun(run: MovingRun, from: CompiledAutomation, to: CompiledAutomation): MovedRun | undefined {
  const { id, version, step: number, visit, rests_since, now } = run;
  const step = from.steps[number]?.step;
  const place = { id, from: { version, step: number, visit } };
  const nowhere = { rests_since: null, way: null, mode: 'go', due_at: null, wakes_at: null, held_at: null } as const;
  const target = to.steps.findIndex((each) => step && isSameStep(each.step, step));
  const there = to.steps[target]?.step;
  if (step?.kind === 'webhook' && rests_since !== null && run.way === null) return undefined;
  if (!step || !there) return { ...place, ...nowhere, step: null };
  const kept = { ...nowhere, ...place, step: target, due_at: run.due_at, held_at: run.held_at };
  const way = wayThere(run.way, step, there);
  if (way !== null) return { ...kept, rests_since, way };
  if (there.kind === 'wait' && rests_since !== null) {
    const zone = firstZone([run.tz, to.settings.time_zone, run.workspace_zone]);
    // Armed again from when the person came: what happened since then and opens a new way is found by the look.
    const wakesAt = laterBy(rests_since, there.timeout, zone);
    return { ...kept, rests_since, mode: 'look', due_at: now, wakes_at: wakesAt, held_at: null };
  }
  // A delay keeps its instant. Who failed at the old step tries the new one at once, and a message that waits asks again.
  const isHeld = isSend(there) && rests_since !== null;
  const again = run.tries > 0 || isHeld ? { due_at: now, held_at: null } : {};
  return { ...kept, rests_since, ...again };
}

/** Returns the way in another version that something opened already: the answer of a webhook, or a wake-up that is there too. */
function wayThere(way: string | null, step: AutomationStep, there: AutomationStep): string | null {
  if (way === null || step.kind !== 'wait' || there.kind !== 'wait') return way;
  const woken = wakeUpOf(step.wake[Number(way)]);
  const index = there.wake.findIndex((each) => isDeepStrictEqual(wakeUpOf(each), woken));
  return index < 0 ? null : `${index}`;
}

const wakeUpOf = (wake: { next: string } | undefined) => wake && { ...wake, next: undefined };
