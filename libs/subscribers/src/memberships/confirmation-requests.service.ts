import { Inject, Injectable } from '@nestjs/common';
import { Workspaces } from '@dundun/accounts';
import { mailboxKey } from '@dundun/domain';
import { unsubscribeHeaders } from '@dundun/messaging';
import type { Person } from '@dundun/people';
import { Seal } from '@dundun/platform/config';
import { networkBlock } from '@dundun/platform/limits';
import { v7 } from 'uuid';
import type { ConsentMethod } from '../consents/evidence.js';
import { wordsFor } from '../words/language.js';
import type { Words } from '../words/words.js';
import { ConfirmationBudget, type BudgetName } from './confirmation-budget.js';
import { ConfirmationBudgets } from './confirmation-budgets.repository.js';
import { confirmationMail } from './confirmation-mail.js';
import type { MembershipSet } from './membership-set.js';
import type { ConfirmationRequest, MembershipWrites } from './membership-writes.js';
import { hashOfToken, newToken } from './tokens.js';

/** Origins that anybody has: the public key and hosted forms. */
const ANYBODY: readonly ConsentMethod[] = ['api_key', 'form'];
/** Returns the words in the person's language, else in that of the workspace, as far as there are any. */
const wordsOfPerson = ({ meta }: Person, ofWorkspace = ''): Words =>
  wordsFor([meta.language, ofWorkspace].filter((tag) => typeof tag === 'string').join(','));

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
    const { budgets, languages } = await this.lock(asked);
    for (const request of asked) {
      const bounds = this.namesOf(request).map((name) => budgets.get(textOf(name)) as ConfirmationBudget);
      const spent = bounds.find(({ isSpent }) => isSpent);
      if (spent) spent.refuse();
      else for (const budget of bounds) budget.spend();
      const words = request.evidence.words ?? wordsOfPerson(request.person, languages.get(request.list.workspaceId));
      this.ask(set, writes, request, words, spent === undefined);
    }
    await this.budgets.keep([...budgets.values()].map(({ row }) => row));
  }

  /** Also reads the default language of each workspace. */
  private async lock(asked: ConfirmationRequest[]) {
    const names = new Map(asked.flatMap((each) => this.namesOf(each)).map((name) => [textOf(name), name]));
    const { rows, now } = await this.budgets.lock([...names.values()]);
    const found = await this.workspaces.findAll([...new Set(rows.map(({ workspaceId }) => workspaceId))]);
    const limits = new Map(
      found.map(({ id, networkBudget, listBudget, workspaceBudget, mailboxBudget }) => [
        id,
        { network: networkBudget, list: listBudget, workspace: workspaceBudget, mailbox: mailboxBudget },
      ]),
    );
    const languages = new Map(found.map(({ id, defaultLanguage }) => [id, defaultLanguage]));
    const budgets = new Map(
      rows.map((row) => {
        const most = limits.get(row.workspaceId)?.[row.budget] ?? 0;
        return [textOf(row), new ConfirmationBudget(row, most, now)];
      }),
    );
    return { budgets, languages };
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

  private ask(
    set: MembershipSet,
    writes: MembershipWrites,
    request: ConfirmationRequest,
    words: Words,
    sent: boolean,
  ): void {
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
      ...confirmationMail(words, list, `${set.pages}/confirm/${token}`),
      // The token is enough to unsubscribe: its holder reads the mailbox.
      headers: unsubscribeHeaders(`${set.pages}/u/${token}`),
      requestId: evidence.requestId,
    });
  }
}
