import { hash } from 'node:crypto';
import { asObject, jsonOf, momentOf, textOf } from '../../adapter/json.js';
import { oneLine } from '../../adapter/network-error.js';
import { forged, isSame, unreadable } from '../../adapter/webhook-checks.js';
import type { DeliveryReport, ReportKind, WebhookAnswer, WebhookRequest } from '../../adapter/webhook.js';
import { refinedBounce } from '../bounce.js';
import { bareId } from './brevo-outcome.js';

type Event = Record<string, unknown>;

/**
 * The events of https://developers.brevo.com/docs/transactional-webhooks; the names for opens through a proxy and for
 * errors are of https://developers.brevo.com/reference/gettransacemailcontent. Others do not concern a message.
 */
const KINDS: ReadonlyMap<string, ReportKind | 'hard' | 'soft'> = new Map<string, ReportKind | 'hard' | 'soft'>([
  ['request', 'accepted'],
  ['sent', 'accepted'],
  ['delivered', 'delivered'],
  ['hard_bounce', 'hard'],
  ['soft_bounce', 'soft'],
  ['invalid_email', 'hard'],
  // Brevo itself keeps mail from the address, mostly for an earlier bounce or complaint.
  ['blocked', 'failed'],
  ['error', 'failed'],
  ['deferred', 'deferred'],
  ['spam', 'complained'],
  ['unsubscribed', 'unsubscribed'],
  ['unsubscribe', 'unsubscribed'],
  ['click', 'clicked'],
  ...['opened', 'unique_opened', 'proxy_open', 'unique_proxy_open'].map((event) => [event, 'opened'] as const),
]);

/** Brevo sends one event in a call, or many if the webhook is batched. */
const MOST_EVENTS = 1_000;

/**
 * Reads Brevo's transactional webhooks. Brevo does not sign: it sends the token that was entered for the webhook
 * (`auth` of https://developers.brevo.com/reference/createwebhook).
 */
export async function readBrevoEvents(
  { headers, body }: WebhookRequest,
  { webhookToken }: { webhookToken?: string },
): Promise<WebhookAnswer> {
  if (!webhookToken) return forged('no webhook token is set');
  const [, token] = /^bearer +(\S+)$/i.exec(headers.authorization ?? '') ?? [];
  if (!token) return forged('the token is missing');
  if (!isSame(token, webhookToken)) return forged('the token is wrong');
  const events = [jsonOf(body)].flat().map(asObject);
  if (events.length > MOST_EVENTS || events.some((event) => typeof event?.event !== 'string'))
    return unreadable('not a list of events');
  const reports = events.map((event) => reportOf(event ?? {})).filter((report) => report !== null);
  return { kind: 'read', reports, inbound: [] };
}

function reportOf(event: Event): DeliveryReport | null {
  const { event: type, email, ts_epoch: milliseconds, link } = event;
  const kind = KINDS.get(String(type));
  if (!kind) return null;
  const reason = textOf(event.reason) ?? '';
  const isBounce = kind === 'hard' || kind === 'soft';
  const providerId = bareId(event['message-id']);
  // The events have no id of their own.
  const id = hash('sha256', JSON.stringify([providerId, type, email, milliseconds ?? event.ts_event, link]));
  return {
    eventId: `${String(type).slice(0, 40)}:${id}`,
    kind: isBounce ? 'bounced' : kind,
    ...(isBounce && { bounce: refinedBounce(kind, null, reason) }),
    providerId,
    reference: textOf(event['X-Mailin-custom']),
    recipient: textOf(email),
    detail: oneLine([type, reason].filter(Boolean).join(': ')),
    at: typeof milliseconds === 'number' ? momentOf(secondsOf(milliseconds)) : null,
    ...(textOf(link) && { url: String(link) }),
    ...(textOf(event.user_agent) && { userAgent: String(event.user_agent) }),
  };
}

/** `ts_epoch` is documented in milliseconds, and the documentation's own example has seconds. */
const secondsOf = (time: number): number => (time > 1e11 ? time / 1_000 : time);
