import { describe, expect, it } from '@jest/globals';
import { linesOf, notReached, numbersOf } from './numbers';

describe('the numbers of a campaign', () => {
  it('account for every recipient once', () => {
    const people = {
      matched: 20,
      excluded: { pending: 5 },
      planned: 2,
      queued: 10,
      skipped: { left: 2, erased: 1 },
      retried: 0,
    };
    const messages = { waiting: 3, sent: 4, delivered: 1, bounced: 1, failed: 1 };
    const numbers = numbersOf({ people, messages });
    expect(numbers).toEqual({ recipients: 15, waiting: 5, arrived: 5, failed: 2, skipped: 3 });
    expect(numbers.waiting + numbers.arrived + numbers.failed + numbers.skipped).toBe(numbers.recipients);
  });

  it('count a message that was made again as that of its recipient', () => {
    const people = { matched: 2, excluded: {}, planned: 0, queued: 2, skipped: {}, retried: 1 };
    expect(numbersOf({ people, messages: { waiting: 0, sent: 2, unknown: 1 } })).toMatchObject({
      arrived: 2,
      failed: 0,
    });
  });

  it('never count fewer than nobody when a message that was replaced arrives after all', () => {
    const people = { matched: 3, excluded: {}, planned: 1, queued: 2, skipped: {}, retried: 2 };
    const campaign = { people, messages: { waiting: 0, sent: 3, failed: 1 } };
    expect(numbersOf(campaign)).toEqual({ recipients: 3, waiting: 1, arrived: 2, failed: 0, skipped: 0 });
    expect(notReached(campaign)).toBe(0);
  });

  it('of those not reached leave out whose message was made again', () => {
    const people = { matched: 3, excluded: {}, planned: 0, queued: 3, skipped: {}, retried: 1 };
    expect(notReached({ people, messages: { waiting: 0, sent: 2, failed: 1, unknown: 1 } })).toBe(1);
  });

  it('lists the reasons that occur, the most frequent first', () => {
    expect(linesOf({ pending: 1, suppressed: 3, excluded: 0 })).toEqual([
      ['suppressed', 3],
      ['pending', 1],
    ]);
  });
});
