import { Inject, Injectable } from '@nestjs/common';
import { Approvals, approvalVersion, type ApprovalCaller } from '@dundun/accounts';
import { AutomationChangedError, AutomationNotReadyError, isVoid, type Approval } from '@dundun/domain';
import { ReachedSegments } from '@dundun/segments';
import type { AutomationRow } from '../definitions/automation.js';
import { AutomationChecks, idsIn, type AutomationCheck } from '../definitions/automation-checks.service.js';
import { AutomationDrafts } from '../definitions/automation-drafts.repository.js';
import { Automations } from '../definitions/automations.service.js';

/** Lets one version of a draft be approved before it is published, where the workspace requires it. */
@Injectable()
export class AutomationApprovals {
  constructor(
    @Inject(Automations) private readonly automations: Automations,
    @Inject(AutomationDrafts) private readonly drafts: AutomationDrafts,
    @Inject(AutomationChecks) private readonly checks: AutomationChecks,
    @Inject(ReachedSegments) private readonly segments: ReachedSegments,
    @Inject(Approvals) private readonly approvals: Approvals,
  ) {}

  /** @param checked what is going to be published @throws ApprovalNeededError if the draft must not be published yet */
  check(automation: AutomationRow, checked: AutomationCheck): Promise<void> {
    return this.approvals.check(automation, async () => (await this.versionOf(automation, checked)) ?? '');
  }

  /**
   * Asks for approval of a draft that could be published.
   * @throws UnknownAutomationError, AutomationNotReadyError, AutomationChangedError, ApprovalNotRequiredError
   */
  async ask(workspaceId: number, id: string, caller: ApprovalCaller): Promise<Approval> {
    const before = await this.automations.get(workspaceId, id);
    const checked = await this.checks.check(workspaceId, before.draft);
    if (checked.problems.length > 0) throw new AutomationNotReadyError(checked.problems);
    const version = await this.versionOf(before, checked);
    return this.automations.locked(workspaceId, id, async (automation) => {
      if (version === undefined || automation.updated_at.getTime() !== before.updated_at.getTime())
        throw new AutomationChangedError();
      const approval = await this.approvals.ask(
        automation,
        'automation',
        { version, recipients: null, is_exact: true },
        caller,
      );
      await this.drafts.approve(workspaceId, automation.id, approval);
      return approval;
    });
  }

  /**
   * Approves or declines the version that somebody looked at.
   * @param declined why not; absent to approve
   * @throws UnknownAutomationError, ApprovalNotAskedError, ApprovalOutdatedError, OwnApprovalError
   */
  async decide(
    workspaceId: number,
    id: string,
    decision: { version: string; declined?: { reason: string | null } },
    caller: ApprovalCaller,
  ): Promise<Approval> {
    const before = await this.automations.get(workspaceId, id);
    const current = (await this.versionOf(before, await this.checks.check(workspaceId, before.draft))) ?? '';
    return this.automations.locked(workspaceId, id, async (automation) => {
      if (automation.updated_at.getTime() !== before.updated_at.getTime()) throw new AutomationChangedError();
      const approval = await this.approvals.decide(automation, 'automation', { ...decision, current }, caller);
      await this.drafts.approve(workspaceId, automation.id, approval);
      return approval;
    });
  }

  /**
   * Says whether what somebody approves, or has approved, was edited since: a template, a sender or a segment.
   * @param checked the draft, if it is checked already
   */
  async isVoid(automation: AutomationRow, checked?: AutomationCheck): Promise<boolean> {
    const { workspace_id, draft, approval } = automation;
    if (!approval) return false;
    const check = checked ?? (await this.checks.check(workspace_id, draft));
    return isVoid(approval, (await this.versionOf(automation, check)) ?? '');
  }

  /** Stands for the steps, what they send and the segments that they name: an edit of a template or a segment makes another version. */
  private async versionOf(
    { workspace_id, draft }: AutomationRow,
    { compiled, sends, problems }: AutomationCheck,
  ): Promise<string | undefined> {
    if (!compiled || problems.length > 0) return undefined;
    return approvalVersion({ compiled, sends, segments: await this.segments.of(workspace_id, idsIn(draft)) });
  }
}
