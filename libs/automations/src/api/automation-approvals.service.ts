import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { Approvals, type ApprovalCaller } from '@dundun/accounts';
import { AutomationChangedError, AutomationNotReadyError, stableText, type Approval } from '@dundun/domain';
import type { AutomationRow } from '../definitions/automation.js';
import { AutomationChecks } from '../definitions/automation-checks.service.js';
import { AutomationDrafts } from '../definitions/automation-drafts.repository.js';
import { Automations } from '../definitions/automations.service.js';

/** Lets one version of a draft be approved before it is published, where the workspace requires it. */
@Injectable()
export class AutomationApprovals {
  constructor(
    @Inject(Automations) private readonly automations: Automations,
    @Inject(AutomationDrafts) private readonly drafts: AutomationDrafts,
    @Inject(AutomationChecks) private readonly checks: AutomationChecks,
    @Inject(Approvals) private readonly approvals: Approvals,
  ) {}

  /** @throws ApprovalNeededError if the draft must not be published yet */
  check(automation: AutomationRow): Promise<void> {
    return this.approvals.check(automation, async () => (await this.versionOf(automation)) ?? '');
  }

  /**
   * Asks for approval of a draft that could be published.
   * @throws UnknownAutomationError, AutomationNotReadyError, AutomationChangedError, ApprovalNotRequiredError
   */
  async ask(workspaceId: number, id: string, caller: ApprovalCaller): Promise<Approval> {
    const before = await this.automations.get(workspaceId, id);
    const { problems } = await this.checks.check(workspaceId, before.draft);
    if (problems.length > 0) throw new AutomationNotReadyError(problems);
    const version = await this.versionOf(before);
    return this.automations.locked(workspaceId, id, async (automation) => {
      if (version === undefined || automation.updated_at.getTime() !== before.updated_at.getTime())
        throw new AutomationChangedError();
      const approval = await this.approvals.ask(automation, 'automation', version, null, caller);
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
    const current = (await this.versionOf(before)) ?? '';
    return this.automations.locked(workspaceId, id, async (automation) => {
      if (automation.updated_at.getTime() !== before.updated_at.getTime()) throw new AutomationChangedError();
      const approval = await this.approvals.decide(automation, 'automation', { ...decision, current }, caller);
      await this.drafts.approve(workspaceId, automation.id, approval);
      return approval;
    });
  }

  /** Stands for the steps and what they send: also a template that was edited is another version. */
  private async versionOf({ workspace_id, draft }: AutomationRow): Promise<string | undefined> {
    const { compiled, sends, problems } = await this.checks.check(workspace_id, draft);
    if (!compiled || problems.length > 0) return undefined;
    return createHash('sha256').update(stableText({ compiled, sends })).digest('hex').slice(0, 32);
  }
}
