import { Inject, Injectable } from '@nestjs/common';
import type { CreateCampaignBody, StartCampaignBody } from '@dundun/contracts';
import {
  CampaignAudienceChangedError,
  CampaignBegunError,
  CampaignNotReadyError,
  CampaignStateError,
  guardFrom,
  InvalidInputError,
  stateAfter,
  type CampaignAction,
  type CampaignState,
} from '@dundun/domain';
import { checkOwner } from '@dundun/accounts';
import { ConversionGoals } from '@dundun/insights';
import { Contents, MessageGroups } from '@dundun/messaging';
import { Database } from '@dundun/platform/database';
import type { Caller } from '@dundun/platform/http';
import { CampaignApprovals } from '../approval/campaign-approvals.service.js';
import { CampaignChecks } from '../checks/campaign-checks.service.js';
import { CampaignSources } from '../checks/campaign-sources.service.js';
import { CampaignCounts } from '../definitions/campaign-counts.repository.js';
import { isTransactional, startOf, UNDO_MS, type CampaignRow, type CampaignSender } from '../definitions/campaign.js';
import type { StoredContent } from '../definitions/stored-content.js';
import { problemFields } from '../checks/problem-fields.js';
import { asks, CampaignReadiness } from '../checks/campaign-readiness.service.js';
import { Campaigns } from '../definitions/campaigns.service.js';
import { CampaignsRepository } from '../definitions/campaigns.repository.js';
import { Recipients } from '../audience/recipients.repository.js';
import { KeptMessages } from './kept-messages.service.js';

/** How far the audience may have moved since its number was confirmed. */
const TOLERANCE = 0.01;

/** What a start stores. */
interface StartPlan {
  at: Date;
  sender: CampaignSender | null;
  contents: StoredContent[];
}

