import { describe, expect, it } from '@jest/globals';
import { attribute, type GoalClick, type GoalEvent } from './attribution.js';
import { readConversionGoal, type ConversionGoal } from './goal.js';

const DAY_MS = 86_400_000;
const START = Date.parse('2026-11-01T12:00:00Z');
const day = (days: number) => new Date(START + days * DAY_MS);
const goal = (given: Partial<Parameters<typeof readConversionGoal>[0]> = {}) =>
  readConversionGoal({ event: 'Ordered', amount: 'total', ...given }, 'conversion');
const click = (owner: string, at: number, message = `m-${owner}-${at}`): GoalClick => ({
  ...{ owner, goal: owner, message, content: null },
  at: day(at),
});
const order = (id: string, at: number, properties: object = { total: 10, currency: 'EUR' }, name = 'Ordered') =>
  ({ id, name, at: day(at), properties }) as GoalEvent;
const won = (events: GoalEvent[], clicks: GoalClick[], goals: Record<string, ConversionGoal>) =>
  attribute(events, clicks, new Map(Object.entries(goals))).map(({ event, owner, amount, currency, counts }) => {
    return [event, owner, amount, currency, counts];
  });

describe('an event', () => {
  it('counts for the last click before it, whichever campaign that is of', () => {
    const clicks = [click('b', 2), click('a', 1), click('c', 4)];
    expect(won([order('e', 3)], clicks, { a: goal(), b: goal(), c: goal() })).toEqual([['e', 'b', '10.000000', 'EUR', true]]); // prettier-ignore
  });

  it.each([
    ['within the window', 5, [['e', 'a', '10.000000', 'EUR', true]]],
    ['after the window', 5.01, []],
    ['at the moment of the click', 0, [['e', 'a', '10.000000', 'EUR', true]]],
    ['before the click', -0.01, []],
  ])('%s is judged by when it happened', (_, at, expected) =>
    expect(won([order('e', at)], [click('a', 0)], { a: goal() })).toEqual(expected),
  );

  it('passes a later click whose goal it does not meet, or whose window is over', () => {
    const where = [{ property: 'total', type: 'number', is: 'above', value: 50 }];
    const goals = { a: goal({ days: 30 }), b: goal({ where }), c: goal({ event: 'Signed up' }), d: goal({ days: 1 }) };
    const clicks = [click('a', 0), click('b', 3), click('c', 4), click('d', 1)];
    expect(won([order('e', 5)], clicks, goals)).toEqual([['e', 'a', '10.000000', 'EUR', true]]);
  });

  it('counts for nobody without a click, or for a click in something without a goal', () => {
    expect(won([order('e', 1)], [], { a: goal() })).toEqual([]);
    expect(won([order('e', 1)], [click('x', 0)], { a: goal() })).toEqual([]);
  });
});

describe('an amount', () => {
  it.each([
    ['a number', { total: 19.9, currency: 'eur' }, '19.900000', 'EUR'],
    ['a number as text', { total: '7.25', currency: 'NGN' }, '7.250000', 'NGN'],
    ['without a currency', { total: 3 }, '3.000000', ''],
    ['with no currency', { total: 3, currency: 'euros' }, '3.000000', ''],
    ['absent', { currency: 'EUR' }, null, ''],
    ['text', { total: 'ten', currency: 'EUR' }, null, ''],
    ['no number that can be stored', { total: 1e300, currency: 'EUR' }, null, ''],
  ])(
    'is read: %s',
    (_, properties, amount, currency) =>
    expect(won([order('e', 1, properties)], [click('a', 0)], { a: goal() })).toEqual([['e', 'a', amount, currency, true]]), // prettier-ignore
  );

  it('is the value of the event if the goal names no property', () => {
    const event = { ...order('e', 1, {}), value: 12 };
    expect(won([event], [click('a', 0)], { a: goal({ amount: null }) })).toEqual([['e', 'a', '12.000000', '', true]]);
  });
});

describe('a refund', () => {
  const goals = { a: goal({ refund_event: 'Refunded', order: 'order_id' }), b: goal({ event: 'Clicked' }) };

  it('finds its order by a name that can be stored, however long it is', () => {
    const name = `${'x'.repeat(199)}😀`;
    const sold = order('e', 1, { total: 10, order_id: `${name} and more` });
    const [sale] = attribute([sold], [click('a', 0)], new Map(Object.entries(goals)));
    expect(sale?.order).toBe(name);
  });
  const sold = order('sold', 1, { total: 10, currency: 'EUR', order_id: 7 });

  it('takes its amount from the campaign of its order, long after the window', () => {
    const refund = order('back', 40, { total: 4, currency: 'EUR', order_id: '7' }, 'Refunded');
    expect(won([refund, sold], [click('a', 0), click('b', 39)], goals)).toEqual([
      ['sold', 'a', '10.000000', 'EUR', true],
      ['back', 'a', '-4.000000', 'EUR', false],
    ]);
  });

  it('of an order that counted for nobody counts for nobody', () => {
    const refund = order('back', 2, { total: 4, order_id: 8 }, 'Refunded');
    expect(won([refund, order('sold', 9, { order_id: 8 })], [click('a', 0)], goals)).toEqual([]);
  });

  it('finds an order that was counted earlier', () => {
    const [earlier] = attribute([sold], [click('a', 0)], new Map(Object.entries(goals)));
    const refund = order('back', 2, { total: 4, order_id: 7 }, 'Refunded');
    expect(attribute([refund], [], new Map(Object.entries(goals)), earlier ? [earlier] : [])).toMatchObject([
      { event: 'back', owner: 'a', amount: '-4.000000', counts: false },
    ]);
  });

  it('by a negative amount of the same event is no conversion of its own', () =>
    expect(won([order('e', 1, { total: -5, currency: 'EUR' })], [click('a', 0)], goals)).toEqual([
      ['e', 'a', '-5.000000', 'EUR', false],
    ]));
});

describe('a goal', () => {
  it.each([
    ['no event', { event: '' }, 'conversion.event'],
    ['an unreadable filter', { where: [{ property: 'total', type: 'number', is: 'near' }] }, 'conversion.where[0].is'],
    ['a refund without an order', { refund_event: 'Refunded' }, 'conversion.order'],
    ['an order without a refund', { order: 'order_id' }, 'conversion.refund_event'],
    ['the same event twice', { refund_event: 'Ordered', order: 'id' }, 'conversion.refund_event'],
    ['a property without a name', { amount: '' }, 'conversion.amount'],
  ])('with %s is refused at its field', (_, given, field) =>
    expect(() => goal(given)).toThrow(expect.objectContaining({ fields: [expect.objectContaining({ field })] })),
  );
});
