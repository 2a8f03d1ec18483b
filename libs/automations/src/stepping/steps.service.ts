import { Inject, Injectable } from '@nestjs/common';
import { Refusal } from '@dundun/domain';
import { LOGGER, type Logger } from '@dundun/platform/config';
import { Database } from '@dundun/platform/database';
import { AutomationsRepository } from '../definitions/automations.repository.js';
import { DueEnrolments, type DueEnrolment } from '../runs/due-enrolments.repository.js';
import { Waits } from '../runs/waits.repository.js';
import { asleep, conclude, ended, type Written } from './conclusion.js';
import type { Promised } from './holds.service.js';
import { PastWays } from './past-ways.service.js';
import { StepAnswers } from './step-answers.service.js';
import { StepEffects } from './step-effects.service.js';
import { askingTogether, begin, goOn, type Stepping } from './stepping.js';

const MOST = 500;

/**
 * Takes due runs as far as they go without waiting. To lock, to think and to write are one short transaction: after a crash
 * nothing of it is there, or all. No step calls the network.
 */
@Injectable()
export class Steps {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(StepAnswers) private readonly answers: StepAnswers,
    @Inject(AutomationsRepository) private readonly automations: AutomationsRepository,
    @Inject(DueEnrolments) private readonly enrolments: DueEnrolments,
    @Inject(Waits) private readonly waits: Waits,
    @Inject(PastWays) private readonly past: PastWays,
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
    const waysFound = await this.past.of(workspaceId, looking);
    const steppings: Stepping[] = [];
    for (const row of due) {
      const way = row.way ?? waysFound.get(row.id) ?? null;
      if (row.uid === null) written.stepped.push(ended(row, 'erased'));
      else if (row.mode === 'look' && way === null) written.stepped.push(asleep(row));
      else steppings.push(begin(row, await this.automations.version(workspaceId, row.automation_id, row.version), way));
    }
    await this.think(workspaceId, steppings);
    for (const stepping of steppings) conclude(workspaceId, stepping, written);
    await this.effects.make(written.effects);
    await this.waits.arm(workspaceId, written.hooks);
    await this.enrolments.write(workspaceId, written.stepped, written.visits);
  }

  /** Answers what runs ask until none asks any more. */
  private async think(workspaceId: number, steppings: readonly Stepping[]): Promise<void> {
    const promised: Promised = new Map();
    for (;;) {
      const groups = askingTogether(steppings);
      if (groups.length === 0) return;
      for (const group of groups) {
        const answerOf = await this.answers.of(workspaceId, group, promised);
        for (const stepping of group) goOn(stepping, answerOf(stepping.row));
      }
    }
  }
}
