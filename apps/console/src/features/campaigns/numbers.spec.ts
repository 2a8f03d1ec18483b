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
    expect(numbersOf({ people, messages: { waiting: 0, sent: 2, replaced: 1 } })).toMatchObject({
      arrived: 2,
      failed: 0,
    });
  });

  it('add up when some were replaced and others failed, whatever became of those that were replaced', () => {
    const people = { matched: 5, excluded: {}, planned: 1, queued: 4, skipped: {}, retried: 2 };
    const campaign = { people, messages: { waiting: 1, sent: 2, failed: 1, replaced: 2 } };
    expect(numbersOf(campaign)).toEqual({ recipients: 5, waiting: 2, arrived: 2, failed: 1, skipped: 0 });
    expect(notReached(campaign)).toBe(1);
  });

  it('of those not reached leave out whose message was made again', () => {
    expect(notReached({ messages: { waiting: 0, sent: 2, failed: 1, replaced: 1 } })).toBe(1);
  });

  it('lists the reasons that occur, the most frequent first', () => {
    expect(linesOf({ pending: 1, suppressed: 3, excluded: 0 })).toEqual([
      ['suppressed', 3],
      ['pending', 1],
    ]);
  });
});
