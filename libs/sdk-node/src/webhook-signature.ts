import { createHmac, timingSafeEqual } from 'node:crypto';

/** An entry as a webhook carries it. */
export interface WebhookEvent<T = Record<string, unknown>> {
  /** Such as `message.delivered`. */
  type: string;
  /** When it happened, ISO 8601. */
  timestamp: string;
  data: T;
}

/** The headers of a call, as Node's http, Express, fetch or a plain object hold them; names in any case. */
export type WebhookHeaders = Iterable<[string, string]> | Record<string, string | string[] | undefined>;

export interface VerifyOptions {
  /** How far the timestamp may be from now, in seconds; 300 by default. */
  tolerance?: number;
  /** The current time in milliseconds, for tests. */
  now?: number;
}

/** A call that does not come from Dundun, or that is too old. Answer it with 400. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';
}

const PREFIX = 'whsec_';
const TOLERANCE_S = 300;

/**
 * Verifies a call of a webhook (Standard Webhooks 1.0).
 * @param body the exact bytes, before any parsing
 * @param secret `whsec_…`, or several while one is rotated
 * @throws WebhookVerificationError
 */
export function verifyWebhook<T = Record<string, unknown>>(
  body: string | Uint8Array,
  headers: WebhookHeaders,
  secret: string | readonly string[],
  { tolerance = TOLERANCE_S, now = Date.now() }: VerifyOptions = {},
): WebhookEvent<T> {
  if (typeof body !== 'string' && !(body instanceof Uint8Array))
    throw new TypeError('body must be the raw body: text or bytes, not a parsed object.');
  const bytes = Buffer.from(body as string);
  const { id, timestamp, signatures } = signedIn(headers);
  const age = Math.abs(now / 1000 - Number(timestamp));
  if (!/^\d{1,12}$/.test(timestamp) || !(age <= tolerance))
    throw new WebhookVerificationError('The timestamp is too old or too new.');
  const expected = [secret].flat().map((one) => signatureOf(one, `${id}.${timestamp}.`, bytes));
  if (!signatures.some((given) => expected.some((right) => isSame(given, right))))
    throw new WebhookVerificationError('The signature does not fit the body.');
  return eventOf<T>(bytes);
}

function signedIn(headers: WebhookHeaders): { id: string; timestamp: string; signatures: string[] } {
  const pairs = Symbol.iterator in headers ? [...(headers as Iterable<[string, string]>)] : Object.entries(headers);
  const given = new Map(pairs.map(([name, value]) => [name.toLowerCase(), String([value].flat()[0] ?? '')]));
  const of = (name: string) => {
    const value = given.get(name);
    if (!value) throw new WebhookVerificationError(`The header ${name} is missing.`);
    return value;
  };
  return {
    id: of('webhook-id'),
    timestamp: of('webhook-timestamp'),
    signatures: of('webhook-signature')
      .split(' ')
      .flatMap((each) => (each.startsWith('v1,') ? [each.slice(3)] : [])),
  };
}

function signatureOf(secret: string, before: string, body: Buffer): string {
  if (typeof secret !== 'string' || !secret.startsWith(PREFIX))
    throw new TypeError('secret must be the secret of the webhook, whsec_….');
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
  return createHmac('sha256', key).update(before).update(body).digest('base64');
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

function eventOf<T>(bytes: Buffer): WebhookEvent<T> {
  try {
    return JSON.parse(bytes.toString('utf8')) as WebhookEvent<T>;
  } catch {
    throw new WebhookVerificationError('The body is not JSON.');
  }
}
