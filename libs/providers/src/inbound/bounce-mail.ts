import { hash } from 'node:crypto';
import PostalMime, { type Attachment, type Email } from 'postal-mime';
import type { DeliveryReport } from '../webhook.js';
import { readDeliveryStatus, type RecipientFact } from './delivery-status.js';
import { readFeedbackReport, readMicrosoftComplaint } from './feedback-report.js';
import { type MailFields, mailFields, messageIdIn } from './mail-fields.js';
import { readPlainBounce, splitCopy } from './plain-bounce.js';

/** What a returned mail says about one of our messages. */
export interface BounceMail {
  /** The Message-ID of the original message, with angle brackets; null when the mail does not show it. */
  messageId: string | null;
  /** One report per recipient, at most 100; `providerId` and `reference` are null. */
  reports: DeliveryReport[];
}

/** A report precedes the copy of the message, and only the header of that copy matters. */
const MAX_BYTES = 262_144;
/** Parsing time grows with the number of lines; a line that may be a part boundary costs five times as much. */
const MAX_LINES = 5_000;
const MAX_PARTINGS = 200;
const MAX_RECIPIENTS = 100;
const LIMITS = { maxNestingDepth: 16, maxHeadersSize: 65_536, forceRfc822Attachments: true };
const [LINE_FEED, DASH] = [10, 45];
const RETURNED = /^(message\/(rfc822|global|rfc822-headers|global-headers)|text\/rfc822-headers)$/;

/**
 * Reads a delivery status notification (RFC 3464), a complaint (RFC 5965) or a plain-text bounce. Looks only at the
 * start of the mail: 256 KB, 5,000 lines, 200 possible part boundaries. Never rejects; returns null for any other mail
 * (human replies, out-of-office replies, garbage).
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

/** Also applied to decoded parts: one line of Base64 can hold thousands of lines. */
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
