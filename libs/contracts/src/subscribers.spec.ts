import { describe, expect, it } from '@jest/globals';
import { SubscribeBody, SubscriptionBody } from './subscribers.js';
import { faultsOf } from './testing.js';

const number = 'must be a phone number in international format, 7 to 15 digits or null';

describe('subscribing', () => {
  it.each([
    { email: 'ada@example.com' },
    { number: '+234 801 234 5678' },
    { number: 2348012345678 },
    { email: null, number: '2348012345678' },
    { email: 'ada@example.com', number: null, first_name: null, last_name: '', meta: { plan: null, seats: 3 } },
    { email: 'ada@example.com', created_at: '2024-02-29' },
    { email: 'ada@example.com', created_at: 1_763_631_000_000 },
  ])('takes %j', (body) => expect(faultsOf(SubscribeBody, body)).toEqual({}));

  it.each([
    [{}, { email: 'must be given when number is not' }],
    [{ email: null, number: null }, { email: 'must be given when number is not' }],
    [{ email: 'ada' }, { email: 'must be an email address or null' }],
    [{ email: '' }, { email: 'must be given when number is not' }],
    [{ email: ['ada@example.com'] }, { email: 'must be an email address or null' }],
    [{ number: '0801' }, { number }],
    [
      { number: '1', first_name: 5 },
      { number, first_name: 'must be at most 255 characters or null; it is not text' },
    ],
  ])('refuses %j', (body, faults) => expect(faultsOf(SubscribeBody, body)).toEqual(faults));

  it.each([{ a: {} }, { a: [1] }, { ['x'.repeat(151)]: 1 }, [], 'text'])('refuses the attributes %j', (meta) => {
    expect(Object.keys(faultsOf(SubscribeBody, { number: '2348012345678', meta }))).toEqual(['meta']);
  });

  it.each(['2024-02-30', 'yesterday', 1_763_640_000, '1763640000', true])('refuses the time %j', (created_at) => {
    expect(Object.keys(faultsOf(SubscribeBody, { number: '2348012345678', created_at }))).toEqual(['created_at']);
  });
});

describe('switching a subscription', () => {
  it.each([true, false, 'true', 'false'])('takes %j', (subscribed) => {
    expect(faultsOf(SubscriptionBody, { subscribed })).toEqual({});
  });
  it.each([undefined, null, 'yes', 'TRUE', 1, 0, ''])('refuses %j', (subscribed) => {
    expect(faultsOf(SubscriptionBody, { subscribed })).toEqual({ subscribed: 'must be true or false' });
  });
});
