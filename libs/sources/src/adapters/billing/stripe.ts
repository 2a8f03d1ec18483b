import { isJsonObject, UnreadableHookError } from '@dundun/domain';
import { z } from 'zod';
import { eventIdOf, momentOfSeconds, objectOf } from '../payload-fields.js';
import { describeSource, type Incoming } from '../source-adapter.js';
import { type BillingTable, mapByTable } from './billing-table.js';
import * as read from './stripe-objects.js';
import { type TimedScheme, verifyTimed } from './timed-signature.js';

const TABLE: BillingTable = new Map([
  ['customer.created', { read: read.readCustomer }],
  ['customer.updated', { read: read.readCustomer }],
  ['charge.succeeded', { event: 'Payment succeeded', read: read.readCharge }],
  ['charge.failed', { event: 'Payment failed', read: read.readCharge }],
  ['charge.refunded', { event: 'Payment refunded', read: read.readRefunded }],
  ['checkout.session.completed', { event: 'Checkout completed', read: read.readCheckout }],
  ['checkout.session.expired', { event: 'Checkout expired', read: read.readCheckout }],
  ['customer.source.expiring', { event: 'Card expiring', read: read.readCard }],
  ['customer.subscription.created', { event: 'Subscription started', read: read.readSubscription }],
  ['customer.subscription.updated', { event: 'Subscription updated', read: read.readSubscription }],
  ['customer.subscription.paused', { event: 'Subscription paused', read: read.readSubscription }],
  ['customer.subscription.resumed', { event: 'Subscription resumed', read: read.readSubscription }],
  ['customer.subscription.deleted', { event: 'Subscription canceled', read: read.readSubscription }],
  ['customer.subscription.trial_will_end', { event: 'Trial will end', read: read.readSubscription }],
  ['invoice.upcoming', { event: 'Invoice upcoming', read: read.readInvoice }],
  ['invoice.created', { event: 'Invoice created', read: read.readInvoice }],
  ['invoice.finalized', { event: 'Invoice finalized', read: read.readInvoice }],
  ['invoice.sent', { event: 'Invoice sent', read: read.readInvoice }],
  ['invoice.paid', { event: 'Invoice paid', read: read.readInvoice }],
  ['invoice.payment_succeeded', { event: 'Invoice payment succeeded', read: read.readInvoice }],
  ['invoice.payment_failed', { event: 'Invoice payment failed', read: read.readInvoice }],
  ['invoice.payment_action_required', { event: 'Invoice payment action required', read: read.readInvoice }],
  ['invoice.overdue', { event: 'Invoice overdue', read: read.readInvoice }],
  ['invoice.marked_uncollectible', { event: 'Invoice uncollectible', read: read.readInvoice }],
  ['invoice.voided', { event: 'Invoice voided', read: read.readInvoice }],
]);

const SCHEME: TimedScheme = {
  sender: 'Stripe',
  header: 'stripe-signature',
  separator: ',',
  time: 't',
  signature: 'v1',
  joint: '.',
  algorithm: 'sha256',
};

const settings = z.object({
  /** The endpoint's signing secret, `whsec_…`. */
  signingSecret: z.string().trim().min(1, 'The signing secret is missing'),
  /** Stripe does not define `client_reference_id`: it can be a uid or, for example, a cart. */
  clientReference: z.enum(['uid', 'other']).default('uid'),
});

/** Stripe, https://docs.stripe.com/webhooks */
export const stripe = describeSource({
  kind: 'stripe',
  title: 'Stripe',
  settings,
  secretFields: ['signingSecret'],
  verify: (request, { signingSecret }, now) => verifyTimed(SCHEME, request, signingSecret, now),
  read: readBody,
  map: ({ type, data, created, livemode }, { clientReference }) => {
    const object = { ...objectOf(objectOf(data).object) };
    if (clientReference === 'other') delete object.client_reference_id;
    return mapByTable(TABLE, { type, object, occurredAt: momentOfSeconds(created), isTest: livemode === false });
  },
});

function readBody(body: unknown): Incoming[] {
  if (!isJsonObject(body) || body.object !== 'event') {
    throw new UnreadableHookError(
      'it is not a Stripe event: "object" is not "event". Choose snapshot payloads for the endpoint, not thin ones',
    );
  }
  return [{ id: eventIdOf(body.id, body), payload: body }];
}