/** Starts campaigns, takes starts back, pauses, resumes and cancels. */
@Injectable()
export class CampaignControl {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(Campaigns) private readonly campaigns: Campaigns,
    @Inject(CampaignsRepository) private readonly repository: CampaignsRepository,
    @Inject(CampaignChecks) private readonly checks: CampaignChecks,
    @Inject(CampaignSources) private readonly sources: CampaignSources,
    @Inject(CampaignReadiness) private readonly readiness: CampaignReadiness,
    @Inject(CampaignCounts) private readonly counts: CampaignCounts,
    @Inject(Recipients) private readonly recipients: Recipients,
    @Inject(Contents) private readonly contents: Contents,
    @Inject(MessageGroups) private readonly groups: MessageGroups,
    @Inject(CampaignApprovals) private readonly approvals: CampaignApprovals,
    @Inject(ConversionGoals) private readonly goals: ConversionGoals,
    @Inject(KeptMessages) private readonly kept: KeptMessages,
  ) {}

  /**
   * Creates a campaign and starts it, or does neither.
   * @throws InvalidInputError that names each field to mend, and like start
   */
  async launch(
    workspaceId: number,
    body: CreateCampaignBody,
    start: StartCampaignBody,
    by: string,
    role?: Caller['role'],
  ): Promise<CampaignRow> {
    const draft = await this.campaigns.drafted(workspaceId, body, { role });
    try {
      const plan = await this.plan(draft, start);
      return await this.database.transaction(async () => {
        await this.repository.insert(workspaceId, draft.id, draft);
        return this.schedule(draft, plan, by);
      });
    } catch (error) {
      const fields =
        error instanceof CampaignNotReadyError ? problemFields(error.problems, body.channel ?? 'email') : [];
      throw fields.length > 0 ? new InvalidInputError(fields) : error;
    }
  }

  /**
   * Schedules a campaign with its content and sender of now, a minute ahead by default.
   * @param by who starts it
   * @throws UnknownCampaignError, CampaignStateError, CampaignNotReadyError, CampaignAudienceChangedError, InvalidInputError,
   *   ApprovalNeededError, RoleNeededError if it is transactional and no owner starts it
   */
  async start(
    workspaceId: number,
    id: string,
    body: StartCampaignBody,
    by: string,
    role?: Caller['role'],
  ): Promise<CampaignRow> {
    const draft = await this.campaigns.get(workspaceId, id);
    if (isTransactional(draft)) checkOwner({ role });
    next(draft, 'start');
    const plan = await this.plan(draft, body);
    return this.campaigns.locked(workspaceId, id, async (campaign) => {
      next(campaign, 'start');
      if (campaign.updated_at.getTime() !== draft.updated_at.getTime())
        throw new CampaignNotReadyError([{ message: 'it was changed at the same moment: look at it again' }]);
      return this.schedule(campaign, plan, by);
    });
  }

  /** Checks a draft and fixes what it sends. Takes seconds for a large audience: call it outside of transactions. */
  private async plan(draft: CampaignRow, { at, confirm_count: confirmed }: StartCampaignBody): Promise<StartPlan> {
    if (at && at.getTime() < Date.now() - UNDO_MS)
      throw new InvalidInputError([{ field: 'at', message: 'must not be in the past' }]);
    if (at && draft.local_start)
      throw new InvalidInputError([{ field: 'at', message: 'must not be given: local_start says when' }]);
    const { problems, recipients, isExact } = await this.checks.check(draft);
    if (problems.length > 0) throw new CampaignNotReadyError(problems);
    const { contents, sender } = await this.sources.of(draft);
    await this.approvals.check(draft, { contents, sender });
    if (confirmed !== undefined && isExact && Math.abs(confirmed - recipients) > Math.ceil(confirmed * TOLERANCE))
      throw new CampaignAudienceChangedError(confirmed, recipients);
    const stored: StoredContent[] = [];
    for (const content of contents) stored.push(await this.contents.put(draft.workspace_id, content));
    return { at: at ?? startOf(draft), sender, contents: stored };
  }

  private async schedule(
    { workspace_id, id, conversion }: CampaignRow,
    plan: StartPlan,
    by: string,
  ): Promise<CampaignRow> {
    await this.groups.open(workspace_id, id);
    await this.goals.put(workspace_id, id, id, conversion);
    await this.repository.schedule(workspace_id, id, { ...plan, by });
    return this.campaigns.get(workspace_id, id);
  }

  /** Makes a campaign a draft again, as long as nobody has had a message. @throws CampaignStateError, CampaignBegunError */
  undo(workspaceId: number, id: string): Promise<CampaignRow> {
    return this.campaigns.locked(workspaceId, id, async (campaign) => {
      next(campaign, 'undo');
      const { queued, skipped, retried = 0 } = await this.counts.of(campaign);
      if (queued + retried > 0 || Object.keys(skipped).length > 0) throw new CampaignBegunError();
      await this.recipients.forget(campaign);
      await this.counts.forget(campaign);
      await this.groups.resume(workspaceId, campaign.id);
      await this.repository.takeBack(workspaceId, campaign.id);
      return this.campaigns.get(workspaceId, campaign.id);
    });
  }

  /** Lets no further hand-over begin once it has returned. @throws CampaignStateError */
  pause(workspaceId: number, id: string): Promise<CampaignRow> {
    return this.move(workspaceId, id, 'pause', () => this.groups.pause(workspaceId, id));
  }

  /**
   * Lets a campaign go on that was paused or has halted, at hours at which its messages may arrive. The guard takes what has happened until now as seen.
   * @throws CampaignStateError, CampaignNotReadyError if it halted for something that has to be mended first, ApprovalNeededError if its
   * audience was edited before it was read
   */
  async resume(workspaceId: number, id: string): Promise<CampaignRow> {
    const seen = await this.campaigns.get(workspaceId, id);
    next(seen, 'resume');
    if (seen.frozen_at === null) await this.approvals.check(seen);
    return this.move(workspaceId, id, 'resume', async (campaign) => {
      if (campaign.state === 'halted') await this.overrule(campaign);
      await this.groups.resume(workspaceId, id, (kept) => this.kept.takeBack(campaign, kept));
    });
  }

  /** Ends a campaign for good: waiting messages end, and nobody gets another. @throws CampaignStateError */
  cancel(workspaceId: number, id: string): Promise<CampaignRow> {
    return this.move(workspaceId, id, 'cancel', () => this.groups.stop(workspaceId, id));
  }

  private async overrule(campaign: CampaignRow): Promise<void> {
    const { workspace_id, id, frozen_after, frozen_at, most_sms_segments: ceiling } = campaign;
    if (campaign.halt?.code === 'sms_ceiling' && ceiling !== null && campaign.sms_segments >= ceiling)
      throw new CampaignNotReadyError([{ message: 'its ceiling is used up: raise it first' }]);
    const isBegun = frozen_after !== null || frozen_at !== null;
    const problems = isBegun ? [] : (await this.readiness.halts(campaign)).filter((halt) => !asks(halt));
    if (problems.length > 0) throw new CampaignNotReadyError(problems);
    await this.repository.remember(workspace_id, id, guardFrom(await this.groups.ended(workspace_id, id)));
  }

  private move(
    workspaceId: number,
    id: string,
    action: CampaignAction,
    also: (campaign: CampaignRow) => Promise<unknown>,
  ): Promise<CampaignRow> {
    return this.campaigns.locked(workspaceId, id, async (campaign) => {
      const state = next(campaign, action);
      await also(campaign);
      await this.repository.move(workspaceId, campaign.id, state);
      return this.campaigns.get(workspaceId, campaign.id);
    });
  }
}

function next({ state }: CampaignRow, action: CampaignAction): CampaignState {
  const after = stateAfter(state, action);
  if (!after) throw new CampaignStateError(state, action);
  return after;
}
