import { createHmac } from 'node:crypto';
import { asObject, jsonObject, momentOf, textOf } from '../../adapter/json.js';
import { oneLine } from '../../adapter/network-error.js';
import { forged, isSame, unreadable } from '../../adapter/webhook-checks.js';
import type {
  DeliveryReport,
  ReportKind,
  WebhookAnswer,
  WebhookOptions,
  WebhookRequest,
} from '../../adapter/webhook.js';
import { refinedBounce } from '../bounce.js';
import { bareId } from './mailgun-outcome.js';

/** Mailgun retries for eight hours with the original timestamp; in milliseconds. */
const OLDEST_MS = 12 * 3_600_000;
const AHEAD_MS = 900_000;

/** Message events; events about lists or storage are ignored. */
const KINDS: ReadonlyMap<unknown, ReportKind> = new Map<unknown, ReportKind>([
  ['accepted', 'accepted'],
  ['delivered', 'delivered'],
  ['failed', 'bounced'],
  ['rejected', 'failed'],
  ['complained', 'complained'],
  ['unsubscribed', 'unsubscribed'],
  ['opened', 'opened'],
  ['clicked', 'clicked'],
]);
/** Mailgun did not try, or stopped trying. */
const GIVEN_UP = /^(suppress-|old$)/;
/** Mailgun's own codes for an address it suppresses. */
const SUPPRESSED_CODES = new Set([605, 606, 607]);

/**
 * Reads Mailgun's webhook, https://documentation.mailgun.com/docs/mailgun/user-manual/webhooks/securing-webhooks The
 * signature covers a token but not the event, so the token becomes the event id: a captured signature cannot carry a
 * second event.
 */
export async function readMailgunEvent(
  { body }: WebhookRequest,
  { webhookSigningKey }: { webhookSigningKey?: string },
  { now = Date.now() }: WebhookOptions,
): Promise<WebhookAnswer> {
  if (!webhookSigningKey) return forged('no webhook signing key is set');
  const call = jsonObject(body);
  const { timestamp, token, signature } = asObject(call?.signature) ?? {};
  if (typeof timestamp !== 'string' || typeof token !== 'string' || typeof signature !== 'string') {
    return forged('the signature, its timestamp or its token is missing');
  }
  // Without fixed formats a digit could move from the timestamp to the token.
  if (!/^\d{10}$/.test(timestamp) || !/^[\w-]{16,128}$/.test(token)) return forged('not a timestamp and a token');
  const expected = createHmac('sha256', webhookSigningKey)
    .update(timestamp + token)
    .digest('hex');
  if (!isSame(signature, expected)) return forged('another account signed it');
  const age = now - Number(timestamp) * 1000;
  if (age > OLDEST_MS || age < -AHEAD_MS) return forged('the timestamp is too old or in the future');
  const event = asObject(call?.['event-data']);
  if (!event || typeof event.event !== 'string') return unreadable('it has no event');
  const report = reportOf(event, token);
  return { kind: 'read', reports: report ? [report] : [], inbound: [] };
}

function reportOf(event: Record<string, unknown>, token: string): DeliveryReport | null {
  const kind = KINDS.get(event.event);
  if (!kind) return null;
  const headers = asObject(asObject(event.message)?.headers);
  const userAgent = textOf(asObject(event['client-info'])?.['user-agent']);
  const url = textOf(event.url);
  return {
    eventId: token,
    ...(event.event === 'failed' ? failure(event) : { kind }),
    providerId: bareId(headers?.['message-id']),
    reference: textOf(asObject(event['user-variables'])?.reference),
    recipient: textOf(event.recipient),
    detail: oneLine(detailOf(event)),
    at: momentOf(event.timestamp),
    ...(userAgent && { userAgent }),
    ...(url && { url }),
  };
}

function failure(event: Record<string, unknown>): Pick<DeliveryReport, 'kind' | 'bounce'> {
  if (event.severity === 'temporary') return { kind: 'deferred' };
  const status = asObject(event['delivery-status']) ?? {};
  if (GIVEN_UP.test(String(event.reason)) || SUPPRESSED_CODES.has(Number(status.code))) return { kind: 'failed' };
  const text = [status.code, status.message, status.description].filter(Boolean).map(String).join(' ');
  return { kind: 'bounced', bounce: refinedBounce('hard', textOf(status['enhanced-code']), text) };
}

function detailOf(event: Record<string, unknown>): string {
  const { code, message, description } = asObject(event['delivery-status']) ?? {};
  const said = textOf(message) ?? textOf(description) ?? textOf(asObject(event.reject)?.reason) ?? textOf(event.reason);
  return [code, said ?? event.event].filter(Boolean).map(String).join(' ');
}
