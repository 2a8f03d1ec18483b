import { Body, Controller, Inject, Param } from '@nestjs/common';
import { ApprovalView, ApproveBody, DeclineBody } from '@dundun/contracts';
import { CurrentCaller, Endpoint, RequestOrigin, type Caller, type Origin } from '@dundun/platform/http';
import { AutomationApprovals } from './automation-approvals.service.js';

const DOCUMENTED = { tag: 'Automations', access: 'console', returns: ApprovalView } as const;
const ADMIN = { ...DOCUMENTED, role: 'admin' } as const;

/** Approval of automations, where the workspace requires it. */
@Controller()
export class AutomationApprovalsController {
  constructor(@Inject(AutomationApprovals) private readonly approvals: AutomationApprovals) {}

  @Endpoint('POST /console/automations/:id/approval', {
    ...DOCUMENTED,
    role: 'marketer',
    summary: 'Ask for approval of an automation',
    description:
      'Admins and owners get a mail. What is approved is the draft as it is now: any change voids the approval, that of a ' +
      'template too.',
    refuses: ['unknown', 'conflict'],
  })
  ask(
    @CurrentCaller() { workspaceId, memberId, keyId }: Caller,
    @Param('id') id: string,
    @RequestOrigin() { requestId }: Origin,
  ): Promise<ApprovalView> {
    return this.approvals.ask(workspaceId, id, { memberId, keyId, requestId });
  }

  @Endpoint('POST /console/automations/:id/approve', {
    ...ADMIN,
    summary: 'Approve an automation',
    description: 'By somebody else than who asked, unless nobody else has the role. It is not published by itself.',
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

  @Endpoint('POST /console/automations/:id/decline', {
    ...ADMIN,
    summary: 'Decline to approve an automation',
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
