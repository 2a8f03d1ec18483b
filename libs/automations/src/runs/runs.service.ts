import { Inject, Injectable } from '@nestjs/common';
import { RunStateError, UnknownPersonError, UnknownRunError } from '@dundun/domain';
import { People } from '@dundun/people';
import { Database, type Page, type PageRequest } from '@dundun/platform/database';
import { validate } from 'uuid';
import type { AutomationRow } from '../definitions/automation.js';
import { AutomationRuns, type RunRow, type VisitRow } from './automation-runs.repository.js';
import { AutomationsRepository } from '../definitions/automations.repository.js';
import { hooksOfRun, hooksOfStep } from './hooks.js';
import { namesOf, stepNumbersOf, type NamedStep } from '../definitions/step-names.js';
import { Waits } from './waits.repository.js';

/** Failed runs that are taken up again at once. */
const MOST_RETRIED = 1_000;

/** A run with the steps that it took. */
export interface RunPath {
  run: RunRow;
  visits: VisitRow[];
  /** The steps of its versions: a run that was moved has left steps of former ones. */
  steps: ReadonlyMap<number, readonly NamedStep[]>;
}

/** Reads, ends and retries runs. */
@Injectable()
export class Runs {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(AutomationRuns) private readonly runs: AutomationRuns,
    @Inject(AutomationsRepository) private readonly versions: AutomationsRepository,
    @Inject(Waits) private readonly waits: Waits,
    @Inject(People) private readonly people: People,
  ) {}

  /** @param step the id of a step, in whatever version */
  async page(
    { workspace_id, id, live_version }: AutomationRow,
    page: PageRequest,
    { state, step }: { state?: string; step?: string },
  ): Promise<{ page: Page<RunRow>; namesOf: Map<number, NamedStep[]> }> {
    const names = await this.names(workspace_id, id, live_version);
    const places = step === undefined ? undefined : [...names].flatMap(([version, steps]) => stepNumbersOf(steps, step).map((number) => ({ version, step: number }))); // prettier-ignore
    return { page: await this.runs.page(workspace_id, id, page, { state, places }), namesOf: names };
  }

  /** Returns the steps of all versions. */
  async names(workspaceId: number, id: string, live: number | null): Promise<Map<number, NamedStep[]>> {
    const names = new Map<number, NamedStep[]>();
    for (let version = 1; version <= (live ?? 0); version++)
      names.set(version, namesOf(await this.versions.version(workspaceId, id, version)));
    return names;
  }

  /** @throws UnknownRunError */
  async path({ workspace_id, id }: AutomationRow, runId: string): Promise<RunPath> {
    const run = validate(runId) ? await this.runs.find(workspace_id, id, runId.toLowerCase()) : undefined;
    if (!run) throw new UnknownRunError();
    const visits = await this.runs.visits(workspace_id, run.id);
    const steps = new Map<number, NamedStep[]>();
    for (const version of new Set([run.version, ...visits.map((visit) => visit.version)]))
      steps.set(version, namesOf(await this.versions.version(workspace_id, id, version)));
    return { run, visits, steps };
  }

  /** Ends a run. @throws UnknownRunError, RunStateError */
  async end(automation: AutomationRow, runId: string): Promise<void> {
    const { run } = await this.path(automation, runId);
    const ended = await this.database.transaction(() => this.runs.end(automation.workspace_id, automation.id, [run.id])); // prettier-ignore
    if (ended === 0) throw new RunStateError('ended', `it is over (${run.end_reason ?? 'since this moment'})`);
  }

  /** Takes a failed run up again at the step that failed. @throws UnknownRunError, RunStateError */
  async retry(automation: AutomationRow, runId: string): Promise<RunPath> {
    const { run } = await this.path(automation, runId);
    if (run.end_reason !== 'failed') throw new RunStateError('retried', `it has not failed (${run.end_reason ?? 'inside'})`); // prettier-ignore
    if ((await this.takeUp(automation, run.id)) === 0) throw new RunStateError('retried', 'its person is inside again');
    return this.path(automation, run.id);
  }

  /** Takes up to 1,000 failed runs up again. @returns how many */
  retryAll(automation: AutomationRow): Promise<number> {
    return this.takeUp(automation, null);
  }

  /** @throws UnknownPersonError */
  async ofPerson({ workspace_id, id }: AutomationRow, uid: string): Promise<{ personId: string; runs: RunRow[] }> {
    const person = await this.people.findByUid(workspace_id, uid);
    if (!person) throw new UnknownPersonError();
    return { personId: person.id, runs: await this.runs.ofPerson(workspace_id, id, person.id) };
  }

  /** What a run listened for went with its failure, and comes back. */
  private takeUp({ workspace_id: workspaceId, id }: AutomationRow, only: string | null): Promise<number> {
    return this.database.transaction(async () => {
      let taken = 0;
      for (const run of await this.runs.failed(workspaceId, id, only, MOST_RETRIED)) {
        if (run.uid === null || !(await this.runs.retry(workspaceId, run.id))) continue;
        taken++;
        const version = await this.versions.version(workspaceId, id, run.version);
        const resting = run.rests_since === null || run.way !== null ? [] : hooksOfStep(version, run, (step) => run.vars.messages?.[step]); // prettier-ignore
        const hooks = [...hooksOfRun(version), ...resting];
        await this.waits.arm(workspaceId, hooks.map((hook) => ({ ...hook, person_id: run.person_id, enrolment_id: run.id }))); // prettier-ignore
      }
      return taken;
    });
  }
}
