import { Inject, Injectable } from '@nestjs/common';
import { ListSuppressions, type ListSuppression } from '../suppressions/list-suppressions.repository.js';
import { Suppressions } from '../suppressions/suppressions.repository.js';
import type { ReportRow } from './delivery-reports.repository.js';
import { reportedAddress } from './report-policy.js';
import { ReportedConsents } from './reported-consents.repository.js';
import type { ReportedMessage } from './reported-messages.repository.js';
import { ReportedOptOuts } from './reported-opt-outs.repository.js';

/** Applies what a report means for its person beyond the message: suppressions and opt-outs. */
@Injectable()
export class ReportConsequences {
  constructor(
    @Inject(Suppressions) private readonly suppressions: Suppressions,
    @Inject(ListSuppressions) private readonly lists: ListSuppressions,
    @Inject(ReportedOptOuts) private readonly optOuts: ReportedOptOuts,
    @Inject(ReportedConsents) private readonly consents: ReportedConsents,
  ) {}

  /** Applies one report of a message. @returns the list that the person left, if any, for `leave` */
  async apply(message: ReportedMessage, report: ReportRow): Promise<ListSuppression[]> {
    const { kind, bounce, detail } = report;
    const address = reportedAddress(message.recipients, report);
    if (address === null) return [];
    const { workspace_id: workspaceId, id: messageId, list_id: listId } = message;
    const suppress = (reason: 'bounce' | 'complaint') =>
      this.suppressions.add([{ workspaceId, address, reason, detail, messageId }]);
    if (kind === 'bounced' && bounce === 'hard') await suppress('bounce');
    else if (kind === 'bounced' && bounce === 'soft')
      await this.suppressions.countSoftBounce(workspaceId, address, messageId, detail);
    else if (kind === 'complained') await suppress('complaint');
    else if (kind === 'unsubscribed' && listId) {
      await this.optOuts.add({ workspaceId, listId, address });
      return [{ workspaceId, listId, address }];
    } else if (kind === 'unsubscribed') await this.optOutOfAll(report, address);
    return [];
  }

  /** Closes lists to people who left them. Call it last in the transaction: hand-overs wait for its commit. */
  async leave(left: ListSuppression[]): Promise<void> {
    await this.lists.add(left);
  }

  /** Suppresses an address that opted out of all messages. For a phone number that is a STOP, which START lifts. */
  async optOutOfAll(report: ReportRow, address: string | null): Promise<void> {
    if (address === null) return;
    const { workspace_id: workspaceId, message_id: messageId, detail } = report;
    const saidAt = report.reported_at ?? report.received_at;
    const reason = address.includes('@') ? 'unsubscribe' : 'stop';
    await this.suppressions.add([{ workspaceId, address, reason, detail, messageId }]);
    await this.consents.add({ workspaceId, address, action: 'unsubscribed', method: 'provider', saidAt });
  }
}
