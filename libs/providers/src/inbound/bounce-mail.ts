import { hash } from 'node:crypto';
import PostalMime, { type Attachment, type Email } from 'postal-mime';
import { oneLine } from '../adapter/network-error.js';
import type { DeliveryReport } from '../adapter/webhook.js';
import { isAutoReply } from './auto-reply.js';
import { readDeliveryStatus, type RecipientFact } from './delivery-status.js';
import { readFeedbackReport, readMicrosoftComplaint } from './feedback-report.js';
import { dateIn, type MailFields, mailFields, messageIdIn } from './mail-fields.js';
import { isFromServer, readPlainBounce, splitCopy } from './plain-bounce.js';

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

/** What the transport knows about a mail. */
export interface Transport {
  /** The envelope sender was empty (`MAIL FROM:<>`), as for every bounce (RFC 5321 §4.5.5). */
  isNullSender: boolean;
}

/**
 * Reads a delivery status notification (RFC 3464), a complaint (RFC 5965) or a bounce in plain text. Looks only at the
 * start of the mail: 256 KB, 5,000 lines, 200 possible part boundaries. A mail from the null sender that is neither
 * readable nor an automatic reply is a soft bounce. Never rejects; returns null for any other mail (human replies,
 * out-of-office replies, garbage).
 */
export async function readBounceMail(raw: Buffer, transport?: Transport): Promise<BounceMail | null> {
  const bytes = startOf(raw);
  const mail = await PostalMime.parse(bytes, LIMITS).catch(() => null);
  if (!mail) return null;
  const headers = new Map([...mail.headers].reverse().map(({ key, value }) => [key, value]));
  const text = startOf(Buffer.from(mail.text ?? '')).toString();
  const copy = mail.attachments.find(({ mimeType }) => RETURNED.test(mimeType));
  const returned = mailFields(copy ? textOf(copy) : splitCopy(text).copy.trimStart());
  const facts = (
    factsIn(mail, headers, returned) ??
    factsInDamaged(headers, bytes, transport) ??
    factsInText(headers, text) ??
    unreadable(headers, transport)
  ).slice(0, MAX_RECIPIENTS);
  if (facts.length === 0) return null;
  const id = messageIdIn(mail.messageId) ?? hash('sha256', bytes);
  const messageId = messageIdIn(returned.get('message-id')) ?? messageIdIn(headers.get('in-reply-to'));
  return { messageId, reports: facts.map((fact) => reportOf(id, fact)) };
}

/** Reads the fields of a report whose boundaries are damaged, or that stand in the text, from the mail's bytes. */
function factsInDamaged(headers: MailFields, bytes: Buffer, transport?: Transport): RecipientFact[] | null {
  if (isAutoReply(headers) || !(isFromServer(headers) || transport?.isNullSender)) return null;
  const facts = readDeliveryStatus(bytes.toString(), headers.get('date'), MAX_RECIPIENTS);
  return facts.length > 0 ? facts : null;
}

function factsInText(headers: MailFields, text: string): RecipientFact[] | null {
  const facts = readPlainBounce(headers, text, MAX_RECIPIENTS);
  return facts.length > 0 ? facts : null;
}

function unreadable(headers: MailFields, transport?: Transport): RecipientFact[] {
  const isNullSender = transport?.isNullSender ?? headers.get('return-path') === '<>';
  if (!isNullSender || isAutoReply(headers)) return [];
  const detail = oneLine(`unreadable report: ${headers.get('subject') ?? ''}`);
  return [{ kind: 'bounced', bounce: 'soft', recipient: null, detail, at: dateIn(headers.get('date')) }];
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

/** Reads the part that a report is made of; null if there is none, or an empty one. */
function factsIn(mail: Email, headers: MailFields, returned: MailFields): RecipientFact[] | null {
  const date = headers.get('date');
  const part = (...types: string[]) => mail.attachments.find(({ mimeType }) => types.includes(mimeType));
  const status = part('message/delivery-status', 'message/global-delivery-status');
  if (status) {
    const facts = readDeliveryStatus(textOf(status), date, MAX_RECIPIENTS);
    return facts.length > 0 ? facts : null;
  }
  const feedback = part('message/feedback-report');
  const complaint = feedback
    ? readFeedbackReport(textOf(feedback), returned, date)
    : readMicrosoftComplaint(returned, date);
  if (!feedback && !complaint) return null;
  return complaint ? [complaint] : [];
}

function textOf({ content }: Attachment): string {
  const bytes = typeof content === 'string' ? Buffer.from(content) : Buffer.from(content as ArrayBuffer);
  return startOf(bytes).toString();
}

function reportOf(id: string, { kind, bounce, recipient, detail, at }: RecipientFact): DeliveryReport {
  const eventId = `${id}:${recipient?.toLowerCase() ?? ''}:${kind}`;
  return { eventId, kind, ...(bounce && { bounce }), providerId: null, reference: null, recipient, detail, at };
}
