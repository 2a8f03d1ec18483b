import { Inject, Injectable } from '@nestjs/common';
import { SystemMail, type MemberMail } from '@dundun/accounts';
import { NoSenderError } from '@dundun/domain';
import { newId } from '@dundun/platform/database';
import { OutgoingMail } from './outgoing-mail.service.js';

/** Sends mail to members from the sender of the workspace, outside the daily limit. */
@Injectable()
export class MemberMails extends SystemMail {
  constructor(@Inject(OutgoingMail) private readonly outgoing: OutgoingMail) {
    super();
  }

  async send(mail: MemberMail): Promise<void> {
    const from = await this.outgoing.optinSender(mail.workspaceId);
    if (!from) throw new NoSenderError();
    await this.outgoing.queue([{ ...mail, id: newId(), from, replyTo: from.replyTo }]);
  }
}
