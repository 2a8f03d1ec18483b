import { createHash, createHmac } from 'node:crypto';
import { forged, isSame, unreadable } from '../../adapter/webhook-checks.js';
import type { WebhookAnswer, WebhookRequest } from '../../adapter/webhook.js';
import { smsCost } from '../sms-cost.js';
import { smsReport, type SmsReportKind } from '../sms-report.js';
import { digitsOf, webhookFields } from '../webhook-fields.js';

/** The methods that an account can choose; https://developer.vonage.com/en/getting-started/concepts/signing-messages */
export const SIGNATURE_METHODS = ['md5hash', 'md5', 'sha1', 'sha256', 'sha512'] as const;

interface VonageKeys {
  apiKey: string;
  signatureSecret?: string;
  signatureMethod: (typeof SIGNATURE_METHODS)[number];
}

/** https://developer.vonage.com/en/messaging/sms/guides/delivery-receipts */
const KINDS: ReadonlyMap<string, SmsReportKind> = new Map<string, SmsReportKind>([
  ['delivered', 'delivered'],
  ['expired', 'failed'],
  ['failed', 'soft'],
  ['rejected', 'failed'],
]);
const FINAL_FAILURES = ['expired', 'failed', 'rejected'];
/** Codes that say more than `failed`: https://api.support.vonage.com/hc/en-us/articles/204014733 */
const CODES: ReadonlyMap<string, SmsReportKind> = new Map<string, SmsReportKind>([
  // The number is no longer active, or cannot be reached by any route.
  ...['3', '12'].map((code) => [code, 'hard'] as const),
  // Absent, busy, a network error.
  ...['2', '7', '8'].map((code) => [code, 'soft'] as const),
  // Barred, spam filters, no route, age, a blocking carrier.
  ...['4', '5', '6', '11', '13', '14'].map((code) => [code, 'policy'] as const),
]);
/** The person asked not to get messages of this service. */
const OPTED_OUT = '9';

/**
 * Reads Vonage's delivery receipts and incoming messages, which are signed if the account asks for it. Fields and signature
 * as in the package @vonage/sms (`verifySignature`). Not verified: whether the timestamp of a repeated call is new, so calls
 * are not refused for their age; each counts once.
 */
export async function readVonageCall(request: WebhookRequest, keys: VonageKeys): Promise<WebhookAnswer> {
  if (!keys.signatureSecret) return forged('no signature secret is set');
  const fields = webhookFields(request);
  const signature = fields.get('sig');
  if (!signature) return forged('the signature is missing');
  if (!isSame(signature.toLowerCase(), signatureOf(fields, { ...keys, signatureSecret: keys.signatureSecret })))
    return forged('it was signed with another secret or method, or for other fields');
  if (fields.get('api-key') !== keys.apiKey) return forged('it is about another account');
  const id = fields.get('messageId') || fields.get('message-id');
  if (!id) return unreadable('a message id is missing');
  const status = fields.get('status')?.toLowerCase();
  if (status) return receipt(id, status, fields);
  return inbound(id, fields);
}

function signatureOf(fields: Map<string, string>, keys: VonageKeys & { signatureSecret: string }): string {
  const { signatureSecret, signatureMethod: method } = keys;
  const signed = [...fields]
    .filter(([name]) => name !== 'sig')
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => `&${name}=${value.replace(/[&=]/g, '_')}`)
    .join('');
  if (method === 'md5hash')
    return createHash('md5')
      .update(signed + signatureSecret)
      .digest('hex');
  return createHmac(method, signatureSecret).update(signed).digest('hex');
}

function receipt(id: string, status: string, fields: Map<string, string>): WebhookAnswer {
  const code = fields.get('err-code') ?? '';
  const words = {
    id,
    status,
    reason: code === '0' ? '' : code && `error ${code}`,
    to: fields.get('msisdn'),
    at: momentIn(fields),
    reference: fields.get('client-ref') || null,
    cost: smsCost(fields.get('price'), 'EUR'),
  };
  const isFailure = FINAL_FAILURES.includes(status);
  if (isFailure && code === OPTED_OUT) {
    const stop = smsReport('unsubscribed', words);
    return read([smsReport('failed', words), { ...stop, eventId: `${stop.eventId}:stop` }]);
  }
  return read([smsReport((isFailure ? CODES.get(code) : undefined) ?? KINDS.get(status) ?? 'accepted', words)]);
}

const read = (reports: ReturnType<typeof smsReport>[]): WebhookAnswer => ({ kind: 'read', reports, inbound: [] });

function inbound(id: string, fields: Map<string, string>): WebhookAnswer {
  const [from, to, body] = ['msisdn', 'to', 'text'].map((name) => fields.get(name));
  if (!from || !to || body === undefined) return unreadable('neither a receipt nor an incoming message with a text');
  const sms = { eventId: id, from: digitsOf(from), to: digitsOf(to), body, at: momentIn(fields) };
  return { kind: 'read', reports: [], inbound: [sms] };
}

/** Only the signed timestamp has a known time zone. */
function momentIn(fields: Map<string, string>): Date | null {
  const seconds = fields.get('timestamp') ?? '';
  return /^\d{9,11}$/.test(seconds) ? new Date(Number(seconds) * 1_000) : null;
}
