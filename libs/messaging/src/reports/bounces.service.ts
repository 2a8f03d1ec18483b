import { hash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { readBounceMail, type DeliveryReport, type Transport } from '@dundun/providers';
import { NIL } from 'uuid';
import { DeliveryReports } from './delivery-reports.service.js';
import type { Recipient } from '../message/message.js';
import { reportedRecipient } from './report-policy.js';
import { ReportedMessages } from './reported-messages.repository.js';
import type { OwnedId } from '../message/signed-id.js';

/** What stands for the service itself where a report names the integration that it came through. */
export const OWN_PROVIDER_ID = NIL;

/** What was made of a mail: how many of its reports are about recipients of a message; null when it is no bounce. */
export type Matched = number | null;

/** Whoever got a mail could report on it for ever, in ever new words: no message has an honest use for more. */
const MOST_REPORTS = 1_000;
/** The Message-ID that our mail leaves with. */
const MESSAGE_ID = /^<([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})@/i;

/** Takes in mail about mail: notifications of delivery and complaints. Every other mail changes nothing. */
@Injectable()
export class Bounces {
  constructor(
    @Inject(ReportedMessages) private readonly messages: ReportedMessages,
    @Inject(DeliveryReports) private readonly reports: DeliveryReports,
  ) {}

  /** What came to the return path of a message is about that message, whatever else it says. */
  async takeAbout(message: OwnedId, raw: Buffer, transport?: Transport): Promise<Matched> {
    const mail = await readBounceMail(raw, transport);
    return mail && this.store(message, mail.reports);
  }

  /** A bounce that came another way names the message by its Message-ID. */
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
 * Those about recipients of the message. The only recipient is meant even under another address, which mail gets when
 * it is forwarded; among several the report itself must say who.
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

/** The same for every copy of a notification, however often and by whichever way it comes. */
function eventIdOf(id: string, { recipient, kind, bounce, detail, at }: DeliveryReport): string {
  return hash('sha256', JSON.stringify([id, recipient?.toLowerCase(), kind, bounce, detail, at?.getTime()]));
}
