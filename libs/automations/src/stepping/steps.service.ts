import { Inject, Injectable } from '@nestjs/common';
import { isLocalDate, meetsAll, Refusal, type JsonObject, type Told } from '@dundun/domain';
import { suppressionKey } from '@dundun/messaging';
import { LOGGER, type Logger } from '@dundun/platform/config';
import { Database } from '@dundun/platform/database';
import { TreeMatching } from '@dundun/segments';
import { advance, type Advance } from './advance.js';
import { AutomationsRepository } from '../definitions/automations.repository.js';
import { decidedBy } from './facts.js';
import { grouped } from '../runs/grouped.js';
import { DueEnrolments, type DueEnrolment, type Stepped, type StepVisit } from '../runs/due-enrolments.repository.js';
import { firstOf, hooksOfStep, isMet, type Hook } from '../runs/hooks.js';
import type { PublishedAutomation } from '../definitions/published.js';
import type { Answer, Ask, EndReason } from '../runs/run.js';
import { effectId, StepEffects, type PlacedEffect } from './step-effects.service.js';
import { Waits, type PastEvent } from '../runs/waits.repository.js';
import { firstZone } from '../runs/zone.js';

const MOST = 500;

/** A run that is being stepped. */
interface Stepping {
  row: DueEnrolment;
  version: PublishedAutomation;
  asking: Generator<Ask, Advance, Answer>;
  ask: Ask | null;
  result: Advance | null;
  /** What decided, by step number. */
  facts: Map<number, JsonObject>;
}

/** What a round writes. */
interface Written {
  stepped: Stepped[];
  visits: StepVisit[];
  effects: PlacedEffect[];
  hooks: (Hook & { person_id: string; enrolment_id: string })[];
}

/**
 * Takes due runs as far as they go without waiting. To lock, to think and to write are one short transaction: after a crash
 * nothing of it is there, or all. No step calls the network.
 */
@Injectable()
export class Steps {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(TreeMatching) private readonly trees: Pick<TreeMatching, 'plan' | 'among'>,
    @Inject(AutomationsRepository) private readonly automations: AutomationsRepository,
    @Inject(DueEnrolments) private readonly enrolments: DueEnrolments,
    @Inject(Waits) private readonly waits: Waits,
    @Inject(StepEffects) private readonly effects: StepEffects,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Steps due runs of a workspace. One that cannot be stepped is put off and holds nobody up. @returns how many were due */
  async round(workspaceId: number, most = MOST, only: readonly string[] | null = null): Promise<number> {
    let locked: string[] = [];
    try {
      return await this.database.transaction(async () => {
        const due = await this.enrolments.lock(workspaceId, most, only);
        locked = due.map(({ id }) => id);
        await this.step(workspaceId, due);
        return due.length;
      });
    } catch (error) {
      if (locked.length === 0) throw error;
      await this.isolate(workspaceId, locked, error);
      return locked.length;
    }
  }

  /** Halves a round that failed until the run that fails it is alone. */
  private async isolate(workspaceId: number, ids: readonly string[], error: unknown): Promise<void> {
    const [id] = ids;
    if (ids.length === 1 && id !== undefined) {
      const said = error instanceof Refusal || error instanceof Error ? error.message : 'it failed';
      const hasFailed = await this.enrolments.fail(workspaceId, id, said.slice(0, 1_000));
      const facts = { err: error, workspace_id: workspaceId, enrolment_id: id };
      if (hasFailed) this.logger.error(facts, 'a run of an automation has failed');
      else this.logger.warn(facts, 'a run of an automation could not be stepped and is tried again');
      return;
    }
    const half = Math.ceil(ids.length / 2);
    for (const part of [ids.slice(0, half), ids.slice(half)]) await this.round(workspaceId, part.length, part);
  }

