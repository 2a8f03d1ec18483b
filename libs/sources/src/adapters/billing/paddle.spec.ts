import { expect, it } from '@jest/globals';
import { UnreadableHookError, type JsonObject } from '@dundun/domain';
import { effectOf, mappedBy } from '../testing-adapters.js';
import { paddle } from './paddle.js';

const settings = { secretKey: 'pdl_ntfset_1' };
const event = (event_type: string, data: unknown): JsonObject => ({
  event_id: 'evt_01hv8x2acma2gz7he8kg3s0hna',
  event_type,
  occurred_at: '2026-11-20T12:00:00.123456Z',
  notification_id: 'ntf_01hv8x2b',
  data,
});
const effect = (type: string, data: unknown) => effectOf(paddle, event(type, data), settings);

const price = {
  id: 'pri_01',
  product_id: 'pro_01',
  name: 'Monthly',
  description: 'Pro, each month',
  billing_cycle: { interval: 'month', frequency: 1 },
  unit_price: { amount: '3000', currency_code: 'USD' },
};
const customer = {
  id: 'ctm_01',
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  marketing_consent: true,
  status: 'active',
  custom_data: { uid: 'u-1' },
  locale: 'en',
};
const transaction = {
  id: 'txn_01',
  status: 'completed',
  customer_id: 'ctm_01',
  custom_data: { user_id: 'u-1' },
  currency_code: 'USD',
  origin: 'web',
  subscription_id: 'sub_01',
  invoice_number: '325-10566',
  billing_period: { starts_at: '2026-11-20T12:00:00Z', ends_at: '2026-12-20T12:00:00Z' },
  items: [{ price, quantity: 10 }],
  details: {
    totals: { subtotal: '30000', discount: '0', tax: '2662', total: '32662', grand_total: '32662', fee: '1683' },
  },
  payments: [{ error_code: null, method_details: { type: 'card', card: { type: 'visa', last4: '4242' } } }],
  checkout: { url: 'https://pay.example.com?_ptxn=txn_01' },
};
const subscription = {
  id: 'sub_01',
  status: 'trialing',
  customer_id: 'ctm_01',
  currency_code: 'USD',
  next_billed_at: '2026-12-20T12:00:00Z',
  current_billing_period: { starts_at: '2026-11-20T12:00:00Z', ends_at: '2026-12-20T12:00:00Z' },
  billing_cycle: { interval: 'month', frequency: 1 },
  scheduled_change: { action: 'cancel', effective_at: '2026-12-20T12:00:00Z' },
  items: [{ quantity: 2, price, product: { name: 'Pro' }, trial_dates: { ends_at: '2026-11-27T12:00:00Z' } }],
  custom_data: null,
};
const adjustment = {
  id: 'adj_01',
  action: 'refund',
  status: 'approved',
  transaction_id: 'txn_01',
  customer_id: 'ctm_01',
  reason: 'error',
  currency_code: 'USD',
  totals: { total: '600' },
};

it.each(['customer.created', 'customer.updated', 'customer.imported'])('maps %s to a person', async (type) => {
  await expect(effect(type, customer)).resolves.toEqual({
    person: { uid: 'u-1', external: 'ctm_01', email: 'ada@example.com', number: undefined },
    fields: {
      firstName: 'Ada',
      lastName: 'Lovelace',
      email: 'ada@example.com',
      number: undefined,
      meta: { paddle_customer_id: 'ctm_01', paddle_locale: 'en', paddle_marketing_consent: true },
    },
  });
});

