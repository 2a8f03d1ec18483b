import { Inject, Injectable } from '@nestjs/common';
import { NIL } from 'uuid';
import { MailboxLimits } from './mailbox-limits.repository.js';
import { Mailboxes } from './mailboxes.service.js';

/** Records that mailbox providers asked an account for less mail, however it was learned. */
@Injectable()
export class MailboxDeferrals {
  constructor(
    @Inject(MailboxLimits) private readonly limits: MailboxLimits,
    @Inject(Mailboxes) private readonly mailboxes: Mailboxes,
  ) {}

  /**
   * Counts once per mailbox provider.
   * @param integrationId null for the service's own server
   * @param told the reply by address
   */
  async note(workspaceId: number, integrationId: string | null, told: Map<string, string>): Promise<void> {
    const byMailbox = new Map<string, string>();
    for (const [address, detail] of told) byMailbox.set(await this.mailboxes.find(address), detail);
    for (const [mailbox, detail] of byMailbox)
      await this.limits.defer({ workspaceId, accountId: integrationId ?? NIL, mailbox }, detail);
  }
}