  private async step(workspaceId: number, due: readonly DueEnrolment[]): Promise<void> {
    if (due.length === 0) return;
    const written: Written = { stepped: [], visits: [], effects: [], hooks: [] };
    const looking = due.filter(({ mode, way, uid }) => mode === 'look' && way === null && uid !== null);
    const waysFound = await this.look(workspaceId, looking);
    const steppings: Stepping[] = [];
    for (const row of due) {
      const way = row.way ?? waysFound.get(row.id) ?? null;
      if (row.uid === null) written.stepped.push(ended(row, 'erased'));
      else if (row.mode === 'look' && way === null) written.stepped.push(asleep(row));
      else steppings.push(await this.begin(workspaceId, row, way));
    }
    await this.think(workspaceId, steppings);
    for (const stepping of steppings) this.conclude(workspaceId, stepping, written);
    await this.effects.make(written.effects);
    await this.waits.arm(workspaceId, written.hooks);
    await this.enrolments.write(workspaceId, written.stepped, written.visits);
  }

  /** Finds what happened between the arming of a wait and the moment from which the follower sees it. @returns ways by run */
  private async look(workspaceId: number, rows: readonly DueEnrolment[]): Promise<Map<string, string>> {
    const ways = new Map<string, string>();
    if (rows.length === 0) return ways;
    const past = grouped(
      await this.waits.past(workspaceId, rows.map(({ id }) => id)), // prettier-ignore
      ({ enrolment_id }) => enrolment_id,
    );
    for (const { id, automation_id, version: number, step, vars } of rows) {
      const version = await this.automations.version(workspaceId, automation_id, number);
      const isHeard = (each: PastEvent) => isMet(version, each, step, each, vars.entry ?? {});
      const first = firstOf((past.get(id) ?? []).filter(isHeard));
      if (first) ways.set(id, first.way);
    }
    return ways;
  }

  private async begin(workspaceId: number, row: DueEnrolment, way: string | null): Promise<Stepping> {
    const { automation_id, person_id, rests_since: restsSince, step, visit } = row;
    const version = await this.automations.version(workspaceId, automation_id, row.version);
    const zone = firstZone([row.tz, version.settings.time_zone, row.workspace_zone]);
    const moment = { now: row.now, zone, personId: person_id, salt: automation_id };
    const asking = advance(version, { step, visit, restsSince, way }, moment);
    const first = asking.next();
    if (first.done) return { row, version, asking, ask: null, result: first.value, facts: new Map() };
    return { row, version, asking, ask: first.value, result: null, facts: new Map() };
  }

  /** Answers what runs ask, all that ask the same in one statement, until none asks any more. */
  private async think(workspaceId: number, steppings: readonly Stepping[]): Promise<void> {
    for (;;) {
      const open = steppings.filter(({ ask }) => ask !== null);
      if (open.length === 0) return;
      for (const group of grouped(open, groupKey).values()) await this.answer(workspaceId, group);
    }
  }

  private async answer(workspaceId: number, group: readonly Stepping[]): Promise<void> {
    const answerOf = await this.answers(workspaceId, group);
    for (const stepping of group) {
      const answer = answerOf(stepping.row);
      noteFacts(stepping, answer);
      const next = stepping.asking.next(answer);
      stepping.ask = next.done ? null : next.value;
      stepping.result = next.done ? next.value : null;
    }
  }

  private async answers(workspaceId: number, group: readonly Stepping[]): Promise<(row: DueEnrolment) => Answer> {
    const ask = group[0]?.ask;
    const people = [...new Set(group.map(({ row }) => row.person_id))].sort();
    if (!ask) throw new Error('nothing is asked');
    if (ask.ask === 'date') return ({ meta }) => dayOf(meta?.[ask.attribute]);
    if (ask.ask === 'consent') return this.consents(workspaceId, group, ask);
    const { question } = ask;
    if ('entry' in question) return ({ vars }) => meetsAll(vars.entry ?? {}, question.entry);
    if ('clicked' in question) {
      const messages = group.flatMap(({ row }) => row.vars.messages?.[question.clicked] ?? []);
      const clicked = await this.waits.clicked(workspaceId, messages);
      return ({ vars }) => clicked.has(vars.messages?.[question.clicked] ?? '');
    }
    const plan = await this.trees.plan(workspaceId, JSON.stringify(question.match));
    const matching = await this.trees.among(plan, people);
    return ({ person_id }) => matching.has(person_id);
  }

