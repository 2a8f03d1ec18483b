import { Inject, Injectable } from '@nestjs/common';
import { Workspaces } from '@dundun/accounts';
import { mailboxKey } from '@dundun/domain';
import { unsubscribeHeaders } from '@dundun/messaging';
import { Seal } from '@dundun/platform/config';
import { networkBlock } from '@dundun/platform/limits';
import { v7 } from 'uuid';
import type { ConsentMethod } from '../consents/evidence.js';
import { en } from '../words/en.js';
import { ConfirmationBudget, type BudgetName } from './confirmation-budget.js';
import { ConfirmationBudgets } from './confirmation-budgets.repository.js';
import { confirmationMail } from './confirmation-mail.js';
import type { MembershipSet } from './membership-set.js';
import type { ConfirmationRequest, MembershipWrites } from './membership-writes.js';
import { hashOfToken, newToken } from './tokens.js';

/** Origins that anybody has: the public key and hosted forms. */
const ANYBODY: readonly ConsentMethod[] = ['api_key', 'form'];
const textOf = ({ workspaceId, budget, name }: BudgetName) => `${workspaceId} ${budget} ${name}`;

/**
 * Gives each request for a confirmation its link, and mails it within the budgets of the workspace. A request beyond them is
 * stored and answered the same, but not mailed.
 */
@Injectable()
export class ConfirmationRequests {
  constructor(
    @Inject(ConfirmationBudgets) private readonly budgets: ConfirmationBudgets,
    @Inject(Workspaces) private readonly workspaces: Workspaces,
    @Inject(Seal) private readonly seal: Seal,
  ) {}

  /** Call it after all other rows of the group commit are locked. */
  async decide(set: MembershipSet, writes: MembershipWrites): Promise<void> {
    const { asked } = writes;
    if (asked.length === 0) return;
    const budgets = await this.lock(asked);
    for (const request of asked) {
      const bounds = this.namesOf(request).map((name) => budgets.get(textOf(name)) as ConfirmationBudget);
      const spent = bounds.find(({ isSpent }) => isSpent);
      if (spent) spent.refuse();
      else for (const budget of bounds) budget.spend();
      this.ask(set, writes, request, spent === undefined);
    }
    await this.budgets.keep([...budgets.values()].map(({ row }) => row));
  }

  private async lock(asked: ConfirmationRequest[]): Promise<Map<string, ConfirmationBudget>> {
    const names = new Map(asked.flatMap((each) => this.namesOf(each)).map((name) => [textOf(name), name]));
    const { rows, now } = await this.budgets.lock([...names.values()]);
    const found = await this.workspaces.findAll([...new Set(rows.map(({ workspaceId }) => workspaceId))]);
    const limits = new Map(
      found.map(({ id, networkBudget, listBudget, workspaceBudget, mailboxBudget }) => [
        id,
        { network: networkBudget, list: listBudget, workspace: workspaceBudget, mailbox: mailboxBudget },
      ]),
    );
    return new Map(
      rows.map((row) => {
        const most = limits.get(row.workspaceId)?.[row.budget] ?? 0;
        return [textOf(row), new ConfirmationBudget(row, most, now)];
      }),
    );
  }

  private namesOf({ list, address, evidence }: ConfirmationRequest): BudgetName[] {
    const { workspaceId, id } = list;
    const mailbox = this.seal.sign('mailbox', `${workspaceId} ${mailboxKey(address)}`);
    const names: BudgetName[] = [{ workspaceId, budget: 'mailbox', name: mailbox }];
    if (!ANYBODY.includes(evidence.method)) return names;
    return [
      ...names,
      { workspaceId, budget: 'network', name: networkBlock(evidence.ip ?? '') },
      { workspaceId, budget: 'list', name: id },
      { workspaceId, budget: 'workspace', name: 'all' },
    ];
  }

  private ask(set: MembershipSet, writes: MembershipWrites, request: ConfirmationRequest, sent: boolean): void {
    const { list, person, address, to, evidence, isUnproven } = request;
    const { workspaceId } = list;
    const from = set.senders.get(workspaceId);
    if (!from) throw new Error('A confirmation needs a sender.');
    const token = newToken();
    const tokenHash = hashOfToken(token) as string;
    const { ip, userAgent, requestId, method } = evidence;
    writes.confirmations.push({
      ...{ tokenHash, workspaceId, listId: list.id, personId: person.id, address, sent },
      ...(isUnproven && { ip, userAgent, requestId, method }),
    });
    if (!sent) return;
    writes.mails.push({
      workspaceId,
      id: v7(),
      from,
      replyTo: from.replyTo,
      to,
      ...confirmationMail(evidence.words ?? en, list, `${set.pages}/confirm/${token}`),
      // The token is enough to unsubscribe: its holder reads the mailbox.
      headers: unsubscribeHeaders(`${set.pages}/u/${token}`),
      requestId: evidence.requestId,
    });
  }
}
