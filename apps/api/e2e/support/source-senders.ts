import { createHmac } from 'node:crypto';

/** How the sender of a source signs a call, or sends a shared secret. */
export interface SourceSender {
  name: string;
  kind: string;
  /** The settings of its source under a secret. */
  settings: (secret: string) => object;
  body: object;
  header: string;
  /** @param seconds the signed time, for senders that sign one */
  sign: (body: string, secret: string, seconds: number) => string;
  isTimed?: boolean;
  /** Whether the sender sends only the secret, which does not cover the body. */
  isSecretOnly?: boolean;
}

const hmac = (algorithm: string, encoding: 'hex' | 'base64', secret: string, text: string) =>
  createHmac(algorithm, secret).update(text).digest(encoding);
const call = { type: 'track', messageId: 'm-1', userId: 'u-1', event: 'Paid' };
const charge = { event: 'charge.success', data: { id: 302961 } };

/** Every kind of source that authenticates its sender. */
export const SOURCE_SENDERS: SourceSender[] = [
  {
    name: 'Segment',
    kind: 'segment',
    settings: (sharedSecret) => ({ sharedSecret }),
    body: call,
    header: 'X-Signature',
    sign: (body, secret) => hmac('sha1', 'hex', secret, body),
  },
  {
    name: 'RudderStack',
    kind: 'rudderstack',
    settings: (secret) => ({ secret }),
    body: call,
    header: 'Authorization',
    sign: (_, secret) => `Bearer ${secret}`,
    isSecretOnly: true,
  },
  {
    name: 'PostHog',
    kind: 'posthog',
    settings: (secret) => ({ secret }),
    body: { uuid: 'e-1', event: 'Paid', distinct_id: 'u-1' },
    header: 'Authorization',
    sign: (_, secret) => secret,
    isSecretOnly: true,
  },
  {
    name: 'JSON webhook',
    kind: 'webhook',
    settings: (secret) => ({
      mapping: '{ "ignore": "a test" }',
      eventId: 'id',
      signatureHeader: 'X-Hub-Signature-256',
      signaturePrefix: 'sha256=',
      secret,
    }),
    body: { id: 'e-1' },
    header: 'X-Hub-Signature-256',
    sign: (body, secret) => `sha256=${hmac('sha256', 'hex', secret, body)}`,
  },
  {
    name: 'Stripe',
    kind: 'stripe',
    settings: (signingSecret) => ({ signingSecret }),
    body: { id: 'evt_1', object: 'event', type: 'charge.succeeded', data: { object: { id: 'ch_1' } } },
    header: 'Stripe-Signature',
    sign: (body, secret, seconds) => `t=${seconds},v1=${hmac('sha256', 'hex', secret, `${seconds}.${body}`)}`,
    isTimed: true,
  },
  {
    name: 'Paystack',
    kind: 'paystack',
    settings: (secretKey) => ({ secretKey }),
    body: charge,
    header: 'X-Paystack-Signature',
    sign: (body, secret) => hmac('sha512', 'hex', secret, body),
  },
  {
    name: 'Paystack with a time',
    kind: 'paystack',
    settings: (secretKey) => ({ secretKey }),
    body: charge,
    header: 'X-Paystack-Signature',
    sign: (body, secret, seconds) => `t=${seconds},v1=key_1:${hmac('sha512', 'hex', secret, `${seconds}.${body}`)}`,
    isTimed: true,
  },
  {
    name: 'Paddle',
    kind: 'paddle',
    settings: (secretKey) => ({ secretKey }),
    body: { event_id: 'evt_01', event_type: 'transaction.completed', data: { id: 'txn_01' } },
    header: 'Paddle-Signature',
    sign: (body, secret, seconds) => `ts=${seconds};h1=${hmac('sha256', 'hex', secret, `${seconds}:${body}`)}`,
    isTimed: true,
  },
  {
    name: 'FastSpring',
    kind: 'fastspring',
    settings: (secret) => ({ secret }),
    body: { events: [{ id: 'e-1', type: 'order.completed', data: { id: 'o1' } }] },
    header: 'X-FS-Signature',
    sign: (body, secret) => hmac('sha256', 'base64', secret, body),
  },
  {
    name: 'Flutterwave 4',
    kind: 'flutterwave',
    settings: (secretHash) => ({ secretHash }),
    body: { webhook_id: 'wbk_1', type: 'charge.completed', data: { id: 'chg_1', status: 'succeeded' } },
    header: 'Flutterwave-Signature',
    sign: (body, secret) => hmac('sha256', 'base64', secret, body),
  },
  {
    name: 'Flutterwave 3',
    kind: 'flutterwave',
    settings: (secretHash) => ({ secretHash }),
    body: { 'event.type': 'CARD_TRANSACTION', event: 'charge.completed', data: { id: 1, status: 'successful' } },
    header: 'Verif-Hash',
    sign: (_, secret) => secret,
    isSecretOnly: true,
  },
];
