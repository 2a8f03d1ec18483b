import { compileAutomation, readAutomationGraph, type KnownToAutomations } from '@dundun/domain';
import { PersonContributions } from '@dundun/people';
import { ContactBudgets } from '@dundun/messaging';
import { createLogger, Seal } from '@dundun/platform/config';
import { newId, type Database } from '@dundun/platform/database';
import { SegmentContributors } from '@dundun/segments';
import { AutomationFollower } from './entering/automation-follower.service.js';
import { AutomationPauses } from './runs/automation-pauses.repository.js';
import { AutomationsRepository } from './definitions/automations.repository.js';
import { DueEnrolments } from './runs/due-enrolments.repository.js';
import { AutomationClocks } from './entering/automation-clocks.repository.js';
import { ClockPeople } from './entering/clock-people.repository.js';
import { ClockTriggers } from './entering/clock-triggers.service.js';
import { Entrances } from './entering/entrances.repository.js';
import { EffectMaker, StepEffects, type PlacedEffect } from './stepping/step-effects.service.js';
import { Moves } from './moving/moves.repository.js';
import { Moving } from './moving/moving.service.js';
import { MovingRuns } from './moving/moving-runs.repository.js';
import { PastEvents } from './runs/past-events.repository.js';
import { PersonAutomations } from './runs/person-automations.repository.js';
import { RunCounts } from './runs/run-counts.repository.js';
import { RunStarts } from './entering/run-starts.service.js';
import { Holds } from './stepping/holds.service.js';
import { StepAnswers } from './stepping/step-answers.service.js';
import { PastWays } from './stepping/past-ways.service.js';
import { Steps } from './stepping/steps.service.js';
import { StormCounts } from './entering/storm-counts.repository.js';
import { StormGuard } from './entering/storm-guard.service.js';
import { ToldEvents } from './entering/told-events.repository.js';
import { OutboundGuard } from '@dundun/platform/outbound';
import { Receiver } from '@dundun/webhooks';
import { SigningSecrets } from './calling/signing-secrets.repository.js';
import { StepCallPump } from './calling/step-call-pump.service.js';
import { StepCallRows } from './calling/step-calls.repository.js';
import { StepCalls } from './calling/step-calls.service.js';
import { Waits } from './runs/waits.repository.js';

/** Keeps what steps make in a table of its own, and fails after that for the people it is told. */
class Ledger extends EffectMaker {
  readonly failsFor = new Set<string>();

  constructor(
    effects: StepEffects,
    private readonly database: Database,
  ) {
    super(effects, ['email', 'sms', 'update', 'webhook']);
  }

  async make(effects: readonly PlacedEffect[]): Promise<void> {
    for (const { id, enrolment, effect } of effects)
      await this.database.execute('INSERT INTO made (id, person_id, kind) VALUES ($1, $2, $3)', [id, enrolment.person_id, effect.kind]); // prettier-ignore
    if (effects.some(({ enrolment }) => this.failsFor.has(enrolment.person_id))) throw new Error('the ledger is full');
  }
}

/**
 * The services of a worker over a database. Trees match who is on the plan pro.
 * @param plain the same database, if the other one explains what it runs
 */
export async function automationServices(database: Database, plain = database) {
  await plain.execute('CREATE TABLE IF NOT EXISTS made (id uuid PRIMARY KEY, person_id uuid NOT NULL, kind text NOT NULL)'); // prettier-ignore
  const logger = createLogger('test', 'silent');
  const trees = {
    plan: () => Promise.resolve({} as never),
    among: async (_plan: unknown, people: readonly string[]) => {
      const rows = await database.query<{ id: string }>(`SELECT id FROM people WHERE id = ANY($1::uuid[]) AND meta->>'plan' = 'pro'`, [people]); // prettier-ignore
      return new Set(rows.map(({ id }) => id));
    },
  };
  const feed = {
    peopleOf: async (workspaceId: number, uids: readonly string[]) => {
      const rows = await database.query<{ uid: string; id: string }>('SELECT uid, id FROM people WHERE workspace_id = $1 AND uid = ANY($2::text[])', [workspaceId, uids]); // prettier-ignore
      return new Map(rows.map(({ uid, id }) => [uid, id]));
    },
    recipientsOf: () => Promise.resolve(new Map<string, string[]>()),
  };
  const counts = new RunCounts(database);
  const [automations, waits, enrolments] = [new AutomationsRepository(database), new Waits(database, counts), new DueEnrolments(database, counts)]; // prettier-ignore
  const pastEvents = new PastEvents(database);
  const effects = new StepEffects();
  const ledger = new Ledger(effects, database);
  const callRows = new StepCallRows(database);
  // Takes the place of the ledger for webhooks.
  new StepCalls(effects, callRows);
  const secrets = new SigningSecrets(database, new Seal(['ab'.repeat(32)]));
  const receiver = new Receiver(new OutboundGuard({ OUTBOUND_ALLOW: '127.0.0.1/32' }));
  const calls = new StepCallPump(callRows, secrets, receiver, logger);
  const storms = new StormGuard(new StormCounts(database), logger);
  const starts = new RunStarts(trees, new Entrances(database, counts), waits, storms, logger);
  const [clockRows, clockPeople] = [new AutomationClocks(database), new ClockPeople(database)];
  const clocks = new ClockTriggers(database, automations, clockRows, clockPeople, starts);
  const follower = new AutomationFollower(new SegmentContributors(), feed, automations, new ToldEvents(database), starts, waits, clocks, logger); // prettier-ignore
  const moves = new Moves(database);
  const answers = new StepAnswers(trees, enrolments, waits, new Holds(new ContactBudgets(database)));
  const steps = new Steps(database, answers, automations, enrolments, waits, new PastWays(automations, pastEvents), effects, logger); // prettier-ignore
  return {
    rows: new PersonAutomations(new PersonContributions(), database, counts),
    ...{ automations, calls, clockPeople, clockRows, clocks, enrolments, follower, ledger },
    pauses: new AutomationPauses(database, counts),
    ...{ pastEvents, secrets, starts, steps, storms, waits },
    ...{ moves, moving: new Moving(database, moves, new MovingRuns(database, counts), automations, waits) },
    /** Makes a graph live, as the next version of an automation if it is named. @returns the id of its automation */
    publish: async (workspaceId: number, graph: unknown, known: Partial<KnownToAutomations> = {}, next?: string) => {
      const drawn = readAutomationGraph(graph);
      const nothing = { lists: new Set<string>(), segments: new Set<string>(), templates: new Map(), attributes: new Set<string>() }; // prettier-ignore
      const { version, faults } = compileAutomation(drawn, { ...nothing, ...known });
      if (!version) throw new Error(JSON.stringify(faults));
      const id = next ?? newId();
      if (next === undefined) await automations.create(workspaceId, id, 'An automation');
      await automations.publish(workspaceId, id, { graph: drawn, compiled: version, by: null });
      return id;
    },
  };
}
