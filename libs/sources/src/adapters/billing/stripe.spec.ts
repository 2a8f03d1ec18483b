import { describe, expect, it } from '@jest/globals';
import { UnreadableHookError, type JsonObject } from '@dundun/domain';
import { effectOf, mappedBy } from '../testing-adapters.js';
import { stripe } from './stripe.js';

const settings = { signingSecret: 'whsec_1' };
const event = (type: string, object: unknown, more: JsonObject = {}): JsonObject => ({
  id: 'evt_1',
  object: 'event',
  api_version: '2026-10-29',
  created: 1_795_176_000,
  livemode: true,
  type,
  data: { object },
  ...more,
});
const effect = (type: string, object: unknown, given: JsonObject = settings) =>
  effectOf(stripe, event(type, object), given);

const customer = {
  id: 'cus_NffrFeUfNV2Hib',
  object: 'customer',
  address: { city: 'Lagos', country: 'NG' },
  currency: 'usd',
  delinquent: false,
  email: 'ada@example.com',
  metadata: { uid: 'u-1', team: 'blue' },
  name: 'Ada King Lovelace',
  phone: '+2348031234567',
};
const price = {
  id: 'price_1',
  currency: 'usd',
  nickname: 'Pro monthly',
  product: 'prod_1',
  recurring: { interval: 'month', interval_count: 1 },
  unit_amount: 1999,
};
const charge = {
  id: 'ch_1',
  object: 'charge',
  amount: 1999,
  amount_refunded: 500,
  billing_details: { email: 'ada@example.com', name: 'A. Lovelace', phone: null },
  currency: 'usd',
  customer: 'cus_1',
  failure_code: 'card_declined',
  failure_message: 'Your card was declined.',
  metadata: {},
  payment_intent: 'pi_1',
  payment_method_details: { type: 'card', card: { brand: 'visa', last4: '4242' } },
};
const invoice = {
  id: 'in_1',
  object: 'invoice',
  amount_due: 1999,
  amount_paid: 0,
  amount_remaining: 1999,
  attempt_count: 1,
  billing_reason: 'subscription_cycle',
  currency: 'usd',
  customer: 'cus_1',
  customer_email: 'ada@example.com',
  customer_name: 'Ada Lovelace',
  customer_phone: null,
  due_date: null,
  hosted_invoice_url: 'https://invoice.stripe.com/i/1',
  lines: { data: [{ quantity: 1, price, period: { start: 1_795_176_000, end: 1_797_768_000 } }] },
  metadata: {},
  next_payment_attempt: 1_795_262_400,
  number: 'A-0001',
  status: 'open',
  subscription: 'sub_1',
  subscription_details: { metadata: { user_id: 42 } },
  total: 1999,
};
const subscription = {
  id: 'sub_1',
  object: 'subscription',
  cancel_at: null,
  canceled_at: null,
  cancellation_details: { comment: null, feedback: 'too_expensive', reason: 'cancellation_requested' },
  customer: 'cus_1',
  items: { data: [{ quantity: 3, price, current_period_start: 1_795_176_000, current_period_end: 1_797_768_000 }] },
  metadata: { userId: 'u-1' },
  status: 'trialing',
  trial_end: 1_795_435_200,
};
const checkout = {
  id: 'cs_1',
  object: 'checkout.session',
  after_expiration: { recovery: { url: 'https://buy.stripe.com/r/1' } },
  amount_total: 1999,
  client_reference_id: 'u-9',
  currency: 'usd',
  customer: null,
  customer_details: { email: 'ada@example.com', name: 'Ada Lovelace', phone: '+2348031234567' },
  metadata: {},
  mode: 'payment',
  payment_status: 'unpaid',
};

describe('a customer', () => {
  it.each(['customer.created', 'customer.updated'])('is mapped from %s to a person without an event', async (type) => {
    await expect(effect(type, customer)).resolves.toEqual({
      person: { uid: 'u-1', external: customer.id, email: 'ada@example.com', number: '+2348031234567' },
      fields: {
        firstName: 'Ada King',
        lastName: 'Lovelace',
        email: 'ada@example.com',
        number: '+2348031234567',
        meta: {
          stripe_customer_id: customer.id,
          stripe_currency: 'USD',
          stripe_country: 'NG',
          stripe_delinquent: false,
        },
      },
    });
  });

  // A checkout creates customers from untrusted input.
  it('without a uid does not change name and addresses', async () => {
    const { fields, ifNew, person } = await effect('customer.updated', { ...customer, metadata: {} });
    expect(person).toMatchObject({ external: customer.id, email: 'ada@example.com' });
    expect(ifNew).toEqual({ firstName: 'Ada King', lastName: 'Lovelace' });
    expect(Object.keys(fields ?? {})).toEqual(['meta']);
  });
});