it.each([
  ['transaction.completed', 'Payment succeeded', transaction],
  ['transaction.payment_failed', 'Payment failed', transaction],
  ['transaction.billed', 'Invoice finalized', transaction],
  ['transaction.past_due', 'Invoice overdue', transaction],
  ['transaction.canceled', 'Invoice voided', transaction],
  ['subscription.created', 'Subscription started', subscription],
  ['subscription.activated', 'Subscription activated', subscription],
  ['subscription.trialing', 'Trial started', subscription],
  ['subscription.updated', 'Subscription updated', subscription],
  ['subscription.past_due', 'Subscription past due', subscription],
  ['subscription.paused', 'Subscription paused', subscription],
  ['subscription.resumed', 'Subscription resumed', subscription],
  ['subscription.canceled', 'Subscription canceled', subscription],
  ['adjustment.created', 'Payment refunded', adjustment],
  ['adjustment.updated', 'Payment refunded', adjustment],
  ['adjustment.created', 'Dispute opened', { ...adjustment, action: 'chargeback' }],
])('maps %s to %s', async (type, name, data) => {
  const { person, event: found } = await effect(type, data);
  expect(found).toMatchObject({ name, occurredAt: new Date('2026-11-20T12:00:00.123Z') });
  expect(person.external).toBe('ctm_01');
});

it('maps a transaction', async () => {
  const { person, event: found } = await effect('transaction.completed', transaction);
  expect(person).toEqual({ uid: 'u-1', external: 'ctm_01', email: undefined, number: undefined });
  expect(found).toMatchObject({
    value: 326.62,
    properties: {
      amount: 326.62,
      tax: 26.62,
      fee: 16.83,
      currency: 'USD',
      purpose: 'payment',
      plan: 'pri_01',
      plan_name: 'Monthly',
      product: 'pro_01',
      interval: 'month',
      quantity: 10,
      card_brand: 'visa',
      card_last4: '4242',
      payment_id: 'txn_01',
      subscription_id: 'sub_01',
      metadata_user_id: 'u-1',
    },
  });
});

it('maps a renewal', async () => {
  const { event: found } = await effect('transaction.completed', { ...transaction, origin: 'subscription_recurring' });
  expect(found?.properties?.purpose).toBe('renewal');
});

it('maps a subscription', async () => {
  const { event: found } = await effect('subscription.trialing', subscription);
  expect(found?.properties).toMatchObject({
    amount: 60,
    interval: 'month',
    interval_count: 1,
    trial_end: '2026-11-27T12:00:00.000Z',
    next_payment_at: '2026-12-20T12:00:00.000Z',
    scheduled_change: 'cancel',
  });
});

it.each([
  ['1999', 'USD', 19.99],
  ['1999', 'JPY', 1999],
  ['1999', 'KRW', 1999],
  ['1999', 'HUF', 19.99],
  ['', 'USD', undefined],
  [null, 'USD', undefined],
])('converts %s of %s to %s', async (grand_total, currency_code, expected) => {
  const { event: found } = await effect('transaction.completed', {
    ...transaction,
    currency_code,
    details: { totals: { grand_total } },
  });
  expect(found?.value).toBe(expected);
});

it.each<JsonObject>([{ status: 'pending_approval' }, { status: 'rejected' }, { action: 'credit' }])(
  'ignores an adjustment with %j',
  async (more) => {
    const mapped = await mappedBy(paddle, event('adjustment.updated', { ...adjustment, ...more }), settings);
    expect(mapped).toEqual({ ignored: 'this adjustment.updated is not mapped' });
  },
);

// "paid" comes just before "completed", which carries more.
it.each(['transaction.paid', 'transaction.created', 'address.created', 'hasOwnProperty'])(
  'ignores %s',
  async (type) => {
    const mapped = await mappedBy(paddle, event(type, transaction), settings);
    expect(mapped).toEqual({ ignored: `the type ${type} is not mapped` });
  },
);

it('identifies an event by its event id, not by the notification', () => {
  const twice = [
    event('subscription.created', {}),
    { ...event('subscription.created', {}), notification_id: 'ntf_02' },
  ];
  const ids = twice.flatMap((body) => paddle.read(body, settings).map(({ id }) => id));
  expect(new Set(ids)).toEqual(new Set(['evt_01hv8x2acma2gz7he8kg3s0hna']));
});

it.each<unknown>([null, [], {}, { event_type: null }, { type: 'x' }])('refuses %j as unreadable', (body) =>
  expect(() => paddle.read(body, settings)).toThrow(UnreadableHookError),
);
it('names Paddle Classic as the reason for refusing its alerts', () =>
  expect(() => paddle.read({ alert_name: 'subscription_created' }, settings)).toThrow('Classic'));
