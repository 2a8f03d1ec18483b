import type { DeliveryReport, ReportKind } from '@dundun/providers';
import { LRUCache } from 'lru-cache';
import { bestStatus } from '../deliver/delivery-policy.js';
import type { MessageStatus } from '@dundun/domain';
import { ERASED, type Recipient } from '../message/message.js';
import { suppressionKey } from '../message/suppression-key.js';

/** The recipient status after each kind of report. Other kinds change nothing. */
const STATUS: Partial<Record<ReportKind, Recipient['status']>> = {
  accepted: 'sent',
  delivered: 'delivered',
  bounced: 'bounced',
  failed: 'failed',
  complained: 'complained',
};

/** Orders the statuses. Reports arrive late and in any order, so a status is replaced only by a higher one. */
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

/** The state of a message after a report. */
export interface Reported {
  status: MessageStatus;
  recipients: Recipient[];
}

/** Whether the recipient was erased; reports about them must not be kept with the message. */
export const isErased = ({ address }: Recipient) => address === ERASED;

/** Caches keys, because one call may bring thousands of reports about a message with a hundred recipients. */
const keys = new LRUCache<string, string>({ max: 1_000 });

function keyOf(address: string): string {
  const known = keys.get(address);
  if (known !== undefined) return known;
  const key = suppressionKey(address);
  keys.set(address, key);
  return key;
}

/**
 * Finds the recipient of a report, whatever its spelling of the address.
 * @returns undefined if the report does not identify a recipient
 */
export function reportedRecipient(recipients: Recipient[], { recipient }: Pick<DeliveryReport, 'recipient'>) {
  if (recipient === null) return recipients.length === 1 ? recipients[0] : undefined;
  const wanted = suppressionKey(recipient);
  return recipients.find(({ address }) => keyOf(address) === wanted) ?? recipients.find(isErased);
}

/** Returns the address a report is about. For an erased recipient, only the report itself still has it. */
export function reportedAddress(recipients: Recipient[], report: Pick<DeliveryReport, 'recipient'>): string | null {
  const about = reportedRecipient(recipients, report);
  if (!about) return null;
  return isErased(about) ? report.recipient : about.address;
}

/** Returns the time of a report, or null for one that PostgreSQL cannot store: it reads years of four digits. */
export const reportTime = (at: Date | null): Date | null =>
  at !== null && at.getUTCFullYear() > 0 && at.getUTCFullYear() < 10_000 ? at : null;

/** Applies a report to the recipients of a message. @returns null if it changes nothing */
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
