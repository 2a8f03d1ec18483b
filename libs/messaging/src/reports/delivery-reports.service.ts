import { Inject, Injectable } from '@nestjs/common';
import type { HookOwner } from '@dundun/accounts';
import { asksForLessMail } from '@dundun/domain';
import { LOGGER, type Logger } from '@dundun/platform/config';
import { Database } from '@dundun/platform/database';
import type { DeliveryReport, InboundSms } from '@dundun/providers';
import { NIL } from 'uuid';
import { MailboxDeferrals } from '../deliver/mailbox-deferrals.service.js';
import type { ListSuppression } from '../suppressions/list-suppressions.repository.js';
import { DeliveryReportRepository, MOST_AT_ONCE, type ReportRow } from './delivery-reports.repository.js';
import { InboundSmsKeywords } from './inbound-sms.service.js';
import { ReportConsequences } from './report-consequences.service.js';
import { afterReport, isErased, reportedRecipient } from './report-policy.js';
import { ReportedMessages, type ReportedMessage } from './reported-messages.repository.js';

/**
 * Takes what providers report about messages: stores each report once, in any order, and applies it to its message. A
 * report that arrives before its message or its outcome is recorded waits for it.
 */
@Injectable()
export class DeliveryReports {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(DeliveryReportRepository) private readonly reports: DeliveryReportRepository,
    @Inject(ReportedMessages) private readonly messages: ReportedMessages,
    @Inject(ReportConsequences) private readonly consequences: ReportConsequences,
    @Inject(InboundSmsKeywords) private readonly keywords: InboundSmsKeywords,
    @Inject(MailboxDeferrals) private readonly deferrals: MailboxDeferrals,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Stores and applies one call of a provider. @returns how many of the reports were new */
  take(owner: HookOwner, reports: DeliveryReport[], inbound: InboundSms[] = []): Promise<number> {
    return this.database.transaction(async () => {
      const fresh = await this.reports.store(owner, reports);
      await this.apply(fresh.filter(({ message_id }) => message_id !== null));
      for (const report of fresh.filter(isOfNoMessage)) await this.consequences.optOutOfAll(report, report.recipient);
      await this.keywords.take(owner, inbound);
      return fresh.length;
    });
  }

  /** Applies waiting reports whose message is now known. @returns how many were looked at, and how many matched */
  matchWaiting(most = MOST_AT_ONCE): Promise<{ looked: number; matched: number }> {
    return this.database.transaction(async () => {
      const looked = await this.reports.match(most);
      const matched = looked.filter(({ message_id }) => message_id !== null);
      await this.apply(matched);
      return { looked: looked.length, matched: matched.length };
    });
  }

  private async apply(reports: ReportRow[]): Promise<void> {
    if (reports.length === 0) return;
    const messages = await this.messages.lock(reports);
    const byId = new Map(messages.map((message) => [`${message.workspace_id} ${message.id}`, message]));
    const changed = new Set<ReportedMessage>();
    const ofErased: ReportRow[] = [];
    const left: ListSuppression[] = [];
    const deferred = new Map<string, ReportRow>();
    // Suppressions are always written in the order of their addresses, which prevents deadlocks.
    const inOrder = [...reports].sort((a, b) => (a.recipient ?? '').localeCompare(b.recipient ?? ''));
    for (const report of inOrder) {
      const message = byId.get(`${report.workspace_id} ${String(report.message_id)}`);
      if (!message) continue;
      const next = afterReport(message.recipients, report);
      if (next) changed.add(Object.assign(message, next));
      const about = reportedRecipient(message.recipients, report);
      if (about && isRateDeferral(report)) deferred.set(about.address, report);
      if (about && isErased(about)) ofErased.push(report);
      left.push(...(await this.consequences.apply(message, report)));
    }
    await this.reports.forgetRecipients(ofErased);
    await this.messages.change([...changed]);
    await this.messages.charge(reports);
    await this.consequences.leave(left);
    if (deferred.size > 0) this.database.afterCommit(() => void this.slowDown(deferred));
  }

  /** Slows mail of the account to the mailbox providers that defer it. Only this process knows if it fails; the next report says it again. */
  private async slowDown(deferred: Map<string, ReportRow>): Promise<void> {
    try {
      for (const [address, { workspace_id, integration_id, detail }] of deferred)
        await this.deferrals.note(workspace_id, integration_id, new Map([[address, detail]]));
    } catch (error) {
      this.logger.warn({ err: error }, "a mailbox's limit was not recorded");
    }
  }
}

/** A signed report of a provider. Anybody who got a mail can send one by mail, which must not slow the mail to others. */
const isRateDeferral = ({ kind, integration_id, detail }: ReportRow) =>
  kind === 'deferred' && integration_id !== NIL && asksForLessMail(detail);

/** Some providers report an opt-out without naming a message, so the report must not wait for one. */
const isOfNoMessage = ({ kind, reference, provider_message_id }: ReportRow) =>
  kind === 'unsubscribed' && reference === null && provider_message_id === null;
