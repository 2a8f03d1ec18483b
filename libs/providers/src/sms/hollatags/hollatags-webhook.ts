import { unreadable } from '../../adapter/webhook-checks.js';
import type { WebhookAnswer, WebhookRequest } from '../../adapter/webhook.js';
import { smsCost } from '../sms-cost.js';
import { smsReport, type SmsReportKind } from '../sms-report.js';
import { statusWord, webhookFields, zonedMoment } from '../webhook-fields.js';

/** The final SMPP states, in seven letters; https://docs.hollatags.com/sms/callback */
const KINDS: ReadonlyMap<string, SmsReportKind> = new Map<string, SmsReportKind>([
  ['delivrd', 'delivered'],
  ['delivered', 'delivered'],
  ['undeliv', 'soft'],
  ['expired', 'failed'],
  ['deleted', 'failed'],
  ['rejectd', 'failed'],
]);
const OK_CODE = /^0*$/;

/**
 * Reads HollaTags' delivery reports. The calls are not signed; they are protected only by the webhook address, which
 * cannot be guessed. One error code covers both invalid and inactive numbers
 * (https://docs.hollatags.com/sms/sms-dlr-error-codes), so no bounce counts as permanent.
 */
export async function readHollaTagsCall(request: WebhookRequest): Promise<WebhookAnswer> {
  const fields = webhookFields(request);
  const [id, status] = [fields.get('message_id'), fields.get('status')];
  if (!id || !status) return unreadable('a message id or a status is missing');
  const code = fields.get('status_code') ?? '';
  const report = smsReport(KINDS.get(statusWord(status)) ?? 'accepted', {
    id,
    status,
    reason: OK_CODE.test(code) ? '' : code,
    at: zonedMoment(fields.get('done_date')),
    cost: smsCost(fields.get('cost')),
  });
  return { kind: 'read', reports: [report], inbound: [] };
}