it.each([
  ['charge.succeeded', 'Payment succeeded', charge],
  ['charge.failed', 'Payment failed', charge],
  ['charge.refunded', 'Payment refunded', charge],
  ['checkout.session.completed', 'Checkout completed', checkout],
  ['checkout.session.expired', 'Checkout expired', checkout],
  ['customer.source.expiring', 'Card expiring', { id: 'card_1', customer: 'cus_1' }],
  ['customer.subscription.created', 'Subscription started', subscription],
  ['customer.subscription.updated', 'Subscription updated', subscription],
  ['customer.subscription.paused', 'Subscription paused', subscription],
  ['customer.subscription.resumed', 'Subscription resumed', subscription],
  ['customer.subscription.deleted', 'Subscription canceled', subscription],
  ['customer.subscription.trial_will_end', 'Trial will end', subscription],
  ['invoice.upcoming', 'Invoice upcoming', invoice],
  ['invoice.created', 'Invoice created', invoice],
  ['invoice.finalized', 'Invoice finalized', invoice],
  ['invoice.sent', 'Invoice sent', invoice],
  ['invoice.paid', 'Invoice paid', invoice],
  ['invoice.payment_succeeded', 'Invoice payment succeeded', invoice],
  ['invoice.payment_failed', 'Invoice payment failed', invoice],
  ['invoice.payment_action_required', 'Invoice payment action required', invoice],
  ['invoice.overdue', 'Invoice overdue', invoice],
  ['invoice.marked_uncollectible', 'Invoice uncollectible', invoice],
  ['invoice.voided', 'Invoice voided', invoice],
])('maps %s to %s', async (type, name, object) => {
  const found = await effect(type, object);
  expect(found.event).toMatchObject({ name, occurredAt: new Date('2026-11-20T12:00:00.000Z') });
  expect(found.event?.properties?.test).toBeUndefined();
});

describe('the properties', () => {
  it('of a charge', async () => {
    const { person, fields, ifNew, event } = await effect('charge.failed', charge);
    expect(person).toEqual({ uid: undefined, external: 'cus_1', email: 'ada@example.com', number: undefined });
    expect(fields).toEqual({ meta: { stripe_customer_id: 'cus_1' } });
    expect(ifNew).toEqual({ firstName: 'A.', lastName: 'Lovelace' });
    expect(event).toMatchObject({
      value: 19.99,
      properties: {
        amount: 19.99,
        currency: 'USD',
        reason: 'Your card was declined.',
        failure_code: 'card_declined',
        payment_method: 'card',
        card_brand: 'visa',
        card_last4: '4242',
        charge_id: 'ch_1',
        payment_id: 'pi_1',
      },
    });
  });

  it('of a refund carry the refunded amount', async () => {
    const { event } = await effect('charge.refunded', charge);
    expect(event).toMatchObject({ value: 5, properties: { amount: 5, amount_charged: 19.99 } });
  });

  it('of an invoice', async () => {
    const { person, event } = await effect('invoice.payment_failed', invoice);
    expect(person).toMatchObject({ uid: '42', external: 'cus_1', email: 'ada@example.com' });
    expect(event?.properties).toMatchObject({
      amount: 19.99,
      amount_due: 19.99,
      amount_paid: 0,
      currency: 'USD',
      plan: 'price_1',
      plan_name: 'Pro monthly',
      interval: 'month',
      interval_count: 1,
      next_attempt_at: '2026-11-21T12:00:00.000Z',
      period_start: '2026-11-20T12:00:00.000Z',
      invoice_number: 'A-0001',
      subscription_id: 'sub_1',
      metadata_user_id: 42,
    });
  });

  it('of an invoice of the newer API', async () => {
    const pricing = { price_details: { price: 'price_2', product: 'prod_2' } };
    const parent = { subscription_details: { subscription: 'sub_2', metadata: { uid: 'u-2' } } };
    const newer = { ...invoice, subscription: undefined, subscription_details: undefined, parent };
    const { person, event } = await effect('invoice.paid', { ...newer, lines: { data: [{ pricing, quantity: 1 }] } });
    expect(person.uid).toBe('u-2');
    expect(event?.properties).toMatchObject({ plan: 'price_2', product: 'prod_2', subscription_id: 'sub_2' });
  });

  it('of a subscription', async () => {
    const { person, event } = await effect('customer.subscription.trial_will_end', subscription);
    expect(person).toMatchObject({ uid: 'u-1', external: 'cus_1' });
    expect(event?.properties).toMatchObject({
      amount: 59.97,
      quantity: 3,
      status: 'trialing',
      trial_end: '2026-11-23T12:00:00.000Z',
      period_end: '2026-12-20T12:00:00.000Z',
      feedback: 'too_expensive',
    });
  });

  it('of a checkout', async () => {
    const { person, fields, event } = await effect('checkout.session.expired', checkout);
    expect(person).toEqual({ uid: 'u-9', external: undefined, email: 'ada@example.com', number: '+2348031234567' });
    // A payer can set the reference in the URL of a payment link, so it must not change names and addresses.
    expect(fields).toEqual({ meta: { stripe_customer_id: undefined } });
    expect(event?.properties).toMatchObject({ amount: 19.99, recovery_url: 'https://buy.stripe.com/r/1' });
  });

  it('of a card', async () => {
    const card = { id: 'card_1', customer: 'cus_1', brand: 'Visa', last4: '4242', exp_month: 12, exp_year: 2026 };
    const { event } = await effect('customer.source.expiring', card);
    expect(event?.properties).toMatchObject({ card_brand: 'Visa', expires_month: 12, expires_year: 2026 });
  });

  it('mark test events', async () => {
    const { event: found } = await effectOf(stripe, event('charge.failed', charge, { livemode: false }), settings);
    expect(found?.properties?.test).toBe(true);
  });
});

