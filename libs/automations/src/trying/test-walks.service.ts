import { Inject, Injectable } from '@nestjs/common';
import { AutomationNotReadyError, type CompiledAutomation, type JsonObject, type Told } from '@dundun/domain';
import { AutomationChecks } from '../definitions/automation-checks.service.js';
import type { AutomationRow } from '../definitions/automation.js';
import type { DueEnrolment } from '../runs/due-enrolments.repository.js';
import type { Answer } from '../runs/run.js';
import type { Advance } from '../stepping/advance.js';
import type { Place } from '../stepping/place.js';
import { reachableAt } from '../stepping/hours.js';
import { StepAnswers } from '../stepping/step-answers.service.js';
import { begin, goOn, type Stepping } from '../stepping/stepping.js';
import { variablesOf } from '../stepping/variables.js';
import { TestCalls, type TestCall } from './test-calls.service.js';
import { TestPeople, type TestHours, type TestPerson } from './test-people.repository.js';
import { TestSends, type TestRequest, type TestSent } from './test-sends.service.js';

/** Who goes through a test, and what is assumed. */
export interface Tested {
  person: TestPerson;
  /** Whether there is nobody like that. */
  isMadeUp: boolean;
  entry: Told;
  calls: boolean;
  clicks: boolean;
}

/** Where a test is, by a clock of its own. */
export interface TestPlace extends Place {
  now: Date;
  answers: Record<string, JsonObject>;
}

/** A step that a test left. */
interface TestVisit extends TestSent {
  visit: number;
  step: number;
  at: Date;
  outcome: string;
  facts: JsonObject | null;
  call: TestCall | null;
}

/** What an automation did with the person of a test. */
export interface TestWalk {
  version: CompiledAutomation;
  visits: TestVisit[];
  /** Where it rests; null at the end. */
  rest: { place: TestPlace; dueAt: Date; hold: Advance['hold'] } | null;
}

/**
 * Takes one person through the draft as workers would, by a clock that jumps over each wait. Nothing of it is stored: no run, no change of
 * the person, no count and no budget.
 */
@Injectable()
export class TestWalks {
  constructor(
    @Inject(AutomationChecks) private readonly checks: AutomationChecks,
    @Inject(StepAnswers) private readonly answers: StepAnswers,
    @Inject(TestPeople) private readonly people: TestPeople,
    @Inject(TestSends) private readonly sends: TestSends,
    @Inject(TestCalls) private readonly webhooks: TestCalls,
  ) {}

  /**
   * @param placeOf says where the test goes on in the version of the draft
   * @param toEnd whether every wait passes; otherwise it stops at the first one
   * @throws AutomationNotReadyError
   */
  async walk(
    automation: AutomationRow,
    tested: Tested,
    placeOf: (version: CompiledAutomation) => TestPlace,
    toEnd: boolean,
    request: TestRequest,
  ): Promise<TestWalk> {
    const { workspace_id: workspaceId, draft } = automation;
    const { compiled: version, sends, problems } = await this.checks.check(workspaceId, draft);
    if (!version) throw new AutomationNotReadyError(problems);
    const hours = await this.people.hours(workspaceId);
    const visits: TestVisit[] = [];
    let place = placeOf(version);
    let called: { visit: number; call: TestCall } | undefined;
    for (;;) {
      const row = rowOf(automation, tested, place, hours);
      const { result, facts } = await this.advance(workspaceId, row, version, place.way, tested);
      for (const { effect, ...left } of result.visits) {
        const send = effect && sends.find(({ step }) => 'step' in effect && step === effect.step.id);
        const sent = send ? await this.sends.send(automation.name, send, variablesOf(row), request) : NOTHING;
        const call = left.visit === called?.visit ? called.call : null;
        visits.push({ ...left, at: place.now, facts: facts.get(left.step) ?? null, call, ...sent });
      }
      if (result.end !== null || !result.dueAt) return { version, visits, rest: null };
      place = { ...result.place, now: place.now, answers: place.answers };
      if (result.begun?.kind === 'webhook' && tested.calls) {
        const call = await this.webhooks.call(workspaceId, row, place.visit, result.begun.step);
        called = { visit: place.visit, call };
        place = { ...place, way: call.way, answers: { ...place.answers, [result.begun.step.id]: call.kept } };
        continue;
      }
      if (place.restsSince === null) continue;
      if (!toEnd || visits.length >= MOST_VISITS)
        return { version, visits, rest: { place, dueAt: result.dueAt, hold: result.hold } };
      // What is not called counts as answered well. Everything else that rests goes on by its time.
      place = result.begun ? { ...place, way: 'next' } : { ...place, now: result.dueAt };
    }
  }

  private async advance(
    workspaceId: number,
    row: DueEnrolment,
    version: CompiledAutomation,
    way: string | null,
    tested: Tested,
  ) {
    const stepping = begin(row, version, way);
    while (stepping.ask) goOn(stepping, await this.answer(workspaceId, stepping, tested));
    if (!stepping.result) throw new Error('a test has not come to a rest');
    return { result: stepping.result, facts: stepping.facts };
  }

  /** Answers from what is true of the person now. Caps are not asked: nothing is taken from them. */
  private async answer(workspaceId: number, stepping: Stepping, tested: Tested): Promise<Answer> {
    const { row, ask, zone } = stepping;
    if (ask?.ask === 'hold') {
      const { tz, number, email_quiet: emailQuiet, sms_quiet: smsQuiet, now } = row;
      const until = reachableAt(ask.channel, now, { tz, zone, number, emailQuiet, smsQuiet });
      return until > now ? { reason: 'quiet_hours', until } : true;
    }
    if (ask?.ask === 'consent' && tested.isMadeUp) return true;
    if (ask?.ask === 'question' && 'clicked' in ask.question) return tested.clicks;
    const answer = async () => (await this.answers.of(workspaceId, [stepping], new Map()))(row);
    const isTree = ask?.ask === 'question' && 'match' in ask.question;
    return isTree && tested.isMadeUp ? this.people.imagine(workspaceId, tested.person, answer) : answer();
  }
}

/** A cycle of waits has no end. */
const MOST_VISITS = 1_000;
const NOTHING: TestSent = { message: null, error: null };

/** Returns the run as a worker would read it. There is none. */
function rowOf(
  { id: automation_id }: AutomationRow,
  { person, entry }: Tested,
  { step, visit, restsSince, way, now, answers }: TestPlace,
  hours: TestHours,
): DueEnrolment {
  const { id: person_id, ...known } = person;
  return {
    ...{ ...known, ...hours, automation_id, person_id, id: person_id, version: 0, group_id: null },
    ...{
      step,
      visit,
      rests_since: restsSince,
      way,
      mode: 'go',
      due_at: now,
      turn_at: now,
      wakes_at: null,
      tries: 0,
      now,
    },
    ...{ vars: { entry, steps: answers }, hold: null },
  };
}
