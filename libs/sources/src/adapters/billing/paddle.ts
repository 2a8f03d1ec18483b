import { isJsonObject, type JsonObject, UnreadableHookError } from '@dundun/domain';
import { z } from 'zod';
import { eventIdOf, momentOf, textOf } from '../payload-fields.js';
import { describeSource, type Incoming } from '../source-adapter.js';
import { type BillingTable, mapByTable } from './billing-table.js';
import * as read from './paddle-objects.js';
import { type TimedScheme, verifyTimed } from './timed-signature.js';

const TABLE: BillingTable = new Map([
  ['customer.created', { read: read.readCustomer }],
  ['customer.updated', { read: read.readCustomer }],
  ['customer.imported', { read: read.readCustomer }],
  ['transaction.completed', { event: 'Payment succeeded', read: read.readTransaction }],
  ['transaction.payment_failed', { event: 'Payment failed', read: read.readTransaction }],
  ['transaction.billed', { event: 'Invoice finalized', read: read.readTransaction }],
  ['transaction.past_due', { event: 'Invoice overdue', read: read.readTransaction }],
  ['transaction.canceled', { event: 'Invoice voided', read: read.readTransaction }],
  ['subscription.created', { event: 'Subscription started', read: read.readSubscription }],
  ['subscription.activated', { event: 'Subscription activated', read: read.readSubscription }],
  ['subscription.trialing', { event: 'Trial started', read: read.readSubscription }],
  ['subscription.updated', { event: 'Subscription updated', read: read.readSubscription }],
  ['subscription.past_due', { event: 'Subscription past due', read: read.readSubscription }],
  ['subscription.paused', { event: 'Subscription paused', read: read.readSubscription }],
  ['subscription.resumed', { event: 'Subscription resumed', read: read.readSubscription }],
  ['subscription.canceled', { event: 'Subscription canceled', read: read.readSubscription }],
  ['adjustment.created', { event: adjustment, read: read.readAdjustment }],
  ['adjustment.updated', { event: adjustment, read: read.readAdjustment }],
]);

/** Credits and adjustments that Paddle has not approved yet are no events of the person. */
function adjustment({ action, status }: JsonObject): string | null {
  if (status !== 'approved') return null;
  if (action === 'refund') return 'Payment refunded';
  return action === 'chargeback' ? 'Dispute opened' : null;
}

/**
 * Paddle's own library allows 5 seconds, so a queueing proxy or a skewed clock loses events. 5 minutes, as with the other
 * senders, are safe: a replayed event is recognised by its id.
 */
const SCHEME: TimedScheme = {
  sender: 'Paddle',
  header: 'paddle-signature',
  separator: ';',
  time: 'ts',
  signature: 'h1',
  joint: ':',
  algorithm: 'sha256',
};

const settings = z.object({
  /** Of the notification destination, `pdl_ntfset_…`. */
  secretKey: z.string().trim().min(1, 'The secret key is missing'),
});

/** Paddle Billing, https://developer.paddle.com/webhooks/overview; Paddle Classic is not supported. */
export const paddle = describeSource({
  kind: 'paddle',
  title: 'Paddle Billing',
  settings,
  secretFields: ['secretKey'],
  verify: (request, { secretKey }, now) => verifyTimed(SCHEME, request, secretKey, now),
  read: readBody,
  map: ({ event_type, data, occurred_at }) =>
    mapByTable(TABLE, { type: event_type, object: data, occurredAt: momentOf(occurred_at) }),
});

function readBody(body: unknown): Incoming[] {
  if (isJsonObject(body) && textOf(body.alert_name) !== undefined) {
    throw new UnreadableHookError('it is an alert of Paddle Classic; only Paddle Billing is supported');
  }
  if (!isJsonObject(body) || textOf(body.event_type) === undefined) {
    throw new UnreadableHookError('it is not a Paddle event: it has no "event_type"');
  }
  return [{ id: eventIdOf(body.event_id, body), payload: body }];
}
