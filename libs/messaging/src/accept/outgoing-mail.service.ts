import { Inject, Injectable } from '@nestjs/common';
import { Workspaces } from '@dundun/accounts';
import type { Role } from '@dundun/domain';
import { AcceptedMessages } from './accepted-messages.repository.js';
import type { NewMessage } from '../message/message.js';
import { SendingProfiles } from '../templates/sending-profiles.service.js';

/** A mail of the service itself, such as a confirmation. */
export interface QueuedMail {
  workspaceId: number;
  id: string;
  from: Omit<OptinSender, 'replyTo'>;
  to: string;
  subject: string;
  html: string;
  text: string;
  replyTo?: string;
  headers?: Record<string, string>;
  /** The least role of a member that may read it. */
  readableFrom?: Role;
  requestId?: string;
}

/** The sender of the service's own mail. */
export interface OptinSender {
  name: string;
  email: string;
  replyTo?: string;
  /** The integration of its sending profile. */
  firstIntegrationId?: string | null;
}

/** Queues mail of the service itself, inside the transaction that causes it and outside the daily limit. */
@Injectable()
export class OutgoingMail {
  constructor(
    @Inject(Workspaces) private readonly workspaces: Workspaces,
    @Inject(AcceptedMessages) private readonly accepted: AcceptedMessages,
    @Inject(SendingProfiles) private readonly profiles: SendingProfiles,
  ) {}

  async queue(mails: QueuedMail[]): Promise<void> {
    if (mails.length > 0) await this.accepted.store(mails.map(messageOf));
  }

  /** Returns the sender of confirmations: the default profile, else a connected domain. @returns null if none can be used */
  async optinSender(workspaceId: number): Promise<OptinSender | null> {
    const profile = await this.profiles.usableDefault(workspaceId);
    if (profile) {
      const { fromName: name, fromEmail: email, replyTo, integrationId: firstIntegrationId } = profile;
      return { name, email, replyTo: replyTo ?? undefined, firstIntegrationId };
    }
    const domain = await this.profiles.usableDomain(workspaceId);
    if (domain === null) return null;
    const { name } = await this.workspaces.find(workspaceId);
    return { name, email: `no-reply@${domain}` };
  }
}

/** Says that nobody wrote the mail, so that no auto-reply answers it (RFC 3834). */
const AUTOMATIC = { 'Auto-Submitted': 'auto-generated' };

const messageOf = ({ workspaceId, id, from, to, requestId, ...mail }: QueuedMail): NewMessage => ({
  workspace_id: workspaceId,
  id,
  channel: 'email',
  lane: 'fast',
  // An unsubscribe must not suppress the mail that confirms a new join.
  list_id: null,
  source: null,
  first_integration_id: from.firstIntegrationId ?? null,
  sender: { name: from.name, address: from.email },
  recipients: [{ address: to, name: null, kind: 'to', status: 'queued', detail: null }],
  content: {
    subject: mail.subject,
    html: mail.html,
    text: mail.text,
    replyTo: mail.replyTo,
    headers: { ...AUTOMATIC, ...mail.headers },
    ...(mail.readableFrom && { readableFrom: mail.readableFrom }),
  },
  segments: null,
  request_id: requestId ?? null,
});
