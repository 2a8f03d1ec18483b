import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { Approvals, type ApprovalCaller } from '@dundun/accounts';
import {
  CampaignChangedError,
  CampaignNotReadyError,
  CampaignStateError,
  stableText,
  stateAfter,
  type Approval,
} from '@dundun/domain';
import { CampaignChecks } from '../checks/campaign-checks.service.js';
import { variantsOf, type CampaignRow } from '../definitions/campaign.js';
import { Campaigns } from '../definitions/campaigns.service.js';
import { CampaignsRepository } from '../definitions/campaigns.repository.js';

/** What is no version: a segment was edited since approval was asked for. */
const EDITED = 'edited';

/** Lets one version of a campaign be approved before it starts, where the workspace requires it. */
@Injectable()
export class CampaignApprovals {
  constructor(
    @Inject(Campaigns) private readonly campaigns: Campaigns,
    @Inject(CampaignsRepository) private readonly repository: CampaignsRepository,
    @Inject(CampaignChecks) private readonly checks: CampaignChecks,
    @Inject(Approvals) private readonly approvals: Approvals,
  ) {}

  /** @throws ApprovalNeededError if the campaign must not start yet */
  check(campaign: CampaignRow): Promise<void> {
    return this.approvals.check(campaign, () => this.currentOf(campaign));
  }

  /**
   * Asks for approval of a campaign that could start.
   * @throws UnknownCampaignError, CampaignStateError, CampaignNotReadyError, CampaignChangedError, ApprovalNotRequiredError
   */
  async ask(workspaceId: number, id: string, caller: ApprovalCaller): Promise<Approval> {
    const draft = startable(await this.campaigns.get(workspaceId, id));
    const { problems, recipients } = await this.checks.check(draft);
    if (problems.length > 0) throw new CampaignNotReadyError(problems);
    const version = await this.versionOf(draft);
    return this.campaigns.locked(workspaceId, id, async (campaign) => {
      if (startable(campaign).updated_at.getTime() !== draft.updated_at.getTime()) throw new CampaignChangedError();
      const approval = await this.approvals.ask(campaign, 'campaign', version, recipients, caller);
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
      const current = await this.currentOf(startable(campaign));
      const approval = await this.approvals.decide(campaign, 'campaign', { ...decision, current }, caller);
      await this.repository.approve(workspaceId, campaign.id, approval);
      return approval;
    });
  }

  private async currentOf(campaign: CampaignRow): Promise<string> {
    const { workspace_id, segments, without_segments, approval } = campaign;
    const named = [...segments, ...without_segments];
    const edited = approval ? await this.repository.edited(workspace_id, named, new Date(approval.asked_at)) : [];
    return edited.length > 0 ? EDITED : this.versionOf(campaign);
  }

  /** Stands for what would be sent to whom: also a template that was edited is another version. */
  private async versionOf(campaign: CampaignRow): Promise<string> {
    const contents = [];
    for (let variant = 0; variant < variantsOf(campaign); variant++)
      contents.push(await this.checks.content(campaign, variant));
    const sender = campaign.channel === 'email' ? await this.checks.sender(campaign) : null;
    const { channel, lists, segments, without_lists, without_segments, list_id, data, test, holdout } = campaign;
    const { follows, local_start, send_window, sms_source, sms_from, conversion } = campaign;
    const audience = { channel, follows, lists, segments, without_lists, without_segments, list_id, test, holdout };
    const all = { contents, sender, audience, data, local_start, send_window, sms_source, sms_from, conversion };
    return createHash('sha256').update(stableText(all)).digest('hex').slice(0, 32);
  }
}

function startable(campaign: CampaignRow): CampaignRow {
  if (!stateAfter(campaign.state, 'start')) throw new CampaignStateError(campaign.state, 'start');
  return campaign;
}
