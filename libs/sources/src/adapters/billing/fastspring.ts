import { isJsonObject, UnreadableHookError } from '@dundun/domain';
import { z } from 'zod';
import { eventIdOf, momentOf } from '../payload-fields.js';
import { forged, isSigned } from '../signatures.js';
import { describeSource, type Incoming, type SourceRequest, type Verdict } from '../source-adapter.js';
import { type BillingTable, mapByTable } from './billing-table.js';
import * as read from './fastspring-objects.js';

const TABLE: BillingTable = new Map([
  ['account.created', { read: read.readAccount }],
  ['account.updated', { read: read.readAccount }],
  ['order.completed', { event: 'Payment succeeded', read: read.readOrder }],
  ['order.failed', { event: 'Payment failed', read: read.readOrder }],
  ['order.payment.pending', { event: 'Payment pending', read: read.readOrder }],
  ['order.canceled', { event: 'Order canceled', read: read.readOrder }],
  ['return.created', { event: 'Payment refunded', read: read.readReturn }],
  ['subscription.activated', { event: 'Subscription started', read: read.readSubscription }],
  ['subscription.updated', { event: 'Subscription updated', read: read.readSubscription }],
  ['subscription.charge.completed', { event: 'Payment succeeded', read: read.readCharge }],
  ['subscription.charge.failed', { event: 'Payment failed', read: read.readCharge }],
  ['subscription.trial.reminder', { event: 'Trial will end', read: read.readSubscription }],
  ['subscription.payment.reminder', { event: 'Invoice upcoming', read: read.readSubscription }],
  ['subscription.payment.overdue', { event: 'Subscription past due', read: read.readSubscription }],
  ['subscription.paused', { event: 'Subscription paused', read: read.readSubscription }],
  ['subscription.resumed', { event: 'Subscription resumed', read: read.readSubscription }],
  // "Canceled" ends at the end of the paid period, "deactivated" at once.
  ['subscription.canceled', { event: 'Subscription will end', read: read.readSubscription }],
  ['subscription.uncanceled', { event: 'Subscription will go on', read: read.readSubscription }],
  ['subscription.deactivated', { event: 'Subscription canceled', read: read.readSubscription }],
]);

const settings = z.object({
  /** The "HMAC SHA256 Secret" of the webhook. Without one FastSpring does not sign. */
  secret: z.string().trim().min(1, 'The HMAC secret is missing'),
});

/** FastSpring, https://developer.fastspring.com/docs/webhooks-overview */
export const fastSpring = describeSource({
  kind: 'fastspring',
  title: 'FastSpring',
  settings,
  secretFields: ['secret'],
  verify: (request, { secret }) => verify(request, secret),
  read: readBody,
  map: ({ type, data, created, live }) =>
    mapByTable(TABLE, { type, object: data, occurredAt: momentOf(created), isTest: live === false }),
});

function verify({ headers, body }: SourceRequest, secret: string): Verdict {
  const given = headers['x-fs-signature'];
  if (!given) return forged('the header X-FS-Signature is missing');
  const isRight = isSigned([given.trim()], { algorithm: 'sha256', encoding: 'base64', secret }, body);
  return isRight ? 'genuine' : forged('the signature of FastSpring is wrong');
}

function readBody(body: unknown): Incoming[] {
  if (!isJsonObject(body) || !Array.isArray(body.events)) {
    throw new UnreadableHookError('it is not a FastSpring call: it has no list "events"');
  }
  const payloads = body.events.map((event: unknown) => (isJsonObject(event) ? event : { event }));
  return payloads.map((payload) => ({ id: eventIdOf(payload.id, payload), payload }));
}
