import { hash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { readBounceMail, type DeliveryReport, type Transport } from '@dundun/providers';
import { NIL } from 'uuid';
import { DeliveryReports } from './delivery-reports.service.js';
import type { Recipient } from '../message/message.js';
import { reportedRecipient } from './report-policy.js';
import { ReportedMessages } from './reported-messages.repository.js';
import type { OwnedId } from '../message/signed-id.js';

/** The integration id of reports that came through the service itself. */
export const OWN_PROVIDER_ID = NIL;

/** The number of reports in a mail that are about recipients of a message; null if the mail is not a bounce. */
export type Matched = number | null;

/** Bounds the reports on one message, because its recipient could send new ones forever. */
const MOST_REPORTS = 1_000;
/** Matches the Message-ID of our mail. */
const MESSAGE_ID = /^<([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})@/i;

/** Takes in mail about mail: delivery status notifications, plain-text bounces and complaints. Other mail changes nothing. */
@Injectable()
export class Bounces {
  constructor(
    @Inject(ReportedMessages) private readonly messages: ReportedMessages,
    @Inject(DeliveryReports) private readonly reports: DeliveryReports,
  ) {}

  /** Takes mail to the return path of a message. It counts for that message, even if it names another one. */
  async takeAbout(message: OwnedId, raw: Buffer, transport?: Transport): Promise<Matched> {
    const mail = await readBounceMail(raw, transport);
    return mail && this.store(message, mail.reports);
  }

  /** Takes a bounce that arrived another way; its Message-ID names the message. */
  async take(workspaceId: number, raw: Buffer): Promise<Matched> {
    const mail = await readBounceMail(raw);
    const id = MESSAGE_ID.exec(mail?.messageId ?? '')?.[1]?.toLowerCase();
    return mail && (id === undefined ? 0 : this.store({ workspaceId, id }, mail.reports));
  }

  private async store(message: OwnedId, reports: DeliveryReport[]): Promise<number> {
    const recipients = await this.messages.recipientsOf(message, OWN_PROVIDER_ID, MOST_REPORTS);
    const about = recipients ? reportsAbout(message.id, recipients, reports) : [];
    const owner = { workspaceId: message.workspaceId, integrationId: OWN_PROVIDER_ID };
    if (about.length > 0) await this.reports.take(owner, about);
    return about.length;
  }
}

/**
 * Returns the reports about recipients of the message. A single recipient matches under any address, because forwarding
 * changes it; with several recipients, the report has to name one of them.
 */
function reportsAbout(id: string, recipients: Recipient[], reports: DeliveryReport[]): DeliveryReport[] {
  const named = reports.filter((report) => report.recipient !== null && reportedRecipient(recipients, report));
  const about = named.length > 0 || recipients.length > 1 ? named : reports;
  return about.map((report) => ({
    ...report,
    eventId: eventIdOf(id, report),
    reference: id,
    recipient: named.length > 0 ? report.recipient : null,
  }));
}

/** Returns the same id for every copy of a notification, whichever way it arrives. */
function eventIdOf(id: string, { recipient, kind, bounce, detail, at }: DeliveryReport): string {
  return hash('sha256', JSON.stringify([id, recipient?.toLowerCase(), kind, bounce, detail, at?.getTime()]));
}
