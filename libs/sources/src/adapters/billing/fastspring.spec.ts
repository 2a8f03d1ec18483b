import { expect, it } from '@jest/globals';
import { UnreadableHookError, type JsonObject } from '@dundun/domain';
import { effectOf, mappedBy } from '../testing-adapters.js';
import { fastSpring } from './fastspring.js';

const settings = { secret: 's' };
const event = (type: string, data: unknown, more: JsonObject = {}): JsonObject => ({
  id: 'jazYJQw0RG2rTmtFt1A',
  processed: false,
  created: 1_795_176_000_123,
  type,
  live: true,
  data,
  ...more,
});
const effect = (type: string, data: unknown) => effectOf(fastSpring, event(type, data), settings);

const contact = { first: 'Jane', last: 'Doe', email: 'jane@example.com', company: 'Company Inc.', phone: '5555555' };
const account = { id: 'abCdE1', account: 'abCdE1', contact, language: 'en', country: 'US', lookup: { global: 'g-1' } };
const order = {
  order: 'aBCDE12',
  id: 'aBCDE12',
  reference: 'ABC123456-7891-01112',
  live: true,
  currency: 'USD',
  invoiceUrl: 'https://company.onfastspring.com/account/order/1/invoice',
  account: 'abCdE1',
  total: 32.66,
  tax: 2.71,
  discount: 0,
  payment: { type: 'visa', cardEnding: '4242' },
  customer: contact,
  tags: { uid: 'u-1', campaign: 'autumn' },
  items: [{ product: 'pro-monthly', quantity: 1, display: 'Pro', sku: 'P1', subscription: 'subSCR1' }],
};
const subscription = {
  id: 'subSCR1',
  subscription: 'subSCR1',
  state: 'active',
  currency: 'USD',
  account,
  product: { product: 'pro-monthly', display: { en: 'Pro' }, sku: 'P1' },
  price: 29.95,
  subtotal: 29.95,
  quantity: 1,
  next: 1_797_768_000_000,
  intervalUnit: 'month',
  intervalLength: 1,
  tags: {},
};
const charged = { currency: 'USD', total: 29.95, status: 'successful', order, account, subscription };
const failed = { reason: 'EXPIRED_CARD', account: 'abCdE1', subscription: 'subSCR1' };

it.each(['account.created', 'account.updated'])('maps %s to a person', async (type) => {
  const { event: found, ...rest } = await effect(type, { ...account, lookup: { custom: 'u-1' } });
  expect(found).toBeUndefined();
  expect(rest).toMatchObject({
    person: { uid: 'u-1', external: 'abCdE1', email: 'jane@example.com', number: undefined },
    fields: { firstName: 'Jane', lastName: 'Doe', email: 'jane@example.com' },
  });
  expect(rest.fields?.meta).toMatchObject({ fastspring_account_id: 'abCdE1', fastspring_company: 'Company Inc.' });
});

it.each([
  ['order.completed', 'Payment succeeded', order],
  ['order.failed', 'Payment failed', order],
  ['order.payment.pending', 'Payment pending', order],
  ['order.canceled', 'Order canceled', order],
  ['return.created', 'Payment refunded', { return: 'r1', totalReturn: 5, currency: 'USD', original: order }],
  ['subscription.activated', 'Subscription started', subscription],
  ['subscription.updated', 'Subscription updated', subscription],
  ['subscription.charge.completed', 'Payment succeeded', charged],
  ['subscription.charge.failed', 'Payment failed', failed],
  ['subscription.trial.reminder', 'Trial will end', subscription],
  ['subscription.payment.reminder', 'Invoice upcoming', subscription],
  ['subscription.payment.overdue', 'Subscription past due', subscription],
  ['subscription.paused', 'Subscription paused', subscription],
  ['subscription.resumed', 'Subscription resumed', subscription],
  ['subscription.canceled', 'Subscription will end', subscription],
  ['subscription.uncanceled', 'Subscription will go on', subscription],
  ['subscription.deactivated', 'Subscription canceled', subscription],
])('maps %s to %s', async (type, name, data) => {
  const { person, event: found } = await effect(type, data);
  expect(found).toMatchObject({ name, occurredAt: new Date('2026-11-20T12:00:00.123Z') });
  expect(person.external).toBe('abCdE1');
});

it('maps an order', async () => {
  const { person, fields, event: found } = await effect('order.completed', order);
  expect(person).toEqual({ uid: 'u-1', external: 'abCdE1', email: 'jane@example.com', number: undefined });
  expect(fields?.firstName ?? fields?.email).toBeUndefined();
  expect(found).toMatchObject({
    value: 32.66,
    properties: {
      amount: 32.66,
      tax: 2.71,
      currency: 'USD',
      purpose: 'order',
      plan: 'pro-monthly',
      plan_name: 'Pro',
      card_last4: '4242',
      reference: 'ABC123456-7891-01112',
      subscription_id: 'subSCR1',
      metadata_campaign: 'autumn',
    },
  });
});

it('maps a renewal', async () => {
  const { event: found } = await effect('subscription.charge.completed', charged);
  expect(found?.properties).toMatchObject({
    amount: 29.95,
    purpose: 'renewal',
    interval: 'month',
    order_id: 'aBCDE12',
  });
});

it('maps a failed renewal without webhook expansion', async () => {
  const { person, event: found } = await effect('subscription.charge.failed', failed);
  expect(person).toEqual({ uid: undefined, external: 'abCdE1', email: undefined, number: undefined });
  expect(found?.properties).toMatchObject({ reason: 'EXPIRED_CARD', subscription_id: 'subSCR1' });
});

it('maps a return', async () => {
  const { person, event: found } = await effect('return.created', {
    return: 'r1',
    totalReturn: '5.5',
    original: order,
  });
  expect(person.uid).toBe('u-1');
  expect(found).toMatchObject({ value: 5.5, properties: { currency: 'USD', refund_id: 'r1', order_id: 'aBCDE12' } });
});

it('maps a subscription', async () => {
  const { event: found } = await effect('subscription.activated', subscription);
  expect(found?.properties).toMatchObject({
    plan: 'pro-monthly',
    plan_name: 'Pro',
    sku: 'P1',
    next_payment_at: '2026-12-20T12:00:00.000Z',
  });
});

it('reads several events of one call', () => {
  const [one, two] = [event('order.completed', order), event('account.created', account, { id: 'e2' })];
  expect(fastSpring.read({ events: [one, two] }, settings)).toEqual([
    { id: 'jazYJQw0RG2rTmtFt1A', payload: one },
    { id: 'e2', payload: two },
  ]);
});

it('reads the other events of a call with an invalid one', async () => {
  const read = fastSpring.read({ events: [7, null, event('order.completed', order)] }, settings);
  const mapped = await Promise.all(read.map(({ payload }) => mappedBy(fastSpring, payload, settings)));
  expect(mapped.map((one) => 'ignored' in one)).toEqual([true, true, false]);
});

it('marks test events', async () => {
  const found = await effectOf(fastSpring, event('order.completed', order, { live: false }), settings);
  expect(found.event?.properties?.test).toBe(true);
});

it.each(['mailingListEntry.updated', 'payoutEntry.created', 'valueOf'])('ignores %s', async (type) => {
  const mapped = await mappedBy(fastSpring, event(type, {}), settings);
  expect(mapped).toEqual({ ignored: `the type ${type} is not mapped` });
});

it.each<unknown>([null, [], {}, { events: null }, { events: {} }, event('order.completed', order)])(
  'refuses body %# as unreadable',
  (body) => expect(() => fastSpring.read(body, settings)).toThrow(UnreadableHookError),
);
