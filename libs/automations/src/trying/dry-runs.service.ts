import { setImmediate } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import {
  AutomationNotReadyError,
  isLocalDate,
  isSend,
  meetsAll,
  type BranchQuestion,
  type CompiledAutomation,
  type MessageChannel,
  type Told,
} from '@dundun/domain';
import { TreeMatching } from '@dundun/segments';
import { AutomationChecks } from '../definitions/automation-checks.service.js';
import type { AutomationRow } from '../definitions/automation.js';
import { DueEnrolments } from '../runs/due-enrolments.repository.js';
import { grouped } from '../runs/grouped.js';
import type { Answer, Ask } from '../runs/run.js';
import { firstZone } from '../runs/zone.js';
import { reachableAt } from '../stepping/hours.js';
import { assumptionsOf, DryRunTotals, unknownsOf } from './dry-run.js';
import { happeningOf, namesOfPast } from './past.js';
import { Past, type PastPerson } from './past.repository.js';
import { walk } from './walk.js';

const CHUNK = 50;
/** Others are served after so long. */
const BREATH_MS = 20;
const MOST_PEOPLE = 10_000;
const DAY_MS = 86_400_000;
/** Places of people among which a sample is drawn. */
const BUCKETS = 10_000;
const FIRST = { bucket: -1, id: '00000000-0000-0000-0000-000000000000' };

/** What a draft would have done. */
export interface DryRun {
  version: CompiledAutomation;
  since: Date;
  until: Date;
  /** People who were looked at. */
  people: number;
  /** Whether these are all of the sample. */
  isComplete: boolean;
  unknowns: string[];
  totals: DryRunTotals;
}

/** What is true of the people of a chunk today. */
interface Today {
  welcome: ReadonlySet<string> | null;
  matching: ReadonlyMap<string, ReadonlySet<string>>;
  agreed: ReadonlySet<string>;
}

/**
 * Goes through what happened in the last days with a draft, in memory and without a row of it. Each statement reads a few hundred people
 * and is a transaction of its own; after some seconds it answers with those whom it has looked at.
 */
@Injectable()
export class DryRuns {
  /** Tests make it small. */
  mostMs = 8_000;

  constructor(
    @Inject(AutomationChecks) private readonly checks: AutomationChecks,
    @Inject(Past) private readonly past: Past,
    @Inject(DueEnrolments) private readonly enrolments: DueEnrolments,
    @Inject(TreeMatching) private readonly trees: TreeMatching,
  ) {}

  /** @param sample percent of the people. @throws AutomationNotReadyError */
  async run(automation: AutomationRow, { days, sample }: { days: number; sample: number }): Promise<DryRun> {
    const { workspace_id: workspaceId, id: salt, draft } = automation;
    const { compiled: version, problems } = await this.checks.check(workspaceId, draft);
    if (!version) throw new AutomationNotReadyError(problems);
    const until = new Date();
    const since = new Date(until.getTime() - days * DAY_MS);
    const names = namesOfPast(version);
    // Who was let in by calls and by the clock: that is all there is of them.
    const entrancesOf = ['api', 'date', 'schedule'].includes(version.trigger.kind) ? salt : null;
    const unknowns = unknownsOf(version);
    const assumptions = assumptionsOf(unknowns);
    const totals = new DryRunTotals(version);
    const endsAt = performance.now() + this.mostMs;
    let [people, after, isComplete] = [0, FIRST, false];
    while (!isComplete && people < MOST_PEOPLE && performance.now() < endsAt) {
      const chunk = await this.past.people(workspaceId, after, sample * (BUCKETS / 100), CHUNK);
      const ids = chunk.map(({ id }) => id);
      const facts = grouped(await this.past.facts(workspaceId, ids, since, names, entrancesOf), (fact) => fact.person_id); // prettier-ignore
      // Only of those to whom something happened is asked what is true today.
      const today = await this.today(workspaceId, version, [...facts.keys()].sort());
      let breath = performance.now();
      let walked = 0;
      for (const person of chunk) {
        if (performance.now() >= endsAt) break;
        if (performance.now() - breath > BREATH_MS) {
          await setImmediate();
          breath = performance.now();
        }
        walked++;
        const happenings = (facts.get(person.id) ?? []).flatMap(happeningOf);
        if (happenings.length === 0) continue;
        const zone = firstZone([person.tz, version.settings.time_zone, person.workspace_zone]);
        const ground = { version, personId: person.id, salt, zone, happenings, until };
        const isWelcome = today.welcome?.has(person.id) ?? true;
        const answer = (ask: Ask, entry: Told, at: Date) =>
          ask.ask === 'hold' ? holdOf(ask.channel, person, zone, at) : answerOf(ask, person, entry, today);
        totals.add(person.uid, assumptions.map((held) => walk({ ...ground, isWelcome, answer, assumes: (step) => held.has(step) }))); // prettier-ignore
      }
      people += walked;
      isComplete = chunk.length < CHUNK && walked === chunk.length;
      after = chunk.at(-1) ?? after;
    }
    return { version, since, until, people, isComplete, unknowns, totals };
  }

  private async today(workspaceId: number, { settings, steps }: CompiledAutomation, people: string[]): Promise<Today> {
    const among = async (tree: object) =>
      this.trees.among(await this.trees.plan(workspaceId, JSON.stringify(tree)), people);
    const matching = new Map<string, ReadonlySet<string>>();
    for (const { step } of steps)
      for (const question of step.kind === 'branch' ? step.branches : [])
        if ('match' in question) matching.set(treeKey(question), await among(question.match));
    const agreed = new Set<string>();
    for (const { step } of steps) {
      const list = isSend(step) ? (step.list ?? settings.list) : undefined;
      if (!isSend(step) || list === undefined) continue;
      for (const each of await this.enrolments.consents(workspaceId, step.kind, [list], people)) agreed.add(`${step.kind} ${each}`); // prettier-ignore
    }
    return { welcome: settings.filter ? await among(settings.filter) : null, matching, agreed };
  }
}

const treeKey = (question: BranchQuestion): string => ('match' in question ? JSON.stringify(question.match) : '');

/** Caps of days that are past tell nothing; the hours of the workspace do. */
function holdOf(channel: MessageChannel, person: PastPerson, zone: string, at: Date): Answer {
  const { tz, number, email_quiet: emailQuiet, sms_quiet: smsQuiet } = person;
  const until = reachableAt(channel, at, { tz, zone, number, emailQuiet, smsQuiet });
  return until > at ? { reason: 'quiet_hours', until } : true;
}

function answerOf(
  ask: Exclude<Ask, { ask: 'hold' }>,
  person: PastPerson,
  entry: Told,
  { matching, agreed }: Today,
): Answer {
  if (ask.ask === 'date') {
    const value = person.meta?.[ask.attribute];
    const day = typeof value === 'string' ? value.slice(0, 10) : '';
    return isLocalDate(day) ? day : null;
  }
  if (ask.ask === 'consent') {
    if (!agreed.has(`${ask.channel} ${person.id} ${ask.list}`)) return false;
    return (ask.channel === 'email' ? person.email : person.number) === null ? 'no_address' : true;
  }
  if ('entry' in ask.question) return meetsAll(entry, ask.question.entry);
  return matching.get(treeKey(ask.question))?.has(person.id) ?? false;
}
