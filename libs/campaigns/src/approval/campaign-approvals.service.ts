import { Inject, Injectable } from '@nestjs/common';
import { Approvals, approvalVersion, type ApprovalCaller } from '@dundun/accounts';
import {
  CampaignChangedError,
  CampaignNotReadyError,
  CampaignStateError,
  isVoid,
  Refusal,
  stateAfter,
  type Approval,
} from '@dundun/domain';
import { ReachedSegments } from '@dundun/segments';
import { CampaignChecks } from '../checks/campaign-checks.service.js';
import { CampaignSources, type Sources } from '../checks/campaign-sources.service.js';
import type { CampaignRow } from '../definitions/campaign.js';
import { Campaigns } from '../definitions/campaigns.service.js';
import { CampaignsRepository } from '../definitions/campaigns.repository.js';

/** Lets one version of a campaign be approved before it starts, where the workspace requires it. */
@Injectable()
export class CampaignApprovals {
  constructor(
    @Inject(Campaigns) private readonly campaigns: Campaigns,
    @Inject(CampaignsRepository) private readonly repository: CampaignsRepository,
    @Inject(CampaignChecks) private readonly checks: CampaignChecks,
    @Inject(CampaignSources) private readonly sources: CampaignSources,
    @Inject(ReachedSegments) private readonly segments: ReachedSegments,
    @Inject(Approvals) private readonly approvals: Approvals,
  ) {}

  /**
   * @param sources what is going to be sent, if it was read
   * @throws ApprovalNeededError if the campaign must not start yet
   */
  check(campaign: CampaignRow, sources?: Sources): Promise<void> {
    return this.approvals.check(campaign, () => this.versionOf(campaign, sources));
  }

  /**
   * Asks for approval of a campaign that could start.
   * @throws UnknownCampaignError, CampaignStateError, CampaignNotReadyError, CampaignChangedError, ApprovalNotRequiredError
   */
  async ask(workspaceId: number, id: string, caller: ApprovalCaller): Promise<Approval> {
    const draft = startable(await this.campaigns.get(workspaceId, id));
    const { problems, recipients, isExact } = await this.checks.check(draft);
    if (problems.length > 0) throw new CampaignNotReadyError(problems);
    const version = await this.versionOf(draft);
    return this.campaigns.locked(workspaceId, id, async (campaign) => {
      if (startable(campaign).updated_at.getTime() !== draft.updated_at.getTime()) throw new CampaignChangedError();
      const approval = await this.approvals.ask(
        campaign,
        'campaign',
        { version, recipients, is_exact: isExact },
        caller,
      );
      await this.repository.approve(workspaceId, campaign.id, approval);
      return approval;
    });
  }

  /**
   * Approves or declines the version that somebody looked at.
   * @param declined why not; absent to approve
   * @throws UnknownCampaignError, CampaignStateError, ApprovalNotAskedError, ApprovalOutdatedError, OwnApprovalError
   */
  decide(
    workspaceId: number,
    id: string,
    decision: { version: string; declined?: { reason: string | null } },
    caller: ApprovalCaller,
  ): Promise<Approval> {
    return this.campaigns.locked(workspaceId, id, async (campaign) => {
      const current = await this.versionOf(startable(campaign));
      const approval = await this.approvals.decide(campaign, 'campaign', { ...decision, current }, caller);
      await this.repository.approve(workspaceId, campaign.id, approval);
      return approval;
    });
  }

  /** Says whether what somebody approves, or has approved, was edited since: a template, the sender or a segment. */
  async isVoid(campaign: CampaignRow): Promise<boolean> {
    const { approval, state } = campaign;
    if (!approval || state !== 'draft') return false;
    try {
      return isVoid(approval, await this.versionOf(campaign));
    } catch (error) {
      // What a database that is away refuses says nothing of the campaign.
      if (error instanceof Refusal && error.kind !== 'unavailable') return true;
      throw error;
    }
  }

  /** Stands for what would be sent to whom: a template or a segment that was edited makes another version. */
  private async versionOf(campaign: CampaignRow, sources?: Sources): Promise<string> {
    const { contents, sender } = sources ?? (await this.sources.of(campaign));
    const { channel, lists, segments, without_lists, without_segments, list_id, data, test, holdout } = campaign;
    const { follows, local_start, send_window, sms_source, sms_from, conversion, transactional_reason } = campaign;
    const reached = await this.segments.of(campaign.workspace_id, [...segments, ...without_segments]);
    const audience = { channel, follows, lists, segments, without_lists, without_segments, list_id, test, holdout, reached }; // prettier-ignore
    return approvalVersion({ contents, sender, audience, data, local_start, send_window, sms_source, sms_from, conversion, ...(transactional_reason !== null && { transactional_reason }) }); // prettier-ignore
  }
}

function startable(campaign: CampaignRow): CampaignRow {
  if (!stateAfter(campaign.state, 'start')) throw new CampaignStateError(campaign.state, 'start');
  return campaign;
}
