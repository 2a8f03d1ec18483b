import { describe, expect, it } from '@jest/globals';
import { UnreadableHookError, type JsonObject } from '@dundun/domain';
import { effectOf, mappedBy } from '../testing-adapters.js';
import { paystack } from './paystack.js';

const settings = { secretKey: 'sk_live_1' };
const effect = (event: string, data: unknown) => effectOf(paystack, { event, data }, settings);
const idsOf = (body: unknown) => paystack.read(body, settings).map(({ id }) => id);

const customer = {
  id: 68324,
  first_name: 'BoJack',
  last_name: 'Horseman',
  email: 'bojack@horseman.com',
  customer_code: 'CUS_qo38as2hpsgk2r0',
  phone: null,
  metadata: null,
  risk_action: 'default',
};
const charge = {
  id: 302961,
  domain: 'live',
  status: 'success',
  reference: 'qTPrJoy9Bx',
  amount: 10000,
  gateway_response: 'Approved by Financial Institution',
  paid_at: '2016-09-30T21:10:19.000Z',
  created_at: '2016-09-30T21:09:56.000Z',
  channel: 'card',
  currency: 'NGN',
  metadata: 0,
  fees: 150,
  customer,
  authorization: { authorization_code: 'AUTH_f5rnfq9p', last4: '8877', brand: 'mastercard', exp_year: '2020' },
  plan: {},
};
const plan = {
  name: 'Monthly retainer',
  plan_code: 'PLN_gx2wn530m0i3w3m',
  amount: 50000,
  interval: 'monthly',
  currency: 'NGN',
};
const subscription = {
  domain: 'live',
  status: 'active',
  subscription_code: 'SUB_vsyqdmlzble3uii',
  amount: 50000,
  next_payment_date: '2016-05-19T07:00:00.000Z',
  createdAt: '2016-03-20T00:23:24.000Z',
  plan,
  customer,
};
const invoice = {
  invoice_code: 'INV_thy2vkmirn2urwv',
  amount: 50000,
  period_start: '2018-12-20T15:00:00.000Z',
  status: 'success',
  paid: true,
  subscription: { subscription_code: 'SUB_fq7dbe8tju0i1v8', next_payment_date: '2019-01-20T00:00:00.000Z' },
  customer,
  transaction: { reference: '9cfbae6e', amount: 50000, currency: 'NGN' },
};
const identified = {
  customer_id: '9387490384',
  customer_code: 'CUS_xnxdt6s1zg1f4nx',
  email: 'bojack@horsinaround.com',
  identification: { country: 'NG', type: 'bank_account', bvn: '123*****456', account_number: '012****345' },
  reason: 'Account number or BVN is incorrect',
};
const refund = {
  status: 'processed',
  transaction_reference: 'tvunjbbd',
  refund_reference: '1320',
  amount: '10000',
  currency: 'NGN',
  customer,
};
const dispute = {
  id: 358950,
  refund_amount: 5800,
  currency: 'NGN',
  category: 'general',
  customer,
  transaction: { reference: 'r' },
};

it.each([
  ['charge.success', 'Payment succeeded', charge],
  ['charge.failed', 'Payment failed', charge],
  ['charge.dispute.create', 'Dispute opened', dispute],
  ['charge.dispute.remind', 'Dispute waiting', dispute],
  ['charge.dispute.resolve', 'Dispute closed', dispute],
  ['customeridentification.success', 'Identification succeeded', identified],
  ['customeridentification.failed', 'Identification failed', identified],
  ['invoice.create', 'Invoice created', invoice],
  ['invoice.update', 'Invoice paid', invoice],
  ['invoice.update', 'Invoice updated', { ...invoice, paid: false, status: 'pending' }],
  ['invoice.payment_failed', 'Invoice payment failed', { ...invoice, paid: false }],
  ['refund.processed', 'Payment refunded', refund],
  ['refund.failed', 'Refund failed', refund],
  ['subscription.create', 'Subscription started', subscription],
  ['subscription.not_renew', 'Subscription will end', subscription],
  ['subscription.disable', 'Subscription canceled', subscription],
])('maps %s to %s', async (type, name, data) => {
  const { event, person } = await effect(type, data);
  expect(event?.name).toBe(name);
  expect(person.external).toMatch(/^CUS_/);
});

it('maps a charge', async () => {
  await expect(effect('charge.success', charge)).resolves.toMatchObject({
    person: { uid: undefined, external: 'CUS_qo38as2hpsgk2r0', email: 'bojack@horseman.com', number: undefined },
    fields: { meta: { paystack_customer_code: 'CUS_qo38as2hpsgk2r0' } },
    ifNew: { firstName: 'BoJack', lastName: 'Horseman' },
    event: {
      value: 100,
      occurredAt: new Date('2016-09-30T21:10:19.000Z'),
      properties: {
        amount: 100,
        fee: 1.5,
        currency: 'NGN',
        purpose: 'payment',
        payment_method: 'card',
        card_brand: 'mastercard',
        card_last4: '8877',
        reference: 'qTPrJoy9Bx',
        payment_id: '302961',
      },
    },
  });
});

it('maps a subscription', async () => {
  const { event } = await effect('subscription.create', subscription);
  expect(event).toMatchObject({
    value: 500,
    properties: { plan: 'PLN_gx2wn530m0i3w3m', plan_name: 'Monthly retainer', interval: 'monthly', currency: 'NGN' },
  });
  expect(event?.properties).toMatchObject({ next_payment_at: '2016-05-19T07:00:00.000Z', status: 'active' });
});

it('drops the checked number of an identification', async () => {
  const { event, person } = await effect('customeridentification.failed', identified);
  expect(person.email).toBe('bojack@horsinaround.com');
  expect(event?.properties).toMatchObject({ country: 'NG', identification: 'bank_account', reason: identified.reason });
  expect(JSON.stringify(event)).not.toMatch(/456|345/);
});

