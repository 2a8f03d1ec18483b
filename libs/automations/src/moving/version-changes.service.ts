import { Inject, Injectable } from '@nestjs/common';
import {
  AutomationNotReadyError,
  compareSteps,
  InvalidInputError,
  isSameStep,
  isSend,
  readAutomationGraph,
  type AutomationGraph,
  type AutomationStep,
  type JsonObject,
  type StepChangeKind,
} from '@dundun/domain';
import type { AutomationRow } from '../definitions/automation.js';
import { AutomationsRepository } from '../definitions/automations.repository.js';
import { AutomationRuns } from '../runs/automation-runs.repository.js';
import { DueEnrolments } from '../runs/due-enrolments.repository.js';

/** What publishing a draft would change. */
export interface VersionChanges {
  liveVersion: number | null;
  steps: { step: AutomationStep; change: StepChangeKind; people: number }[];
  wouldMove: number;
  wouldEnd: number;
  skips: { step: string; entrants: number; withoutConsent: number }[];
}

/** Whose consent is looked at: those who entered lately are like those who will. */
const ENTRANTS = { days: 30, most: 5_000 };

/** Compares a draft with what is live, and says whom that concerns. Stores nothing. */
@Injectable()
export class VersionChangesPreview {
  constructor(
    @Inject(AutomationsRepository) private readonly versions: AutomationsRepository,
    @Inject(AutomationRuns) private readonly runs: AutomationRuns,
    @Inject(DueEnrolments) private readonly enrolments: DueEnrolments,
  ) {}

  /** @throws AutomationNotReadyError if the draft is not even a graph */
  async of(automation: AutomationRow): Promise<VersionChanges> {
    const { workspace_id: workspaceId, id, draft, live_version: liveVersion } = automation;
    const graph = read(draft);
    const live = liveVersion === null ? [] : await this.stepsOf(workspaceId, id, liveVersion);
    const places: { step: AutomationStep; count: number }[] = [];
    for (const { version, step: number, count } of await this.runs.inside(workspaceId, id)) {
      const step = (await this.stepsOf(workspaceId, id, version))[number];
      if (step) places.push({ step, count });
    }
    // Those who are still in an older version may be at steps that the live one lacks already.
    const before = [...live];
    for (const { step } of places) if (!before.some((each) => isSameStep(each, step))) before.push(step);
    const steps = compareSteps(before, graph.steps).map(({ step, change }) => {
      const here = places.filter((place) => isSameStep(place.step, step));
      return { step, change, people: sum(here) };
    });
    const isKept = ({ change }: { change: StepChangeKind }) => change !== 'removed';
    return {
      liveVersion,
      steps,
      wouldMove: steps.filter(isKept).reduce((total, { people }) => total + people, 0),
      wouldEnd: steps.filter((each) => !isKept(each)).reduce((total, { people }) => total + people, 0),
      skips: await this.skips(workspaceId, id, graph),
    };
  }

  private async stepsOf(workspaceId: number, id: string, version: number): Promise<AutomationStep[]> {
    return (await this.versions.version(workspaceId, id, version)).steps.map(({ step }) => step);
  }

  private async skips(
    workspaceId: number,
    id: string,
    { settings, steps }: AutomationGraph,
  ): Promise<VersionChanges['skips']> {
    const sends = steps.filter(isSend);
    if (sends.length === 0) return [];
    const people = await this.runs.entrants(workspaceId, id, ENTRANTS.days, ENTRANTS.most);
    const skips: VersionChanges['skips'] = [];
    const known = new Map<string, number>();
    for (const { id: step, kind, list = settings.list } of sends) {
      if (list === undefined) continue;
      const key = `${kind} ${list}`;
      const agreed = known.get(key) ?? (await this.enrolments.consents(workspaceId, kind, [list], people)).size;
      known.set(key, agreed);
      skips.push({ step, entrants: people.length, withoutConsent: people.length - agreed });
    }
    return skips;
  }
}

const sum = (places: readonly { count: number }[]): number => places.reduce((total, { count }) => total + count, 0);

function read(draft: JsonObject): AutomationGraph {
  try {
    return readAutomationGraph(draft, 'graph');
  } catch (error) {
    if (!(error instanceof InvalidInputError)) throw error;
    throw new AutomationNotReadyError(error.fields ?? []);
  }
}
