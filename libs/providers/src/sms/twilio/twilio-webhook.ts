import { createHmac, hash } from 'node:crypto';
import { forged, isSame, unreadable } from '../../adapter/webhook-checks.js';
import type { WebhookAnswer, WebhookRequest } from '../../adapter/webhook.js';
import { smsReport, type SmsReportKind } from '../sms-report.js';
import { digitsOf, isJson, webhookFields } from '../webhook-fields.js';

/** https://www.twilio.com/docs/messaging/guides/outbound-message-status-in-status-callbacks */
const KINDS: ReadonlyMap<string, SmsReportKind> = new Map<string, SmsReportKind>([
  ['delivered', 'delivered'],
  ['read', 'delivered'],
  ['undelivered', 'soft'],
  ['failed', 'failed'],
  ['canceled', 'failed'],
]);
const FINAL_FAILURES = ['undelivered', 'failed'];
/** The person replied STOP; Twilio keeps its own list. */
const STOPPED = '21610';
/** Error codes that say more than `failed`. */
const CODES: ReadonlyMap<string, SmsReportKind> = new Map<string, SmsReportKind>([
  ...['21211', '21214', '21217', '21614', '30005', '30006'].map((code) => [code, 'hard'] as const),
  ...['30003', '30008', '30009', '30036'].map((code) => [code, 'soft'] as const),
  ...['21408', '30004', '30007', '30023', '30032', '30034', '30038'].map((code) => [code, 'policy'] as const),
  [STOPPED, 'failed'],
]);
const NO_ANSWER_SMS = { contentType: 'text/xml', body: '<Response/>' };

/**
 * Reads Twilio's status callbacks and incoming messages, https://www.twilio.com/docs/usage/webhooks/webhooks-security
 */
export async function readTwilioCall(
  request: WebhookRequest,
  { accountSid, authToken }: { accountSid: string; authToken?: string },
): Promise<WebhookAnswer> {
  // Twilio signs with the auth token, whatever the calls are authorized with.
  if (!authToken) return forged('the auth token is not set, so the signature cannot be checked');
  const signature = request.headers['x-twilio-signature'];
  if (!signature) return forged('the signature is missing');
  const params = signedParams(request);
  const signatureOf = (url: string) =>
    createHmac('sha1', authToken)
      .update(url + params)
      .digest('base64');
  if (params === null || !urlsOf(request.url).some((url) => isSame(signature, signatureOf(url)))) {
    return forged('it was signed with another token or for another URL or body');
  }
  const fields = webhookFields(request);
  if (fields.get('AccountSid') !== accountSid) return forged('it is about another account');
  const id = fields.get('MessageSid') ?? fields.get('SmsSid');
  const status = (fields.get('MessageStatus') ?? fields.get('SmsStatus'))?.toLowerCase();
  if (!id || !status) return unreadable('a message SID or a status is missing');
  return status === 'received' ? inbound(id, fields) : outbound(id, status, fields, request.url);
}

/** Twilio does not document whether it signs the URL with or without the standard port. */
function urlsOf(url: string): string[] {
  const [, scheme = '', host = '', port = '', rest = ''] =
    /^(https?:)(\/\/(?:\[[^\]]*\]|[^/?#:]*))(:\d+)?(.*)$/is.exec(url) ?? [];
  const standard = scheme.toLowerCase() === 'https:' ? ':443' : ':80';
  return [url, `${scheme}${host}${port || standard}${rest}`, `${scheme}${host}${rest}`];
}

/**
 * Returns what Twilio signs after the URL, which for JSON contains a hash of the body; null for a body that matches
 * neither scheme.
 */
function signedParams({ method, url, headers, body }: WebhookRequest): string | null {
  const bodyHash = new URLSearchParams(url.split('?')[1]).get('bodySHA256');
  if (bodyHash !== null) return isSame(bodyHash.toLowerCase(), hash('sha256', body)) ? '' : null;
  if (isJson(headers)) return null;
  const fields = new Map<string, Set<string>>();
  for (const [name, value] of method === 'GET' ? [] : new URLSearchParams(body.toString()))
    fields.set(name, (fields.get(name) ?? new Set()).add(value));
  return [...fields]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([name, values]) => [...values].sort().map((value) => name + value))
    .join('');
}

function outbound(id: string, status: string, fields: Map<string, string>, url: string): WebhookAnswer {
  const code = fields.get('ErrorCode') ?? '';
  const isFailure = FINAL_FAILURES.includes(status);
  const words = {
    id,
    status,
    reason: [code, fields.get('ErrorMessage')].filter(Boolean).join(' '),
    to: fields.get('To'),
    reference: new URLSearchParams(url.split('?')[1]).get('reference'),
  };
  const report = smsReport((isFailure ? CODES.get(code) : undefined) ?? KINDS.get(status) ?? 'accepted', words);
  // The message failed, and the person opted out.
  const stop = { ...smsReport('unsubscribed', words), eventId: `${report.eventId}:stop` };
  return { kind: 'read', reports: isFailure && code === STOPPED ? [report, stop] : [report], inbound: [] };
}

function inbound(id: string, fields: Map<string, string>): WebhookAnswer {
  const [from, to, body] = ['From', 'To', 'Body'].map((name) => fields.get(name));
  if (!from || !to || body === undefined) return unreadable('an incoming message without sender, receiver or text');
  const sms = { eventId: id, from: digitsOf(from), to: digitsOf(to), body, at: null };
  return { kind: 'read', reports: [], inbound: [sms], reply: NO_ANSWER_SMS };
}