it.each<[string, JsonObject]>([
  ['payment', {}],
  ['renewal', { plan, metadata: { invoice_action: 'update' } }],
  ['renewal', { plan, metadata: '{"invoice_action":"create"}' }],
  ['order', { order_id: 1234 }],
  ['order', { source: { type: 'web', source: 'storefront' } }],
])('reads the purpose %s of a charge', async (purpose, more) => {
  const { event } = await effect('charge.success', { ...charge, ...more });
  expect(event?.properties?.purpose).toBe(purpose);
});

it.each([
  [10000, 'NGN', 100],
  [10000, 'XOF', 100],
  [10000, 'RWF', 100],
  ['10000', 'GHS', 100],
  [null, 'NGN', undefined],
  [1.5, 'NGN', undefined],
  [10000, null, undefined],
])('converts %s of %s to %s', async (amount, currency, expected) => {
  const { event } = await effect('charge.success', { ...charge, amount, currency });
  expect(event?.value).toBe(expected);
});

describe('the uid', () => {
  it.each<[string, unknown]>([
    ['an object', { uid: 'u-1' }],
    ['text', '{"user_id":"u-1"}'],
    ['fields', { custom_fields: [{ display_name: 'User', variable_name: 'user_id', value: 'u-1' }] }],
  ])('is read from metadata as %s', async (_, metadata) => {
    const { person, fields } = await effect('charge.success', { ...charge, metadata });
    expect(person.uid).toBe('u-1');
    expect(fields).toEqual({ meta: { paystack_customer_code: charge.customer.customer_code } });
  });

  it('is read from the metadata of the customer', async () => {
    const { person } = await effect('charge.success', {
      ...charge,
      customer: { ...customer, metadata: { uid: 'u-1' } },
    });
    expect(person.uid).toBe('u-1');
  });

  it.each(['', '{', '[]', 'null', '{"uid":"\\u0000"}', `{"uid":"${'u'.repeat(20_000)}"}`])(
    'is not read from %.40s',
    async (metadata) => {
      const { person } = await effect('charge.success', { ...charge, metadata });
      expect(person.uid).toBeUndefined();
    },
  );
});

it.each([
  ['+2348031234567', '+2348031234567'],
  ['08031234567', undefined],
  ['2348031234567', undefined],
])('reads the number %s as %s', async (phone, expected) => {
  const { person } = await effect('charge.success', { ...charge, customer: { ...customer, phone } });
  expect(person.number).toBe(expected);
});

describe('a list of expiring cards', () => {
  const card = (code: string) => ({
    expiry_date: '12/2026',
    description: 'visa ending with 4081',
    brand: 'visa',
    subscription: { subscription_code: 'SUB_1', amount: 50000, next_payment_date: '2026-12-01T00:00:00Z', plan },
    customer: { ...customer, customer_code: code },
  });

  it('becomes one event per customer', async () => {
    const mapped = await mappedBy(
      paystack,
      { event: 'subscription.expiring_cards', data: [card('CUS_1'), card('CUS_2')] },
      settings,
    );
    expect(mapped).toMatchObject([
      { person: { external: 'CUS_1' }, event: { name: 'Card expiring', properties: { expires: '12/2026' } } },
      { person: { external: 'CUS_2' }, event: { name: 'Card expiring', properties: { plan_name: plan.name } } },
    ]);
  });

  it('is limited to the cards that fit in a call', async () => {
    const listed = (data: unknown[]) => mappedBy(paystack, { event: 'subscription.expiring_cards', data }, settings);
    const cards = Array.from({ length: 2_500 }, (_, index) => card(`CUS_${index}`));
    expect(await listed(cards)).toHaveLength(cards.length);
    const nothing = Array.from({ length: 300_000 }, () => ({}));
    const mapped = await listed(nothing);
    expect(Array.isArray(mapped) ? mapped.length : 0).toBeLessThanOrEqual(5_000);
  });

  it('is ignored when empty', async () => {
    const mapped = await mappedBy(paystack, { event: 'subscription.expiring_cards', data: [] }, settings);
    expect(mapped).toEqual({ ignored: 'the list is empty' });
  });

  it('is ignored under another type', async () => {
    const mapped = await mappedBy(paystack, { event: 'transfer.success', data: [{}] }, settings);
    expect(mapped).toEqual({ ignored: 'the type transfer.success is not mapped' });
  });
});

describe('repetitions', () => {
  it('of a charge are recognised by its id', () => {
    const first = { event: 'charge.success', data: charge };
    expect(idsOf({ ...first, data: { ...charge, log: 'longer' } })).toEqual(idsOf(first));
    expect(idsOf(first)).toEqual(['charge.success:302961']);
  });

  it('of other objects are recognised by an identical body', () => {
    const disabled = { event: 'subscription.disable', data: subscription };
    expect(idsOf({ ...disabled })).toEqual(idsOf(disabled));
    expect(idsOf({ ...disabled, data: { ...subscription, status: 'complete' } })).not.toEqual(idsOf(disabled));
    expect(idsOf({ event: 'charge.success', data: {} })).not.toEqual(
      idsOf({ event: 'charge.success', data: { a: 1 } }),
    );
  });
});

it('marks test events', async () => {
  const { event } = await effect('charge.success', { ...charge, domain: 'test' });
  expect(event?.properties?.test).toBe(true);
});

it.each<unknown>([null, [], 'x', {}, { event: '' }, { event: {} }, { type: 'charge.success' }])(
  'refuses %j as unreadable',
  (body) => expect(() => paystack.read(body, settings)).toThrow(UnreadableHookError),
);
