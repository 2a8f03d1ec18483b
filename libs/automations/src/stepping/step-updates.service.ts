import { Inject, Injectable } from '@nestjs/common';
import { Refusal, type Meta, type StepChange } from '@dundun/domain';
import { Events } from '@dundun/events';
import { UserWrites, type UserCommand } from '@dundun/subscribers';
import { EffectMaker, StepEffects, type PlacedEffect } from './step-effects.service.js';
import { PersonValues } from './person-values.repository.js';

/** Automations that set each other off by events stop here. */
const DEEPEST = 10;
/** The property of a tracked event that says how many automations led to it. */
const DEPTH = 'automation_depth';

/**
 * Changes people, their lists and their events as steps say. Who left a list is not put back on it, and who joins one with double
 * opt-in is pending: an automation proves no consent.
 */
@Injectable()
export class StepUpdates extends EffectMaker {
  constructor(
    @Inject(StepEffects) effects: StepEffects,
    @Inject(UserWrites) private readonly writes: UserWrites,
    @Inject(PersonValues) private readonly values: PersonValues,
    @Inject(Events) private readonly events: Events,
  ) {
    super(effects, ['update']);
  }

  async make(effects: readonly PlacedEffect[]): Promise<void> {
    const [workspaceId] = effects.map((effect) => effect.workspaceId);
    if (workspaceId === undefined) return;
    const counting = effects.filter(({ effect }) => effect.kind === 'update' && effect.changes.some(isIncrement));
    const counted = await this.values.locked(workspaceId, counting.map(({ enrolment }) => enrolment.person_id)); // prettier-ignore
    const commands = effects.flatMap((effect) => commandOf(effect, counted) ?? []);
    for (const result of commands.length > 0 ? await this.writes.writeSequence(workspaceId, commands) : [])
      if (result instanceof Refusal) throw result;
    const events = effects.flatMap(eventsOf);
    if (events.length > 0) await this.events.add(workspaceId, events);
  }
}

const isIncrement = (change: StepChange) => 'increment' in change;

/** @param counted the numbers that are counted up, by person; several steps may count up the same */
function commandOf(
  { workspaceId, enrolment, effect }: PlacedEffect,
  counted: Map<string, Meta>,
): UserCommand | undefined {
  if (effect.kind !== 'update') return undefined;
  const values = counted.get(enrolment.person_id) ?? {};
  const meta: Meta = {};
  const [joins, leaves]: [string[], string[]] = [[], []];
  for (const change of effect.changes) {
    if ('set' in change) meta[change.set] = change.to;
    if ('unset' in change) meta[change.unset] = null;
    if ('increment' in change) {
      const { increment: name, by } = change;
      const before = Object.hasOwn(meta, name) ? meta[name] : Object.hasOwn(values, name) ? values[name] : 0;
      meta[name] = finite((typeof before === 'number' ? before : 0) + by);
    }
    if ('add_to' in change) joins.push(change.add_to);
    if ('remove_from' in change) leaves.push(change.remove_from);
  }
  if (Object.keys(meta).length + joins.length + leaves.length === 0) return undefined;
  if (counted.has(enrolment.person_id)) counted.set(enrolment.person_id, { ...values, ...meta });
  return {
    ...{ kind: 'user', workspaceId, named: enrolment.uid, creates: false, accounts: [], leavesAccounts: [] },
    fields: Object.keys(meta).length > 0 ? { meta } : {},
    ...{ joins, joinAs: 'import', leaves, evidence: { method: 'automation' } },
  };
}

/** A sum that is no number any more stays at the largest one. */
const finite = (sum: number): number => Math.max(-Number.MAX_VALUE, Math.min(Number.MAX_VALUE, sum));

function eventsOf({ id, enrolment, effect }: PlacedEffect) {
  if (effect.kind !== 'update') return [];
  const depth = depthOf(enrolment.vars.entry?.properties) + 1;
  if (effect.changes.some((change) => 'track' in change) && depth > DEEPEST)
    throw new Error(`automations set each other off ${DEEPEST} times by events: this one tracks no further event`);
  return effect.changes.flatMap((change, index) =>
    'track' in change
      ? [{ personId: enrolment.person_id, body: { event: change.track, properties: { ...change.properties, [DEPTH]: depth }, event_id: `${id} ${index}` } }] // prettier-ignore
      : [],
  );
}

function depthOf(properties: Readonly<Record<string, unknown>> | null | undefined): number {
  const depth = properties && Object.hasOwn(properties, DEPTH) ? properties[DEPTH] : 0;
  return typeof depth === 'number' && depth > 0 ? depth : 0;
}
