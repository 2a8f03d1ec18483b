import { createHmac } from 'node:crypto';
import { forged, isSame, unreadable } from '../../adapter/webhook-checks.js';
import type { WebhookAnswer, WebhookRequest } from '../../adapter/webhook.js';
import { smsCost } from '../sms-cost.js';
import { smsReport, type SmsReportKind } from '../sms-report.js';
import { digitsOf, statusWord, webhookFields, zonedMoment } from '../webhook-fields.js';

/** The statuses, some of which are sentences; https://developer.termii.com/events-and-reports */
const KINDS: ReadonlyMap<string, SmsReportKind> = new Map<string, SmsReportKind>([
  ['delivered', 'delivered'],
  ['messagedelivered', 'delivered'],
  ['messagefailed', 'soft'],
  ['failed', 'soft'],
  ['undelivered', 'soft'],
  // The number is on the network's do-not-disturb list; another route reaches the person.
  ['dndactiveonphonenumber', 'policy'],
  ['rejected', 'failed'],
  ['expired', 'failed'],
]);

/** Reads Termii's reports and incoming messages, signed with the account's secret key. */
export async function readTermiiCall(
  request: WebhookRequest,
  { secretKey }: { secretKey?: string },
): Promise<WebhookAnswer> {
  if (!secretKey) return forged('no secret key is set');
  const signature = request.headers['x-termii-signature'];
  if (!signature) return forged('the signature is missing');
  const expected = createHmac('sha512', secretKey).update(request.body).digest('hex');
  if (!isSame(signature.toLowerCase(), expected)) return forged('it was signed with another key or for another body');
  const json = { ...request, method: 'POST', headers: { 'content-type': 'application/json' } };
  return read(webhookFields(json));
}

function read(fields: Map<string, string>): WebhookAnswer {
  const type = fields.get('type') ?? 'outbound';
  // Signed but not about a message, such as a device that went offline.
  if (type !== 'outbound' && type !== 'inbound') return { kind: 'read', reports: [], inbound: [] };
  const id = fields.get('message_id') || fields.get('id');
  const [sender, receiver, message, status] = ['sender', 'receiver', 'message', 'status'].map((name) =>
    fields.get(name),
  );
  if (!id) return unreadable('a message id is missing');
  if (type === 'inbound') {
    if (!sender || !receiver || message === undefined) return unreadable('an incoming message without sender or text');
    const at = zonedMoment(fields.get('received_at'));
    const sms = { eventId: id, from: digitsOf(sender), to: digitsOf(receiver), body: message, at };
    return { kind: 'read', reports: [], inbound: [sms] };
  }
  if (!status) return unreadable('a status is missing');
  // The status may look like "DELIVERED
  // Message delivered to handset". `sent_at` is when the message was sent, not when the status changed.
  const kind = KINDS.get(statusWord(status.split('|')[0] ?? ''));
  const report = smsReport(kind ?? 'accepted', { id, status, to: receiver, cost: smsCost(fields.get('cost')) });
  return { kind: 'read', reports: [report], inbound: [] };
}
