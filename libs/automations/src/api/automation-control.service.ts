import { Inject, Injectable } from '@nestjs/common';
import {
  AutomationChangedError,
  AutomationNotReadyError,
  automationStateAfter,
  AutomationStateError,
  type AutomationAction,
  type AutomationState,
} from '@dundun/domain';
import { ConversionGoals } from '@dundun/insights';
import { Contents, MessageGroups } from '@dundun/messaging';
import { Database, newId } from '@dundun/platform/database';
import { SegmentPositions } from '@dundun/segments';
import type { AutomationRow } from '../definitions/automation.js';
import { AutomationChecks } from '../definitions/automation-checks.service.js';
import { AutomationDrafts } from '../definitions/automation-drafts.repository.js';
import { AutomationPauses, type LateChoice } from '../runs/automation-pauses.repository.js';
import { Automations } from '../definitions/automations.service.js';
import { AutomationsRepository } from '../definitions/automations.repository.js';
import type { PublishedAutomation } from '../definitions/published.js';
import type { CheckedSend } from '../definitions/step-sends.service.js';
import { AutomationApprovals } from './automation-approvals.service.js';
import { Moves } from '../moving/moves.repository.js';

/** How a draft is published. */
interface Publication {
  /** When what is published was last changed, as far as its editor knows. */
  base?: Date;
  /** Who goes by the new version; newcomers alone by default. */
  move?: 'newcomers' | 'all';
  /** Who publishes it. */
  by: string;
}

/**
 * Publishes automations, pauses, resumes, drains and stops them. Each change locks the automation, so it waits for rounds that step
 * its runs and holds from then on; its messages that were not handed over follow as a group.
 */
@Injectable()
export class AutomationControl {
  constructor(
    @Inject(Automations) private readonly automations: Automations,
    @Inject(AutomationDrafts) private readonly drafts: AutomationDrafts,
    @Inject(AutomationsRepository) private readonly versions: AutomationsRepository,
    @Inject(AutomationPauses) private readonly pauses: AutomationPauses,
    @Inject(AutomationChecks) private readonly checks: AutomationChecks,
    @Inject(Contents) private readonly contents: Contents,
    @Inject(Moves) private readonly moves: Moves,
    @Inject(MessageGroups) private readonly groups: MessageGroups,
    @Inject(SegmentPositions) private readonly positions: SegmentPositions,
    @Inject(AutomationApprovals) private readonly approvals: AutomationApprovals,
    @Inject(ConversionGoals) private readonly goals: ConversionGoals,
    @Inject(Database) private readonly database: Database,
  ) {}

  /**
   * Makes the draft the live version. People inside finish the one that they entered, or are moved.
   * @throws UnknownAutomationError, AutomationStateError, AutomationNotReadyError, AutomationChangedError, ApprovalNeededError
   */
  async publish(workspaceId: number, id: string, { base, move, by }: Publication): Promise<AutomationRow> {
    const before = await this.automations.get(workspaceId, id);
    if (base !== undefined && base.getTime() !== before.updated_at.getTime()) throw new AutomationChangedError();
    const checked = await this.checks.check(workspaceId, before.draft);
    const { graph, compiled, sends, problems } = checked;
    if (before.is_ending) problems.push({ field: 'state', message: 'is stopped and still ends those inside: try again in a moment' }); // prettier-ignore
    if (!graph || !compiled || problems.length > 0) throw new AutomationNotReadyError(problems);
    await this.approvals.check(before, checked);
    const stored = await this.store(workspaceId, sends);
    return this.database.transaction(async () => {
      // The workspace is followed from now on, if it was not. The follower takes these locks in the same order.
      await this.positions.lock(workspaceId);
      return this.automations.locked(workspaceId, id, async (automation) => {
        const state = next(automation, 'publish');
        if (automation.is_ending || automation.updated_at.getTime() !== before.updated_at.getTime())
          throw new AutomationChangedError();
        const groupId = automation.group_id === null || automation.state === 'stopped' ? newId() : null;
        if (groupId) {
          await this.groups.open(workspaceId, groupId);
          await this.goals.put(workspaceId, groupId, automation.id, automation.conversion);
        }
        const version = { graph, compiled: { ...compiled, ...stored }, by, state, groupId };
        const number = await this.versions.publish(workspaceId, automation.id, version);
        if (move === 'all' && number !== undefined) await this.moves.begin(workspaceId, automation.id, number);
        return this.automations.get(workspaceId, automation.id);
      });
    });
  }

