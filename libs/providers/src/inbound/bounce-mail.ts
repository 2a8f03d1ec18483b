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

/** A report stands before the copy of the message, and of that only the header counts. */
const MAX_BYTES = 262_144;
/** The parser takes its time for each line, and five times as long for one that may part two parts. */
const MAX_LINES = 5_000;
const MAX_PARTINGS = 200;
const MAX_RECIPIENTS = 100;
const LIMITS = { maxNestingDepth: 16, maxHeadersSize: 65_536, forceRfc822Attachments: true };
const [LINE_FEED, DASH] = [10, 45];
const RETURNED = /^(message\/(rfc822|global|rfc822-headers|global-headers)|text\/rfc822-headers)$/;

/**
 * Reads a delivery status notification (RFC 3464), a complaint (RFC 5965) or a bounce in plain words. Only its start
 * counts: 256 KB, 5,000 lines, 200 of them that may begin a part. Never rejects: null for every other mail (answers of
 * people and of their out-of-office, garbage).
 */
export async function readBounceMail(raw: Buffer): Promise<BounceMail | null> {
  const bytes = startOf(raw);
  const mail = await PostalMime.parse(bytes, LIMITS).catch(() => null);
  if (!mail) return null;
  const headers = new Map([...mail.headers].reverse().map(({ key, value }) => [key, value]));
  const text = startOf(Buffer.from(mail.text ?? '')).toString();
  const copy = mail.attachments.find(({ mimeType }) => RETURNED.test(mimeType));
  const returned = mailFields(copy ? textOf(copy) : splitCopy(text).copy.trimStart());
  const facts = factsIn(mail, headers, returned, text).slice(0, MAX_RECIPIENTS);
  if (facts.length === 0) return null;
  const id = messageIdIn(mail.messageId) ?? hash('sha256', bytes);
  const messageId = messageIdIn(returned.get('message-id')) ?? messageIdIn(headers.get('in-reply-to'));
  return { messageId, reports: facts.map((fact) => reportOf(id, fact)) };
}

/** What is decoded is cut like what came: a line of Base64 holds thousands. */
function startOf(raw: Buffer): Buffer {
  const bytes = raw.subarray(0, MAX_BYTES);
  let [end, partings] = [0, 0];
  for (let lines = 0; lines < MAX_LINES && partings < MAX_PARTINGS && end < bytes.length; lines++) {
    if (bytes[end] === DASH && bytes[end + 1] === DASH) partings++;
    const next = bytes.indexOf(LINE_FEED, end);
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
  const bytes = typeof content === 'string' ? Buffer.from(content) : Buffer.from(content as ArrayBuffer);
  return startOf(bytes).toString();
}

function reportOf(id: string, { kind, bounce, recipient, detail, at }: RecipientFact): DeliveryReport {
  const eventId = `${id}:${recipient?.toLowerCase() ?? ''}:${kind}`;
  return { eventId, kind, ...(bounce && { bounce }), providerId: null, reference: null, recipient, detail, at };
}
