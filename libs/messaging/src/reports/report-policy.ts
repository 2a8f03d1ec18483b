import type { DeliveryReport, ReportKind } from '@dundun/providers';
import { LRUCache } from 'lru-cache';
import { bestStatus } from '../deliver/delivery-policy.js';
import type { MessageStatus } from '@dundun/domain';
import { ERASED, type Recipient } from '../message/message.js';
import { suppressionKey } from '../message/suppression-key.js';

/** What a report makes of a recipient. Kinds that change nothing are not here. */
const STATUS: Partial<Record<ReportKind, Recipient['status']>> = {
  accepted: 'sent',
  delivered: 'delivered',
  bounced: 'bounced',
  failed: 'failed',
  complained: 'complained',
};

/** Reports come late and in any order: a status gives way only to one that is further on. */
const RANK: Record<Recipient['status'], number> = {
  queued: 0,
  unknown: 1,
  sent: 2,
  captured: 3,
  delivered: 3,
  failed: 4,
  bounced: 5,
  suppressed: 6,
  complained: 7,
};

/** What a report changes, or null when it changes nothing. */
export interface Reported {
  status: MessageStatus;
  recipients: Recipient[];
}

/** Whether this was somebody who is erased: whatever is told of them is not to be kept with the message. */
export const isErased = ({ address }: Recipient) => address === ERASED;

/** Each report is held against a hundred recipients, and a call may bring thousands of reports. */
const keys = new LRUCache<string, string>({ max: 1_000 });

function keyOf(address: string): string {
  const known = keys.get(address);
  if (known !== undefined) return known;
  const key = suppressionKey(address);
  keys.set(address, key);
  return key;
}

/** Providers may spell an address in their own way. @returns the recipient that a report is about; undefined when that is not clear */
export function reportedRecipient(recipients: Recipient[], { recipient }: Pick<DeliveryReport, 'recipient'>) {
  if (recipient === null) return recipients.length === 1 ? recipients[0] : undefined;
  const wanted = suppressionKey(recipient);
  return recipients.find(({ address }) => keyOf(address) === wanted) ?? recipients.find(isErased);
}

/** @returns what follows from a report for a person: of somebody who is erased only the report itself knows the address */
export function reportedAddress(recipients: Recipient[], report: Pick<DeliveryReport, 'recipient'>): string | null {
  const about = reportedRecipient(recipients, report);
  if (!about) return null;
  return isErased(about) ? report.recipient : about.address;
}

/** Returns the time of a report, or null for one that PostgreSQL cannot store: it reads years of four digits. */
export const reportTime = (at: Date | null): Date | null =>
  at !== null && at.getUTCFullYear() > 0 && at.getUTCFullYear() < 10_000 ? at : null;

/** How a message stands after a report. */
export function afterReport(
  recipients: Recipient[],
  report: Pick<DeliveryReport, 'kind' | 'recipient' | 'detail'>,
): Reported | null {
  const next = STATUS[report.kind];
  const about = reportedRecipient(recipients, report);
  if (!next || !about || RANK[next] <= RANK[about.status]) return null;
  const detail = isErased(about) ? null : report.detail;
  const changed = recipients.map((each) => (each === about ? { ...each, status: next, detail } : each));
  return { status: bestStatus(changed), recipients: changed };
}
