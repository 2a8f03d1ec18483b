import { createHmac, hash } from 'node:crypto';
import { forged, isSame, unreadable } from '../webhook-checks.js';
import type { WebhookAnswer, WebhookRequest } from '../webhook.js';
import { smsReport, type SmsReportKind } from './sms-report.js';
import { digitsOf, isJson, webhookFields } from './webhook-fields.js';

/** https://www.twilio.com/docs/messaging/guides/outbound-message-status-in-status-callbacks */
const KINDS: ReadonlyMap<string, SmsReportKind> = new Map<string, SmsReportKind>([
  ['delivered', 'delivered'],
  ['read', 'delivered'],
  ['undelivered', 'soft'],
  ['failed', 'failed'],
  ['canceled', 'failed'],
]);
const FINAL_FAILURES = ['undelivered', 'failed'];
/** Error codes that say more than a failure; 21610: the person answered STOP, which Twilio keeps itself. */
const CODES: ReadonlyMap<string, SmsReportKind> = new Map<string, SmsReportKind>([
  ...['21211', '21214', '21217', '21614', '30005', '30006'].map((code) => [code, 'hard'] as const),
  ...['30003', '30008', '30009', '30036'].map((code) => [code, 'soft'] as const),
  ...['21408', '30004', '30007', '30023', '30032', '30034', '30038'].map((code) => [code, 'policy'] as const),
  ['21610', 'unsubscribed'],
]);
const NO_ANSWER_SMS = { contentType: 'text/xml', body: '<Response/>' };

/** Reads Twilio's status callbacks and incoming messages, https://www.twilio.com/docs/usage/webhooks/webhooks-security */
export async function readTwilioCall(
  request: WebhookRequest,
  { accountSid, authToken }: { accountSid: string; authToken: string },
): Promise<WebhookAnswer> {
  const signature = request.headers['x-twilio-signature'];
  if (!signature) return forged('the signature is missing');
  if (!urlsOf(request.url).some((url) => isSame(signature, signatureOf(request, url, authToken)))) {
    return forged('it was signed with another token, or for another address or body');
  }
  const fields = webhookFields(request);
  if (fields.get('AccountSid') !== accountSid) return forged('it is about another account');
  const id = fields.get('MessageSid') ?? fields.get('SmsSid');
  const status = (fields.get('MessageStatus') ?? fields.get('SmsStatus'))?.toLowerCase();
  if (!id || !status) return unreadable('a message SID or a status is missing');
  return status === 'received' ? inbound(id, fields) : outbound(id, status, fields, request.url);
}

/** Twilio does not say whether it signs the address with the standard port or without it. */
function urlsOf(url: string): string[] {
  const [, scheme = '', host = '', port = '', rest = ''] =
    /^(https?:)(\/\/(?:\[[^\]]*\]|[^/?#:]*))(:\d+)?(.*)$/is.exec(url) ?? [];
  const standard = scheme.toLowerCase() === 'https:' ? ':443' : ':80';
  return [url, `${scheme}${host}${port || standard}${rest}`, `${scheme}${host}${rest}`];
}

/** What Twilio would have signed; for JSON the address carries a hash of the body. */
function signatureOf({ method, url, headers, body }: WebhookRequest, signedUrl: string, authToken: string): string {
  const bodyHash = new URLSearchParams(url.split('?')[1]).get('bodySHA256');
  // A body that is neither signed by its fields nor by its hash is not signed at all.
  const isSigned = bodyHash === null ? !isJson(headers) : isSame(bodyHash.toLowerCase(), hash('sha256', body));
  const form = bodyHash === null && method !== 'GET' ? [...new URLSearchParams(body.toString())] : [];
  const names = [...new Set(form.map(([name]) => name))].sort();
  const valuesOf = (name: string) => [...new Set(form.filter(([each]) => each === name).map(([, value]) => value))];
  const params = names
    .map((name) =>
      valuesOf(name)
        .sort()
        .map((value) => name + value)
        .join(''),
    )
    .join('');
  return isSigned
    ? createHmac('sha1', authToken)
        .update(signedUrl + params)
        .digest('base64')
    : '';
}

function outbound(id: string, status: string, fields: Map<string, string>, url: string): WebhookAnswer {
  const code = fields.get('ErrorCode') ?? '';
  const ofCode = FINAL_FAILURES.includes(status) ? CODES.get(code) : undefined;
  const report = smsReport(ofCode ?? KINDS.get(status) ?? 'accepted', {
    id,
    status,
    reason: [code, fields.get('ErrorMessage')].filter(Boolean).join(' '),
    to: fields.get('To'),
    reference: new URLSearchParams(url.split('?')[1]).get('reference'),
  });
  return { kind: 'read', reports: [report], inbound: [] };
}

function inbound(id: string, fields: Map<string, string>): WebhookAnswer {
  const [from, to, body] = ['From', 'To', 'Body'].map((name) => fields.get(name));
  if (!from || !to || body === undefined) return unreadable('an incoming message without sender, receiver or text');
  const sms = { eventId: id, from: digitsOf(from), to: digitsOf(to), body, at: null };
  return { kind: 'read', reports: [], inbound: [sms], reply: NO_ANSWER_SMS };
}
