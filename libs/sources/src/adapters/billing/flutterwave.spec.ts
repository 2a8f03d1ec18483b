import { describe, expect, it } from '@jest/globals';
import { UnreadableHookError, type JsonObject } from '@dundun/domain';
import { effectOf, mappedBy } from '../testing-adapters.js';
import { flutterwave } from './flutterwave.js';

const settings = { secretHash: 's' };
const idsOf = (body: unknown) => flutterwave.read(body, settings).map(({ id }) => id);

describe('version 3', () => {
  const charge = {
    id: 285959875,
    tx_ref: 'Links-616626414629',
    flw_ref: 'PeterEkene/FLW270177170',
    amount: 100,
    currency: 'NGN',
    charged_amount: 101.4,
    app_fee: 1.4,
    processor_response: 'Approved by Financial Institution',
    narration: 'CARD Transaction ',
    status: 'successful',
    payment_type: 'card',
    created_at: '2020-07-06T19:17:04.000Z',
    customer: { id: 215604089, name: 'Yemi Desola', phone_number: null, email: 'user@gmail.com' },
    card: { last_4digits: '2950', issuer: 'MASTERCARD DEBIT', type: 'MASTERCARD' },
  };
  const body = (data: unknown, more: JsonObject = {}): JsonObject => ({ event: 'charge.completed', data, ...more });

  it('maps a charge', async () => {
    await expect(effectOf(flutterwave, body(charge), settings)).resolves.toMatchObject({
      person: { uid: undefined, external: '215604089', email: 'user@gmail.com', number: undefined },
      fields: { meta: { flutterwave_customer_id: '215604089' } },
      ifNew: { firstName: 'Yemi', lastName: 'Desola' },
      event: {
        name: 'Payment succeeded',
        value: 100,
        occurredAt: new Date('2020-07-06T19:17:04.000Z'),
        properties: {
          amount: 100,
          amount_charged: 101.4,
          fee: 1.4,
          currency: 'NGN',
          payment_method: 'card',
          card_brand: 'MASTERCARD',
          card_last4: '2950',
          reference: 'Links-616626414629',
          payment_id: '285959875',
        },
      },
    });
  });

  it('reads a uid next to the data', async () => {
    const { person } = await effectOf(flutterwave, body(charge, { meta_data: { uid: 'u-1' } }), settings);
    expect(person.uid).toBe('u-1');
  });

  it('maps a failed charge', async () => {
    const { event } = await effectOf(flutterwave, body({ ...charge, status: 'failed' }), settings);
    expect(event?.name).toBe('Payment failed');
  });

  it('ignores a pending charge', async () => {
    const mapped = await mappedBy(flutterwave, body({ ...charge, status: 'pending' }), settings);
    expect(mapped).toEqual({ ignored: 'this charge.completed is not mapped' });
  });

  it('maps a cancelled subscription', async () => {
    const data = {
      status: 'deactivated',
      currency: 'NGN',
      amount: 5000,
      customer: { email: 'user@example.com', full_name: 'Flutterwave Developers' },
      plan: { id: 3657, name: 'Netflix', amount: 5000, currency: 'NGN', interval: 'monthly' },
    };
    await expect(effectOf(flutterwave, { event: 'subscription.cancelled', data }, settings)).resolves.toMatchObject({
      person: { email: 'user@example.com' },
      ifNew: { firstName: 'Flutterwave', lastName: 'Developers' },
      event: {
        name: 'Subscription canceled',
        value: 5000,
        properties: { plan: '3657', plan_name: 'Netflix', interval: 'monthly', currency: 'NGN' },
      },
    });
  });

  it('identifies a charge by its id and final status', () => {
    expect(idsOf(body(charge))).toEqual(['charge.completed:285959875:successful']);
    expect(idsOf(body({ ...charge, status: 'failed' }))).toEqual(['charge.completed:285959875:failed']);
    expect(idsOf({ event: 'subscription.cancelled', data: { amount: 1 } })).not.toEqual(
      idsOf({ event: 'subscription.cancelled', data: { amount: 2 } }),
    );
  });
});

describe('version 4', () => {
  const charge = {
    id: 'chg_zam88NgLb7',
    amount: 2500.25,
    currency: 'XAF',
    customer: {
      id: 'cus_dc0FUyBpd0',
      email: 'johndoe@example.com',
      name: { first: 'John', middle: 'Agba', last: 'Doe' },
      phone: { country_code: '234', number: '08031234567' },
      meta: { uid: 'u-2' },
    },
    meta: { uid: 'u-1', order_id: 'WOO_5346' },
    payment_method: { type: 'card', card: { network: 'mastercard', last4: '2950' } },
    reference: '185878aa',
    status: 'succeeded',
    processor_response: { type: 'approved', code: '00' },
  };
  const body = (type: string, data: unknown): JsonObject => ({
    webhook_id: 'wbk_yXvsB4LzWSwhUCpAPCBR',
    timestamp: 1_795_176_000_123,
    type,
    data,
  });

  it('maps a charge', async () => {
    await expect(effectOf(flutterwave, body('charge.completed', charge), settings)).resolves.toMatchObject({
      person: { uid: 'u-1', external: 'cus_dc0FUyBpd0', email: 'johndoe@example.com', number: '+2348031234567' },
      event: {
        name: 'Payment succeeded',
        value: 2500.25,
        occurredAt: new Date('2026-11-20T12:00:00.123Z'),
        properties: { currency: 'XAF', reason: 'approved', card_brand: 'mastercard', metadata_order_id: 'WOO_5346' },
      },
    });
  });

  it('reads names in parts', async () => {
    const { ifNew } = await effectOf(flutterwave, body('charge.completed', charge), settings);
    expect(ifNew).toEqual({ firstName: 'John Agba', lastName: 'Doe' });
  });

  it.each([
    ['charge.failed', 'Payment failed', {}],
    ['refund.completed', 'Payment refunded', { status: 'succeeded', amount_refunded: 5 }],
    ['refund.completed', 'Refund failed', { status: 'failed' }],
    ['refund.failed', 'Refund failed', {}],
  ])('maps %s to %s', async (type, name, data) => {
    const { event } = await effectOf(flutterwave, body(type, data), settings);
    expect(event?.name).toBe(name);
  });

  it('identifies an event by its id', () =>
    expect(idsOf(body('charge.completed', charge))).toEqual(['wbk_yXvsB4LzWSwhUCpAPCBR']));

  it.each(['transfer.disburse', 'chargeback.created', 'isPrototypeOf'])('ignores %s', async (type) => {
    const mapped = await mappedBy(flutterwave, body(type, {}), settings);
    expect(mapped).toEqual({ ignored: `the type ${type} is not mapped` });
  });
});

it.each<unknown>([
  null,
  [],
  {},
  { event: 'charge.completed' },
  { event: 'x', data: [] },
  { data: {} },
  { txRef: 'v2', status: 'successful' },
])('refuses %j as unreadable', (body) => expect(() => flutterwave.read(body, settings)).toThrow(UnreadableHookError));