  /** Says of whom the step may send to: yes, or why not. */
  private async consents(
    workspaceId: number,
    group: readonly Stepping[],
    { channel, list }: Extract<Ask, { ask: 'consent' }>,
  ): Promise<(row: DueEnrolment) => Answer> {
    const people = [...new Set(group.map(({ row }) => row.person_id))].sort();
    const agreed = await this.enrolments.consents(workspaceId, channel, [list], people);
    const keyOf = (row: DueEnrolment) => suppressionKey((channel === 'email' ? row.email : row.number) ?? '');
    const suppressed = await this.enrolments.suppressed(workspaceId, list, group.map(({ row }) => keyOf(row))); // prettier-ignore
    return (row) => {
      if (!agreed.has(`${row.person_id} ${list}`)) return 'no_consent';
      if (keyOf(row) === '') return channel === 'email' ? 'no_address' : 'no_number';
      return suppressed.has(keyOf(row)) ? 'suppressed' : true;
    };
  }

  private conclude(workspaceId: number, { row, version, result, facts }: Stepping, written: Written): void {
    if (!result) throw new Error('a run has not come to a rest');
    const { id, automation_id, version: number, person_id } = row;
    const { place, begun, dueAt, end, visits } = result;
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
      ...{ id, automation_id, version: number },
      messages: Object.keys(sent).length > 0 ? messages : null,
      step: place.step,
      visit: place.visit,
      rests_since: place.restsSince && isArmed ? row.due_at : place.restsSince,
      mode: isArmed ? 'look' : 'go',
      due_at: isArmed ? row.now : dueAt,
      wakes_at: isArmed ? dueAt : null,
      end_reason: null,
    });
  }
}

const ended = ({ id, automation_id, version, step, visit }: DueEnrolment, reason: EndReason): Stepped => ({
  ...{
    id,
    automation_id,
    version,
    step,
    visit,
    rests_since: null,
    mode: 'go',
    due_at: null,
    wakes_at: null,
    messages: null,
  },
  end_reason: reason,
});

/** The look found nothing: the run sleeps until its deadline. */
const asleep = ({ id, automation_id, version, step, visit, rests_since, wakes_at }: DueEnrolment): Stepped => ({
  ...{
    id,
    automation_id,
    version,
    step,
    visit,
    rests_since,
    mode: 'go',
    due_at: wakes_at,
    wakes_at: null,
    messages: null,
  },
  end_reason: null,
});

/** Returns how the call of a webhook step ended, if it did before the step was left. */
function calledAt({ steps }: PublishedAutomation, number: number, { vars }: DueEnrolment): JsonObject | null {
  const step = steps[number]?.step;
  return (step?.kind === 'webhook' && vars.calls?.[step.id]) || null;
}

/** Keeps what a branch looked at, so that the path of a person says why it went there. */
function noteFacts({ row, ask, version, facts }: Stepping, answer: Answer): void {
  if (ask?.ask !== 'question') return;
  const number = version.steps.findIndex(({ step }) => step.id === ask.step);
  facts.set(number, { ...facts.get(number), [`${ask.index}`]: decidedBy(ask.question, row, answer === true) });
}

/** Runs that ask the same of their people are answered together. */
function groupKey({ row, ask }: Stepping): string {
  if (ask?.ask === 'question') return `${row.automation_id} ${row.version} ${ask.step} ${ask.index}`;
  return ask?.ask === 'consent' ? `${ask.channel} ${ask.list}` : `date ${ask?.attribute ?? ''}`;
}

function dayOf(value: Told['value']): string | null {
  const day = typeof value === 'string' ? value.slice(0, 10) : null;
  return day !== null && isLocalDate(day) ? day : null;
}
