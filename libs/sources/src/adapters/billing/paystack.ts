import { isJsonObject, type JsonObject, UnreadableHookError } from '@dundun/domain';
import { z } from 'zod';
import { eventIdOf, momentOf, objectOf, textOf } from '../payload-fields.js';
import { forged, isSigned } from '../signatures.js';
import { describeSource, type Incoming, type Mapped, type SourceRequest, type Verdict } from '../source-adapter.js';
import { type BillingTable, mapByTable } from './billing-table.js';
import * as read from './paystack-objects.js';
import { lowerHex, type TimedScheme, verifyTimed } from './timed-signature.js';

const TABLE: BillingTable = new Map([
  ['charge.success', { event: 'Payment succeeded', read: read.readCharge }],
  ['charge.failed', { event: 'Payment failed', read: read.readCharge }],
  ['charge.dispute.create', { event: 'Dispute opened', read: read.readDispute }],
  ['charge.dispute.remind', { event: 'Dispute waiting', read: read.readDispute }],
  ['charge.dispute.resolve', { event: 'Dispute closed', read: read.readDispute }],
  ['customeridentification.success', { event: 'Identification succeeded', read: read.readIdentification }],
  ['customeridentification.failed', { event: 'Identification failed', read: read.readIdentification }],
  ['invoice.create', { event: 'Invoice created', read: read.readInvoice }],
  ['invoice.update', { event: invoiceUpdate, read: read.readInvoice }],
  ['invoice.payment_failed', { event: 'Invoice payment failed', read: read.readInvoice }],
  ['refund.processed', { event: 'Payment refunded', read: read.readRefund }],
  ['refund.failed', { event: 'Refund failed', read: read.readRefund }],
  ['subscription.create', { event: 'Subscription started', read: read.readSubscription }],
  ['subscription.not_renew', { event: 'Subscription will end', read: read.readSubscription }],
  ['subscription.disable', { event: 'Subscription canceled', read: read.readSubscription }],
  ['subscription.expiring_cards', { event: 'Card expiring', read: read.readExpiringCard }],
]);

function invoiceUpdate({ paid, status }: JsonObject): string {
  return paid === true || paid === 1 || status === 'success' ? 'Invoice paid' : 'Invoice updated';
}

const SCHEME: TimedScheme = {
  sender: 'Paystack',
  header: 'x-paystack-signature',
  separator: ',',
  time: 't',
  signature: 'v1',
  joint: '.',
  algorithm: 'sha512',
  withKeyId: true,
};

const settings = z.object({
  /** The API secret key of the account, `sk_live_…`: Paystack has no separate secret for webhooks. */
  secretKey: z.string().trim().min(1, 'The secret key is missing'),
});

/** Paystack, https://paystack.com/docs/payments/webhooks */
export const paystack = describeSource({
  kind: 'paystack',
  title: 'Paystack',
  settings,
  secretFields: ['secretKey'],
  verify: (request, { secretKey }, now) => verify(request, secretKey, now),
  read: readBody,
  map: ({ event, data }) => (Array.isArray(data) ? mappedList(event, data) : mappedOne(event, objectOf(data))),
});

/** The header is a bare signature or, in the newer form, `t=…,v1=<key id>:<signature>`, which also covers the timestamp. */
function verify(request: SourceRequest, secret: string, now: number): Verdict {
  const header = request.headers[SCHEME.header];
  if (!header) return forged('the header X-Paystack-Signature is missing');
  if (header.includes('=')) return verifyTimed(SCHEME, request, secret, now);
  const given = lowerHex([header.trim()], 128);
  const isRight = isSigned(given, { algorithm: 'sha512', encoding: 'hex', secret }, request.body);
  return isRight ? 'genuine' : forged('the signature of Paystack is wrong');
}

function readBody(body: unknown): Incoming[] {
  if (!isJsonObject(body) || textOf(body.event) === undefined) {
    throw new UnreadableHookError('it is not a Paystack event: it has no "event"');
  }
  return [{ id: idOf(body), payload: body }];
}

/**
 * Paystack's events have no id. A charge succeeds once. Other objects can have several events of one type, so only an identical
 * body counts as a repetition.
 */
function idOf(body: JsonObject): string {
  const id = textOf(objectOf(body.data).id);
  const isOnce = body.event === 'charge.success' && id !== undefined;
  return eventIdOf(isOnce ? `charge.success:${id}` : undefined, body);
}

function mappedOne(type: unknown, data: JsonObject): Mapped {
  // The other timestamps belong to the object, not to the event.
  const occurredAt = type === 'charge.success' ? momentOf(data.paid_at) : undefined;
  return mapByTable(TABLE, { type, object: data, occurredAt, isTest: data.domain === 'test' });
}

/** More cards than fit in a call of one megabyte; many more empty items would fit. */
const MOST_ITEMS = 5_000;

function mappedList(type: unknown, data: unknown[]): Mapped {
  const all = data.slice(0, MOST_ITEMS).map((item) => mappedOne(type, objectOf(item)));
  const effects = all.flatMap((one) => ('ignored' in one ? [] : one));
  return effects.length > 0 ? effects : (all.find((one) => 'ignored' in one) ?? { ignored: 'the list is empty' });
}
