import { hash } from 'node:crypto';
import PostalMime, { type Attachment, type Email } from 'postal-mime';
import type { DeliveryReport } from '../webhook.js';
import { readDeliveryStatus, type RecipientFact } from './delivery-status.js';
import { readFeedbackReport, readMicrosoftComplaint } from './feedback-report.js';
import { type MailFields, mailFields, messageIdIn } from './mail-fields.js';
import { readPlainBounce, splitCopy } from './plain-bounce.js';

/** What a mail that came back says about a message of ours. */
export interface BounceMail {
  /** The Message-ID of the message it is about, with its brackets; null where the mail does not show it. */
  messageId: string | null;
  /** One for each recipient, at most 100; `providerId` and `reference` are null. */
  reports: DeliveryReport[];
}

const MAX_BYTES = 1_048_576;
/** The parser takes its time for each line, so a megabyte of line ends would keep it busy for seconds. */
const MAX_LINES = 30_000;
const MAX_RECIPIENTS = 100;
const LIMITS = { maxNestingDepth: 16, maxHeadersSize: 262_144, forceRfc822Attachments: true };
const RETURNED = /^(message\/(rfc822|global|rfc822-headers|global-headers)|text\/rfc822-headers)$/;

/**
 * Reads a delivery status notification (RFC 3464), a complaint (RFC 5965) or a bounce in plain words. Only the first
 * 1 MB and 30,000 lines count. Never rejects: null for every other mail (answers of people and of their out-of-office, garbage).
 */
export async function readBounceMail(raw: Buffer): Promise<BounceMail | null> {
  const bytes = startOf(raw);
  const mail = await PostalMime.parse(bytes, LIMITS).catch(() => null);
  if (!mail) return null;
  const headers = new Map([...mail.headers].reverse().map(({ key, value }) => [key, value]));
  const text = mail.text ?? '';
  const copy = mail.attachments.find(({ mimeType }) => RETURNED.test(mimeType));
  const returned = mailFields(copy ? textOf(copy) : splitCopy(text).copy.trimStart());
  const facts = factsIn(mail, headers, returned, text).slice(0, MAX_RECIPIENTS);
  if (facts.length === 0) return null;
  const id = messageIdIn(mail.messageId) ?? hash('sha256', bytes);
  const messageId = messageIdIn(returned.get('message-id')) ?? messageIdIn(headers.get('in-reply-to'));
  return { messageId, reports: facts.map((fact) => reportOf(id, fact)) };
}

function startOf(raw: Buffer): Buffer {
  const bytes = raw.subarray(0, MAX_BYTES);
  let end = 0;
  for (let lines = 0; lines < MAX_LINES && end < bytes.length; lines++) {
    const next = bytes.indexOf(10, end);
    end = next < 0 ? bytes.length : next + 1;
  }
  return bytes.subarray(0, end);
}

function factsIn(mail: Email, headers: MailFields, returned: MailFields, text: string): RecipientFact[] {
  const date = headers.get('date');
  const part = (...types: string[]) => mail.attachments.find(({ mimeType }) => types.includes(mimeType));
  const status = part('message/delivery-status', 'message/global-delivery-status');
  if (status) return readDeliveryStatus(textOf(status), date, MAX_RECIPIENTS);
  const feedback = part('message/feedback-report');
  const complaint = feedback
    ? readFeedbackReport(textOf(feedback), returned, date)
    : readMicrosoftComplaint(returned, date);
  if (feedback || complaint) return complaint ? [complaint] : [];
  return readPlainBounce(headers, text, MAX_RECIPIENTS);
}

function textOf({ content }: Attachment): string {
  return typeof content === 'string' ? content : Buffer.from(content as ArrayBuffer).toString();
}

function reportOf(id: string, { kind, bounce, recipient, detail, at }: RecipientFact): DeliveryReport {
  const eventId = `${id}:${recipient?.toLowerCase() ?? ''}:${kind}`;
  return { eventId, kind, ...(bounce && { bounce }), providerId: null, reference: null, recipient, detail, at };
}
