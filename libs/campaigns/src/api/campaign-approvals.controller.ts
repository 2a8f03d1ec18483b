import { Body, Controller, Inject, Param } from '@nestjs/common';
import { ApprovalView, ApproveBody, DeclineBody } from '@dundun/contracts';
import { CurrentCaller, Endpoint, RequestOrigin, type Caller, type Origin } from '@dundun/platform/http';
import { CampaignApprovals } from '../approval/campaign-approvals.service.js';

const DOCUMENTED = { tag: 'Campaigns', access: 'console', returns: ApprovalView } as const;
const ADMIN = { ...DOCUMENTED, role: 'admin' } as const;

/** Approval of campaigns, where the workspace requires it. */
@Controller()
export class CampaignApprovalsController {
  constructor(@Inject(CampaignApprovals) private readonly approvals: CampaignApprovals) {}

  @Endpoint('POST /console/campaigns/:id/approval', {
    ...DOCUMENTED,
    role: 'marketer',
    summary: 'Ask for approval of a campaign',
    description:
      'Admins and owners get a mail. What is approved is the campaign as it is now: any change voids the approval, that of a ' +
      'template or a segment too.',
    refuses: ['unknown', 'conflict'],
  })
  ask(
    @CurrentCaller() { workspaceId, memberId, keyId }: Caller,
    @Param('id') id: string,
    @RequestOrigin() { requestId }: Origin,
  ): Promise<ApprovalView> {
    return this.approvals.ask(workspaceId, id, { memberId, keyId, requestId });
  }

  @Endpoint('POST /console/campaigns/:id/approve', {
    ...ADMIN,
    summary: 'Approve a campaign',
    description: 'By somebody else than who asked, unless nobody else has the role. It does not start by itself.',
    refuses: ['unknown', 'conflict'],
  })
  approve(
    @CurrentCaller() { workspaceId, memberId, keyId }: Caller,
    @Param('id') id: string,
    @Body() { version }: ApproveBody,
    @RequestOrigin() { requestId }: Origin,
  ): Promise<ApprovalView> {
    return this.approvals.decide(workspaceId, id, { version }, { memberId, keyId, requestId });
  }

  @Endpoint('POST /console/campaigns/:id/decline', {
    ...ADMIN,
    summary: 'Decline to approve a campaign',
    description: 'Who asked gets a mail with the reason.',
    refuses: ['unknown', 'conflict'],
  })
  decline(
    @CurrentCaller() { workspaceId, memberId, keyId }: Caller,
    @Param('id') id: string,
    @Body() { version, reason = null }: DeclineBody,
    @RequestOrigin() { requestId }: Origin,
  ): Promise<ApprovalView> {
    return this.approvals.decide(workspaceId, id, { version, declined: { reason } }, { memberId, keyId, requestId });
  }
}
