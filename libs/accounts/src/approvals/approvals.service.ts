import { Inject, Injectable } from '@nestjs/common';
import {
  approvalLack,
  ApprovalNeededError,
  ApprovalNotRequiredError,
  askedFor,
  decidedOn,
  NoSenderError,
  type Approval,
  type Approver,
} from '@dundun/domain';
import { CONFIG, type Config } from '@dundun/platform/config';
import { SystemMail } from '../logins/system-mail.js';
import { Workspaces } from '../workspaces/workspaces.service.js';
import { askingMail, decisionMail, type ApprovalSubject } from './approval-mails.js';
import { Approvers } from './approvers.repository.js';

/** A campaign or an automation. */
interface Approvable extends Record<string, unknown> {
  workspace_id: number;
  id: string;
  name: string;
  approval: Approval | null;
}

/** Who calls, and in which request. */
export interface ApprovalCaller {
  memberId?: string;
  keyId: string;
  requestId: string;
}

const SECRET = 'The API';

/**
 * Decides whether campaigns may start and automations be published. Its callers hold the lock of what is approved and store what
 * it returns. The secret is a machine of the owner: a server that has it could also switch the requirement off.
 */
@Injectable()
export class Approvals {
  constructor(
    @Inject(Workspaces) private readonly workspaces: Workspaces,
    @Inject(Approvers) private readonly approvers: Approvers,
    @Inject(SystemMail) private readonly mail: SystemMail,
    @Inject(CONFIG) private readonly config: Pick<Config, 'CONSOLE_URL'>,
  ) {}

  async isRequired(workspaceId: number): Promise<boolean> {
    return (await this.workspaces.find(workspaceId)).requiresApproval;
  }

  /** @param current stands for what would be used now @throws ApprovalNeededError */
  async check({ workspace_id, approval }: Approvable, current: () => Promise<string>): Promise<void> {
    if (!(await this.isRequired(workspace_id))) return;
    const lack = approvalLack(approval, approval?.state === 'approved' ? await current() : '');
    if (lack !== undefined) throw new ApprovalNeededError(lack);
  }

  /** Returns a request for a version, and tells those who may approve. @throws ApprovalNotRequiredError */
  async ask(
    thing: Approvable,
    kind: ApprovalSubject['kind'],
    asked: Pick<Approval, 'version' | 'recipients' | 'is_exact'>,
    caller: ApprovalCaller,
  ): Promise<Approval> {
    const { workspace_id: workspaceId } = thing;
    if (!(await this.isRequired(workspaceId))) throw new ApprovalNotRequiredError();
    const by = await this.nameOf(workspaceId, caller);
    const all = await this.approvers.all(workspaceId);
    const others = all.filter(({ id }) => id !== by.id);
    const text = askingMail(this.subjectOf(thing, kind), by.name, asked);
    const isMailed = await this.send(workspaceId, others.map(({ email }) => email), text, caller.requestId); // prettier-ignore
    return askedFor({ ...asked, is_mailed: isMailed }, by);
  }

  /** Returns a request with its decision, and tells who asked. @throws ApprovalNotAskedError, ApprovalOutdatedError, OwnApprovalError */
  async decide(
    thing: Approvable,
    kind: ApprovalSubject['kind'],
    { version, current, declined }: { version: string; current: string; declined?: { reason: string | null } },
    caller: ApprovalCaller,
  ): Promise<Approval> {
    const { workspace_id: workspaceId } = thing;
    const by = await this.nameOf(workspaceId, caller);
    const hasOthers = (await this.approvers.all(workspaceId)).some(({ id }) => id !== by.id);
    const approval = decidedOn(thing.approval, { by, version, current, declined, hasOthers });
    const asker = await this.approvers.member(workspaceId, approval.asked_by.id);
    const said = { approver: by.name, isApproved: approval.state === 'approved', reason: approval.reason };
    const to = asker && asker.id !== by.id ? [asker.email] : [];
    await this.send(workspaceId, to, decisionMail(this.subjectOf(thing, kind), said), caller.requestId);
    return approval;
  }

  private subjectOf({ id, name }: Approvable, kind: ApprovalSubject['kind']): ApprovalSubject {
    return { kind, name, link: `${this.config.CONSOLE_URL}/${kind}s/${id}` };
  }

  private async nameOf(workspaceId: number, { memberId, keyId }: ApprovalCaller): Promise<Approver> {
    const member = memberId === undefined ? undefined : await this.approvers.member(workspaceId, memberId);
    return member ? { id: member.id, name: member.name } : { id: memberId ?? keyId, name: SECRET };
  }

  /** Queues mail in the open transaction. Without a sender, the page is the only place that says it. @returns whether there is mail */
  private async send(
    workspaceId: number,
    to: readonly string[],
    mail: { subject: string; text: string; html: string },
    requestId: string,
  ): Promise<boolean> {
    try {
      for (const each of to)
        await this.mail.send({ workspaceId, to: each, ...mail, readableFrom: 'viewer', requestId });
      return to.length > 0;
    } catch (error) {
      if (!(error instanceof NoSenderError)) throw error;
      return false;
    }
  }
}
