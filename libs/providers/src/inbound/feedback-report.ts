import { oneLine } from '../adapter/network-error.js';
import type { ReportKind } from '../adapter/webhook.js';
import type { RecipientFact } from './delivery-status.js';
import { addressIn, dateIn, type MailFields, mailFields } from './mail-fields.js';

/**
 * The types of RFC 5965 that are complaints by a person, unlike `not-spam`, `virus` and authentication reports (RFC
 * 6591).
 */
const TYPES: ReadonlyMap<string, ReportKind> = new Map<string, ReportKind>([
  ['abuse', 'complained'],
  ['fraud', 'complained'],
  ['other', 'complained'],
  ['opt-out', 'unsubscribed'],
]);

/** Reads a message/feedback-report part; returns null unless it is a complaint. */
export function readFeedbackReport(
  report: string,
  returned: MailFields,
  date: string | undefined,
): RecipientFact | null {
  const fields = mailFields(report);
  const type = fields.get('feedback-type')?.toLowerCase() ?? '';
  const kind = TYPES.get(type);
  if (!kind) return null;
  const agent = fields.get('user-agent') ?? '';
  return {
    kind,
    recipient: addressIn(fields.get('original-rcpt-to')) ?? complainerIn(returned),
    detail: oneLine(`${type} ${agent}`),
    at: dateIn(fields.get('arrival-date'), fields.get('received-date'), date),
  };
}

/** Reads a complaint from Microsoft, which returns the message itself with the recipient in a header of its own. */
export function readMicrosoftComplaint(returned: MailFields, date: string | undefined): RecipientFact | null {
  const recipient = addressIn(returned.get('x-hmxmroriginalrecipient'));
  return recipient ? { kind: 'complained', recipient, detail: 'abuse, Microsoft', at: dateIn(date) } : null;
}

/** Returns the recipient of the original message, or null when there were several. */
function complainerIn(returned: MailFields): string | null {
  const own = addressIn(returned.get('x-hmxmroriginalrecipient'));
  const to = returned.get('to') ?? '';
  return own ?? (to.split('@').length === 2 ? addressIn(to) : null);
}
