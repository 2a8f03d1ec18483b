import { bounceClass } from '@dundun/domain';
import { createPublicKey, hash, type KeyObject, verify } from 'node:crypto';
import { asObject, jsonOf, momentOf, textOf } from '../../adapter/json.js';
import { oneLine } from '../../adapter/network-error.js';
import { forged, isFresh, unreadable } from '../../adapter/webhook-checks.js';
import type {
  DeliveryReport,
  ReportKind,
  WebhookAnswer,
  WebhookOptions,
  WebhookRequest,
} from '../../adapter/webhook.js';

/** Message events; events about lists or the account are ignored. */
const KINDS: ReadonlyMap<unknown, ReportKind> = new Map<unknown, ReportKind>([
  ['processed', 'accepted'],
  ['dropped', 'failed'],
  ['deferred', 'deferred'],
  ['delivered', 'delivered'],
  ['bounce', 'bounced'],
  ['spamreport', 'complained'],
  ['unsubscribe', 'unsubscribed'],
  ['group_unsubscribe', 'unsubscribed'],
  ['open', 'opened'],
  ['click', 'clicked'],
]);

/**
 * Parses the account's verification key (base64 of a DER SPKI, with or without PEM lines); null unless it is on P-256.
 */
export function verificationKey(text: string): KeyObject | null {
  const der = Buffer.from(text.replace(/-----[A-Z ]+-----/g, ''), 'base64');
  try {
    const key = createPublicKey({ key: der, format: 'der', type: 'spki' });
    return key.asymmetricKeyDetails?.namedCurve === 'prime256v1' ? key : null;
  } catch {
    return null;
  }
}

/** Reads SendGrid's event webhook, https://www.twilio.com/docs/sendgrid/for-developers/tracking-events/event */
export async function readSendGridEvents(
  { headers, body }: WebhookRequest,
  { webhookPublicKey }: { webhookPublicKey?: string },
  { now }: WebhookOptions,
): Promise<WebhookAnswer> {
  const key = webhookPublicKey === undefined ? null : verificationKey(webhookPublicKey);
  if (!key) return forged('no webhook verification key is set');
  const timestamp = headers['x-twilio-email-event-webhook-timestamp'];
  const signature = headers['x-twilio-email-event-webhook-signature'];
  if (!timestamp || !signature) return forged('the signature or its timestamp is missing');
  // Every retry, for up to a day, has a new signature.
  if (!isFresh(timestamp, now)) return forged('the timestamp is more than five minutes away');
  const signed = Buffer.concat([Buffer.from(timestamp), body]);
  if (!verify('sha256', signed, key, Buffer.from(signature, 'base64'))) return forged('another account signed it');
  const events = jsonOf(body);
  if (!Array.isArray(events)) return unreadable('not a list of events');
  const reports = events.map((event) => reportOf(asObject(event) ?? {})).filter((report) => report !== null);
  return { kind: 'read', reports, inbound: [] };
}

function reportOf(event: Record<string, unknown>): DeliveryReport | null {
  const kind = KINDS.get(event.event);
  if (!kind) return null;
  const detail = textOf(event.reason) ?? textOf(event.response) ?? String(event.event);
  return {
    eventId: textOf(event.sg_event_id) ?? hash('sha256', JSON.stringify(event)),
    kind,
    ...(kind === 'bounced' && { bounce: classOf(event, detail) }),
    providerId: messageIdIn(event.sg_message_id),
    reference: textOf(event.reference),
    recipient: textOf(event.email),
    detail: oneLine(detail),
    at: momentOf(event.timestamp),
    ...(textOf(event.useragent) && { userAgent: String(event.useragent) }),
    ...(textOf(event.url) && { url: String(event.url) }),
  };
}

/** SendGrid itself separates rejections caused by the sender (`blocked`) from those caused by the address. */
function classOf({ type, status }: Record<string, unknown>, detail: string) {
  return type === 'blocked' ? 'policy' : bounceClass(textOf(status), detail);
}

/** Events append the handling filter to the id returned by the send; bounces that arrived by mail have no id. */
function messageIdIn(value: unknown): string | null {
  const id = textOf(value)?.split('.')[0];
  return !id || id.startsWith('filter') ? null : id;
}
