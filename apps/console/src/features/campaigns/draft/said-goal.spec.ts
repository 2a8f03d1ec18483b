import { describe, expect, it } from '@jest/globals';
import { saidGoal } from './said-goal';

const GOAL = { event: 'Paid', where: [], amount: null, currency: 'currency', days: 5, refund_event: null, order: null };

describe('a goal is saved', () => {
  it('not before it names an event', () => {
    expect(saidGoal(null)).toBeNull();
    expect(saidGoal({ ...GOAL, event: ' ' })).toBeNull();
  });

  it('without tests and refunds that are not filled in yet', () => {
    const known = { property: 'total', type: 'number', is: 'above', value: 5 };
    const where = [{ property: '', type: 'text', is: 'is_set' }, { property: 'a', type: 'text', is: 'equals', value: '' }]; // prettier-ignore
    expect(saidGoal({ ...GOAL, where, refund_event: 'Refunded', currency: '' })).toEqual({
      ...{ event: 'Paid', amount: null, days: 5, currency: null },
    });
    expect(saidGoal({ ...GOAL, where: [known], refund_event: 'Refunded', order: 'id' })).toMatchObject({
      ...{ where: [known], refund_event: 'Refunded', order: 'id' },
    });
  });
});