  /**
   * Keeps everybody where they are, and messages that were not handed over.
   * @param enteringOnly lets nobody in, while those inside go on
   */
  pause(workspaceId: number, id: string, enteringOnly: boolean): Promise<AutomationRow> {
    return this.changed(workspaceId, id, 'pause', async (automation, state) => {
      if (enteringOnly) return this.drafts.move(workspaceId, automation.id, 'live', false);
      await this.drafts.move(workspaceId, automation.id, state, automation.enters);
      await this.group(automation, (group) => this.groups.pause(workspaceId, group));
    });
  }

  /** Lets people in and on again. @param late what becomes of deadlines that passed during the pause */
  resume(workspaceId: number, id: string, late: LateChoice): Promise<AutomationRow> {
    return this.changed(workspaceId, id, 'resume', async (automation, state) => {
      await this.pauses.release(workspaceId, automation.id, automation.paused_at, late);
      await this.drafts.move(workspaceId, automation.id, state, true);
      await this.group(automation, (group) => this.groups.resume(workspaceId, group));
    });
  }

  /** Lets nobody in; those inside go on to their end. */
  drain(workspaceId: number, id: string): Promise<AutomationRow> {
    return this.changed(workspaceId, id, 'drain', async (automation, state) => {
      await this.pauses.release(workspaceId, automation.id, automation.paused_at, 'now');
      await this.drafts.move(workspaceId, automation.id, state, true);
      await this.group(automation, (group) => this.groups.resume(workspaceId, group));
    });
  }

  /** Ends everybody inside, and cancels messages that were not handed over. */
  stop(workspaceId: number, id: string): Promise<AutomationRow> {
    return this.changed(workspaceId, id, 'stop', async (automation, state) => {
      await this.drafts.move(workspaceId, automation.id, state, true);
      await this.pauses.call(workspaceId, automation.id, automation.paused_at);
      await this.group(automation, (group) => this.groups.stop(workspaceId, group));
    });
  }

  private changed(
    workspaceId: number,
    id: string,
    action: AutomationAction,
    work: (automation: AutomationRow, state: AutomationState) => Promise<void>,
  ): Promise<AutomationRow> {
    return this.automations.locked(workspaceId, id, async (automation) => {
      await work(automation, next(automation, action));
      return this.automations.get(workspaceId, automation.id);
    });
  }

  private async group({ group_id }: AutomationRow, work: (group: string) => Promise<unknown>): Promise<void> {
    if (group_id !== null) await work(group_id);
  }

  private async store(
    workspaceId: number,
    sends: readonly CheckedSend[],
  ): Promise<Required<Pick<PublishedAutomation, 'mails' | 'texts'>>> {
    const [mails, texts]: [NonNullable<PublishedAutomation['mails']>, NonNullable<PublishedAutomation['texts']>] = [{}, {}]; // prettier-ignore
    for (const send of sends) {
      const { id: content_id, languages } = await this.contents.put(workspaceId, send.content);
      const content = { content_id, ...(languages && { languages }) };
      if (send.kind === 'email') mails[send.step] = { ...content, sender: send.sender };
      else texts[send.step] = { ...content, source: send.source, from: send.from };
    }
    return { mails, texts };
  }
}

function next({ state }: AutomationRow, action: AutomationAction): AutomationState {
  const after = automationStateAfter(state, action);
  if (!after) throw new AutomationStateError(state, action);
  return after;
}
