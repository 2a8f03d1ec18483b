import { bounceClass } from '@dundun/domain';
import { createHmac } from 'node:crypto';
import { asObject, jsonObject, momentOf, textOf } from '../../adapter/json.js';
import { oneLine } from '../../adapter/network-error.js';
import { forged, isFresh, isSame, unreadable } from '../../adapter/webhook-checks.js';
import type {
  BounceClass,
  DeliveryReport,
  ReportKind,
  WebhookAnswer,
  WebhookOptions,
  WebhookRequest,
} from '../../adapter/webhook.js';
import { refinedBounce } from '../bounce.js';

type Data = Record<string, unknown>;

/** Events of sent mail; events of contacts, domains and received mail are ignored. */
const KINDS: ReadonlyMap<unknown, ReportKind> = new Map<unknown, ReportKind>([
  ['email.sent', 'accepted'],
  ['email.delivery_delayed', 'deferred'],
  ['email.delivered', 'delivered'],
  ['email.bounced', 'bounced'],
  ['email.failed', 'failed'],
  ['email.suppressed', 'failed'],
  ['email.complained', 'complained'],
  ['email.opened', 'opened'],
  ['email.clicked', 'clicked'],
]);

/** Reports that count against a person or end a delivery; they must never be assigned by guesswork. */
const GRAVE: readonly ReportKind[] = ['bounced', 'failed', 'complained'];

/** Bounce subtypes about our content, and those where delivery was not attempted. */
const CONTENT = ['ContentRejected', 'AttachmentRejected', 'MessageTooLarge'];
const UNTRIED = ['Suppressed', 'OnAccountSuppressionList'];

/** Returns the key in a signing secret (`whsec_` and base64); null if it has none. */
export function signingKey(secret: string): Buffer | null {
  const [, encoded] = /^whsec_([\w+/-]+={0,2})$/.exec(secret) ?? [];
  return encoded ? Buffer.from(encoded, 'base64') : null;
}

/**
 * Reads Resend's webhooks, https://resend.com/docs/webhooks/event-types, signed as https://www.standardwebhooks.com
 * specifies.
 */
export async function readResendEvent(
  { headers, body }: WebhookRequest,
  { webhookSecret }: { webhookSecret?: string },
  { now }: WebhookOptions,
): Promise<WebhookAnswer> {
  const key = webhookSecret === undefined ? null : signingKey(webhookSecret);
  if (!key) return forged('no webhook signing secret is set');
  const { 'svix-id': id, 'svix-timestamp': timestamp, 'svix-signature': signatures } = headers;
  if (!id || !timestamp || !signatures) return forged('the signature, its id or its timestamp is missing');
  if (!isFresh(timestamp, now)) return forged('the timestamp is more than five minutes away');
  const expected = `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64')}`;
  // During secret rotation there are several signatures.
  const isOurs = signatures.split(' ').filter((signature) => isSame(signature, expected)).length > 0;
  if (!isOurs) return forged('another account signed it');
  const event = jsonObject(body);
  if (typeof event?.type !== 'string') return unreadable('not an event with a type');
  const kind = KINDS.get(event.type);
  if (!kind) return { kind: 'read', reports: [], inbound: [] };
  const data = asObject(event.data);
  if (!data) return unreadable('an event without data');
  return { kind: 'read', reports: reportsOf(id, kind, momentOf(event.created_at), data), inbound: [] };
}

/**
 * `to` lists all recipients of the mail, not the one the event is about
 * (https://github.com/resend/resend-python/issues/68). So an event that counts against a person names a recipient only
 * if there was just one.
 */
function reportsOf(id: string, kind: ReportKind, at: Date | null, data: Data): DeliveryReport[] {
  const tags = tagsIn(data.tags);
  const to = (Array.isArray(data.to) ? data.to : []).map(addressIn).filter((address) => address !== null);
  const isAlone = to.length === 1 && (tags.recipients ?? '1') === '1';
  const recipients = isAlone || (to.length > 0 && !GRAVE.includes(kind)) ? to : [null];
  const { verdict, detail } = verdictOf(kind, data);
  const click = asObject(data.click);
  return recipients.map((recipient) => ({
    eventId: recipients.length === 1 ? id : `${id}:${recipient}`,
    ...verdict,
    providerId: textOf(data.email_id),
    reference: textOf(tags.reference),
    recipient,
    detail: oneLine(detail || kind),
    at,
    ...(textOf(click?.userAgent) && { userAgent: String(click?.userAgent) }),
    ...(textOf(click?.link) && { url: String(click?.link) }),
  }));
}

function verdictOf(
  kind: ReportKind,
  data: Data,
): { verdict: { kind: ReportKind; bounce?: BounceClass }; detail: string } {
  const { type, subType, message, diagnosticCode } = asObject(data.bounce) ?? {};
  const reason = textOf(asObject(data.failed)?.reason) ?? textOf(asObject(data.suppressed)?.message) ?? '';
  if (kind !== 'bounced') return { verdict: { kind }, detail: reason };
  const said = [diagnosticCode]
    .flat()
    .filter((line) => textOf(line))
    .join('; ');
  const detail = [`${String(type)}/${String(subType)}`, said || textOf(message)].filter(Boolean).join(': ');
  if (UNTRIED.includes(String(subType))) return { verdict: { kind: 'failed' }, detail };
  return { verdict: { kind, bounce: classOf(String(type), String(subType), said) }, detail };
}

/**
 * Only the reply of the receiving server adds information: Resend's `message` is advice, the same for every bounce of a
 * kind.
 */
function classOf(type: string, subType: string, said: string): BounceClass {
  if (CONTENT.includes(subType)) return 'policy';
  if (type === 'Permanent') return refinedBounce('hard', null, said);
  return type === 'Transient' ? refinedBounce('soft', null, said) : bounceClass(null, said);
}

/** Tags arrive as an object; the documentation also shows a list of pairs. */
function tagsIn(tags: unknown): Record<string, unknown> {
  if (!Array.isArray(tags)) return asObject(tags) ?? {};
  return Object.fromEntries(tags.map((tag) => [String(asObject(tag)?.name), asObject(tag)?.value]));
}

function addressIn(to: unknown): string | null {
  return typeof to === 'string' ? (/<([^<>]+)>\s*$/.exec(to)?.[1] ?? to.trim()) || null : null;
}
