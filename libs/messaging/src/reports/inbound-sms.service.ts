import { Inject, Injectable } from '@nestjs/common';
import type { HookOwner } from '@dundun/accounts';
import { stopKeyword } from '@dundun/domain';
import type { InboundSms } from '@dundun/providers';
import { Suppressions } from '../suppressions/suppressions.repository.js';
import { InboundSmsReceipts } from './inbound-sms.repository.js';
import { reportTime } from './report-policy.js';
import { ReportedConsents } from './reported-consents.repository.js';

/** Handles the keywords STOP and START in inbound SMS. */
@Injectable()
export class InboundSmsKeywords {
  constructor(
    @Inject(InboundSmsReceipts) private readonly receipts: InboundSmsReceipts,
    @Inject(Suppressions) private readonly suppressions: Suppressions,
    @Inject(ReportedConsents) private readonly consents: ReportedConsents,
  ) {}

  /** Handles each SMS once, inside the open transaction. */
  async take(owner: HookOwner, inbound: InboundSms[]): Promise<void> {
    for (const sms of await this.receipts.add(owner, inbound)) await this.handle(owner.workspaceId, sms);
  }

  private async handle(workspaceId: number, { from, body, at }: InboundSms): Promise<void> {
    const keyword = stopKeyword(body);
    if (keyword === null) return;
    const saidAt = reportTime(at);
    const action = keyword === 'stop' ? 'unsubscribed' : 'resumed';
    if (keyword === 'start') await this.suppressions.resume(workspaceId, from, saidAt);
    else await this.suppressions.add([{ workspaceId, address: from, reason: 'stop', detail: body, saidAt }]);
    await this.consents.add({ workspaceId, address: from, action, method: 'sms', textSaid: body, saidAt });
  }
}