it.each([
  [1999, 'usd', 19.99],
  [500, 'jpy', 500],
  [500, 'xaf', 500],
  [500, 'mga', 500],
  [5_120, 'kwd', 5.12],
  [5_120, 'bhd', 5.12],
  [500, 'ugx', 5],
  [500, 'isk', 5],
  [0, 'usd', 0],
  [-1999, 'eur', -19.99],
  [1999, undefined, undefined],
  [null, 'usd', undefined],
  ['much', 'usd', undefined],
  [19.5, 'usd', undefined],
])('converts %s of %s to %s', async (amount, currency, expected) => {
  const { event } = await effect('charge.succeeded', { ...charge, amount, currency });
  expect([event?.value, event?.properties?.amount]).toEqual([expected, expected]);
});

describe('the uid', () => {
  const uidOf = async (object: JsonObject, given?: JsonObject) =>
    (await effect('checkout.session.completed', { ...checkout, ...object }, given)).person.uid;

  it('is read from the metadata first', () => expect(uidOf({ metadata: { uid: 'u-2' } })).resolves.toBe('u-2'));
  it('is read from the reference', () => expect(uidOf({})).resolves.toBe('u-9'));
  it('is not read from a reference with another meaning', () =>
    expect(uidOf({}, { ...settings, clientReference: 'other' })).resolves.toBeUndefined());
  it('can be a number', () => expect(uidOf({ metadata: { user_id: 42 } })).resolves.toBe('42'));
  it.each(['', '  ', null, {}, [], true, 'u'.repeat(256)])('is not read from %j', (uid) =>
    expect(uidOf({ metadata: { uid }, client_reference_id: null })).resolves.toBeUndefined(),
  );
});

it('reads the id of an expanded customer', async () => {
  const { person } = await effect('charge.succeeded', { ...charge, customer });
  expect(person.external).toBe(customer.id);
});

it.each(['payment_intent.succeeded', 'constructor', '__proto__', 'toString', 'x'.repeat(10_000)])(
  'ignores %.40s',
  async (type) => {
    const mapped = await mappedBy(stripe, event(type, charge), settings);
    expect(mapped).toEqual({ ignored: `the type ${type.slice(0, 100)} is not mapped` });
  },
);

it.each<unknown>([
  null,
  [],
  'event',
  {},
  { object: 'charge', id: 'ch_1' },
  { object: 'v2.core.event', id: 'evt_1', type: 'v1.billing.meter.no_meter_found' },
])('refuses %j as unreadable', (body) => expect(() => stripe.read(body, settings)).toThrow(UnreadableHookError));

it('identifies an event by its id', () => {
  expect(stripe.read(event('charge.failed', charge), settings)).toEqual([
    { id: 'evt_1', payload: event('charge.failed', charge) },
  ]);
});
