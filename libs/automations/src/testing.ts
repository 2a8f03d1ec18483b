import { compileAutomation, readAutomationGraph, type KnownToAutomations } from '@dundun/domain';
import { PersonContributions } from '@dundun/people';
import { createLogger } from '@dundun/platform/config';
import { newId, type Database } from '@dundun/platform/database';
import { SegmentContributors } from '@dundun/segments';
import { AutomationFollower } from './entering/automation-follower.service.js';
import { AutomationsRepository } from './definitions/automations.repository.js';
import { DueEnrolments } from './runs/due-enrolments.repository.js';
import { Entrances } from './entering/entrances.repository.js';
import { EffectMaker, StepEffects, type PlacedEffect } from './stepping/step-effects.service.js';
import { Moves } from './moving/moves.repository.js';
import { Moving } from './moving/moving.service.js';
import { MovingRuns } from './moving/moving-runs.repository.js';
import { PersonAutomations } from './runs/person-automations.repository.js';
import { RunCounts } from './runs/run-counts.repository.js';
import { RunStarts } from './entering/run-starts.service.js';
import { Steps } from './stepping/steps.service.js';
import { StormCounts } from './entering/storm-counts.repository.js';
import { StormGuard } from './entering/storm-guard.service.js';
import { ToldEvents } from './entering/told-events.repository.js';
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
  const effects = new StepEffects();
  const ledger = new Ledger(effects, database);
  const storms = new StormGuard(new StormCounts(database), logger);
  const starts = new RunStarts(trees, new Entrances(database, counts), waits, storms, logger);
  const follower = new AutomationFollower(new SegmentContributors(), feed, automations, new ToldEvents(database), starts, waits, logger); // prettier-ignore
  const moves = new Moves(database);
  const steps = new Steps(database, trees, automations, enrolments, waits, effects, logger);
  return {
    rows: new PersonAutomations(new PersonContributions(), database),
    ...{ automations, enrolments, follower, ledger, starts, steps, storms, waits },
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
