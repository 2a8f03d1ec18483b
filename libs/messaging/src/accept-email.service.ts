import { Inject, Injectable } from '@nestjs/common';
import { SendingDomains } from '@dundun/accounts';
import type { SendEmailBody } from '@dundun/contracts';
import { DomainNotConnectedError, NoEmailProviderError, uniqueRecipients, type MailAddress } from '@dundun/domain';
import { CONFIG, type Config } from '@dundun/platform/config';
import { newId, type IdempotencyClaim, type Replayed } from '@dundun/platform/database';
import type { Caller } from '@dundun/platform/http';
import { AcceptedMessages, type AcceptedMessage } from './accepted-messages.js';
import { knownList } from './known-list.js';
import type { EmailContent, NewMessage, Recipient } from './message.js';
import { Templates } from './templates.service.js';

/** Decides whether an email is taken, and in which form it is stored. */
@Injectable()
export class AcceptEmail {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(SendingDomains) private readonly domains: SendingDomains,
    @Inject(Templates) private readonly templates: Templates,
    @Inject(AcceptedMessages) private readonly accepted: AcceptedMessages,
  ) {}

  async accept(
    caller: Caller,
    body: SendEmailBody,
    requestId: string,
    claim?: IdempotencyClaim,
  ): Promise<AcceptedMessage | Replayed> {
    if (this.config.SMTP_URL === undefined) throw new NoEmailProviderError();
    if (!(await this.domains.covers(caller.workspaceId, body.from.email)))
      throw new DomainNotConnectedError(body.from.email);
    const message: NewMessage = {
      workspace_id: caller.workspaceId,
      id: newId(),
      channel: 'email',
      lane: 'fast',
      list_id: knownList(body.list),
      source: null,
      sender: { name: body.from.name, address: body.from.email },
      recipients: recipientsOf(body),
      content: await this.contentOf(caller.workspaceId, body),
      segments: null,
      request_id: requestId,
    };
    return this.accepted.accept(message, caller.plan === 'free', claim);
  }

  private async contentOf(workspaceId: number, body: SendEmailBody): Promise<EmailContent> {
    const { subject, html, text, template, template_variables, reply_to } = body;
    const given = { subject, html, text };
    const parts =
      template === undefined
        ? given
        : await this.templates.render(workspaceId, template, template_variables ?? {}, given);
    return { subject: parts.subject ?? subject, html: parts.html, text: parts.text, replyTo: reply_to?.email };
  }
}

/** Each mailbox once, matched without regard to case. */
function recipientsOf({ to, cc, bcc }: SendEmailBody): Recipient[] {
  const unique = uniqueRecipients(to, cc, bcc);
  const of = (kind: Recipient['kind'], all: MailAddress[]) =>
    all.map(({ name, email }): Recipient => ({ address: email, name, kind, status: 'queued', detail: null }));
  return [...of('to', unique.to), ...of('cc', unique.cc), ...of('bcc', unique.bcc)];
}
