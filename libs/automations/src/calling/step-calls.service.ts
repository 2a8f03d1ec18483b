import { Inject, Injectable } from '@nestjs/common';
import type { JsonObject } from '@dundun/domain';
import { EffectMaker, StepEffects, type PlacedEffect } from '../stepping/step-effects.service.js';
import { variablesOf } from '../stepping/variables.js';
import { StepCallRows, type NewStepCall } from './step-calls.repository.js';

/** Makes the calls of steps as rows, which a worker sends after the commit. */
@Injectable()
export class StepCalls extends EffectMaker {
  constructor(
    @Inject(StepEffects) effects: StepEffects,
    @Inject(StepCallRows) private readonly rows: StepCallRows,
  ) {
    super(effects, ['webhook']);
  }

  async make(effects: readonly PlacedEffect[]): Promise<void> {
    const [workspaceId] = effects.map((effect) => effect.workspaceId);
    if (workspaceId !== undefined) await this.rows.add(workspaceId, effects.flatMap(callOf));
  }
}

function callOf({ id, enrolment, visit, effect }: PlacedEffect): NewStepCall[] {
  if (effect.kind !== 'webhook') return [];
  const { automation_id, id: enrolment_id, person_id } = enrolment;
  const { id: step, url, keep = [] } = effect.step;
  const data = callData(enrolment, visit, effect.step);
  return [{ id, automation_id, enrolment_id, visit, person_id, step, url, keep, data }];
}

/** Returns what a call says of the run and its person. */
export function callData(run: PlacedEffect['enrolment'], visit: number, { id: step }: { id: string }): JsonObject {
  return { automation_id: run.automation_id, run_id: run.id, step, visit, person: personOf(run), ...entryOf(run) };
}

const OF_THE_RUN = ['entry', 'steps'];

/** The person as variables of mails name them, and apart from them what brought the person in. */
function personOf(enrolment: PlacedEffect['enrolment']): JsonObject {
  return Object.fromEntries(Object.entries(variablesOf(enrolment)).filter(([name]) => !OF_THE_RUN.includes(name)));
}

function entryOf(enrolment: PlacedEffect['enrolment']): JsonObject {
  const { entry = {}, steps = {} } = variablesOf(enrolment);
  return { entry, steps };
}
