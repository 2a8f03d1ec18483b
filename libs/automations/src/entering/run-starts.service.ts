import { Inject, Injectable } from '@nestjs/common';
import { InvalidInputError } from '@dundun/domain';
import { LOGGER, type Logger } from '@dundun/platform/config';
import { TreeMatching } from '@dundun/segments';
import type { LiveAutomation } from '../definitions/automations.repository.js';
import { Entrances, type Entrance } from './entrances.repository.js';
import { hooksOfRun } from '../runs/hooks.js';
import { StormGuard } from './storm-guard.service.js';
import { Waits } from '../runs/waits.repository.js';

/** Lets people into automations, whatever names them, in the open transaction. */
@Injectable()
export class RunStarts {
  constructor(
    @Inject(TreeMatching) private readonly trees: Pick<TreeMatching, 'plan' | 'among'>,
    @Inject(Entrances) private readonly entrances: Entrances,
    @Inject(Waits) private readonly waits: Waits,
    @Inject(StormGuard) private readonly storms: StormGuard,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Enters whom filter and policy let in, and arms what their runs listen for.
   * @param isWatched whether a storm of them closes the automation; a schedule means everybody
   * @returns those who entered
   */
  async start<T extends Entrance>(
    workspaceId: number,
    automations: readonly LiveAutomation[],
    named: readonly T[],
    isWatched = true,
  ): Promise<T[]> {
    const candidates: T[] = [];
    for (const automation of automations)
      candidates.push(...(await this.filtered(workspaceId, automation, named.filter(({ automation_id }) => automation_id === automation.id)))); // prettier-ignore
    const entered = await this.entrances.enter(workspaceId, candidates);
    const versions = new Map(automations.map(({ id, compiled }) => [id, compiled]));
    const hooks = entered.flatMap(({ id, automation_id, person_id }) => {
      const version = versions.get(automation_id);
      return version ? hooksOfRun(version).map((hook) => ({ ...hook, person_id, enrolment_id: id })) : [];
    });
    await this.waits.arm(workspaceId, hooks);
    if (isWatched) await this.storms.watch(workspaceId, entered);
    return entered;
  }

  /** A filter that cannot be decided any more, such as one that names a deleted list, lets nobody in and stops nobody else. */
  private async filtered<T extends Entrance>(
    workspaceId: number,
    { id, compiled: { settings } }: LiveAutomation,
    entrances: T[],
  ): Promise<T[]> {
    if (!settings.filter || entrances.length === 0) return entrances;
    try {
      const plan = await this.trees.plan(workspaceId, JSON.stringify(settings.filter));
      const people = await this.trees.among(plan, [...new Set(entrances.map(({ person_id }) => person_id))]);
      return entrances.filter(({ person_id }) => people.has(person_id));
    } catch (error) {
      if (!(error instanceof InvalidInputError)) throw error;
      this.logger.error({ workspace_id: workspaceId, automation_id: id }, `an automation lets nobody in: its filter ${error.message}`); // prettier-ignore
      return [];
    }
  }
}
