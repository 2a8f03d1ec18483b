import { unreadable } from '../../adapter/webhook-checks.js';
import type { WebhookAnswer, WebhookOptions, WebhookRequest } from '../../adapter/webhook.js';
import { smsReport, type SmsReportKind } from '../sms-report.js';
import { digitsOf, statusWord, webhookFields, zonedMoment } from '../webhook-fields.js';

/**
 * Statuses of https://developers.africastalking.com/docs/sms/notifications; the last two are seen in practice but
 * undocumented.
 */
const KINDS: ReadonlyMap<string, SmsReportKind> = new Map<string, SmsReportKind>([
  ['buffered', 'deferred'],
  ['success', 'delivered'],
  ['rejected', 'failed'],
  ['failed', 'soft'],
  // Not a final status: the network keeps trying.
  ['absentsubscriber', 'deferred'],
  ['expired', 'failed'],
]);
/** `failureReason` of a rejected or failed message; "NotNetworkSubcriber" is spelled as sent. */
const REASONS: ReadonlyMap<string, SmsReportKind> = new Map<string, SmsReportKind>([
  ['userdoesnotexist', 'hard'],
  ['notnetworksubcriber', 'hard'],
  ['notnetworksubscriber', 'hard'],
  ['userisinactive', 'soft'],
  ['useraccountsuspended', 'soft'],
  ['insufficientcredit', 'soft'],
  ['deliveryfailure', 'soft'],
  ['donotdisturbrejection', 'policy'],
  ['userinblacklist', 'failed'],
]);
const FINAL_FAILURES = ['rejected', 'failed'];

/**
 * Reads Africa's Talking's delivery reports, incoming messages and opt-outs. The calls are not signed; they are
 * protected only by the webhook address, which cannot be guessed.
 */
export async function readAfricasTalkingCall(
  request: WebhookRequest,
  _settings: unknown,
  { now = Date.now() }: WebhookOptions,
): Promise<WebhookAnswer> {
  const fields = webhookFields(request);
  const [id, status, from, to, text] = ['id', 'status', 'from', 'to', 'text'].map((name) => fields.get(name));
  if (id && status) return outbound(id, status, fields);
  if (id && from && to && text !== undefined) {
    const sms = {
      eventId: id,
      from: digitsOf(from),
      to: digitsOf(to),
      body: text,
      at: zonedMoment(fields.get('date')),
    };
    return { kind: 'read', reports: [], inbound: [sms] };
  }
  const phone = fields.get('phoneNumber');
  if (phone && fields.has('senderId')) return optOut(phone, String(fields.get('senderId')), new Date(now));
  return unreadable('neither a delivery report nor an incoming message nor an opt-out');
}

function outbound(id: string, status: string, fields: Map<string, string>): WebhookAnswer {
  const word = statusWord(status);
  const reason = fields.get('failureReason');
  const ofReason = FINAL_FAILURES.includes(word) ? REASONS.get(statusWord(reason ?? '')) : undefined;
  const to = fields.get('phoneNumber');
  const report = smsReport(ofReason ?? KINDS.get(word) ?? 'accepted', { id, status, reason, to });
  return { kind: 'read', reports: [report], inbound: [] };
}

/** Opt-outs have no id, and the same number may opt out again on another day. */
function optOut(phone: string, senderId: string, at: Date): WebhookAnswer {
  const day = at.toISOString().slice(0, 10);
  const words = { id: `optout:${senderId}:${digitsOf(phone)}`, status: day, to: phone, at };
  const report = { ...smsReport('unsubscribed', words), providerId: null, detail: `opted out from ${senderId}` };
  return { kind: 'read', reports: [report], inbound: [] };
}
