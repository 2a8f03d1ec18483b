import { describe, expect, it } from '@jest/globals';
import { InvalidInputError, MappingError, UnavailableError } from '@dundun/domain';
import { ALL_PEOPLE, type DueEvent } from './due-event.js';
import { failed, waitingFor, waitingForPerson } from './event-results.js';

const DAY = 24 * 3_600_000;
const due = (changes: Partial<DueEvent> = {}): DueEvent => ({
  event_id: 'e-1',
  id: '1',
  payload: {},
  level: 'full',
  attempts: 0,
  age: 0,
  request_id: null,
  ...changes,
});

describe('an event that failed', () => {
  it.each([
    ['an internal error', new Error('secret'), 'an internal error; it is logged'],
    ['an unavailable database', new UnavailableError(), new UnavailableError().message],
    ['a mapping that timed out', new MappingError('it did not end', true), expect.stringMatching(/did not end/)],
  ])('is tried again after %s and holds later events of its person', (_, error, reason) => {
    const before = Date.now();
    const result = failed(due(), error, 'uid u-1');
    expect(result).toMatchObject({ eventId: 'e-1', state: 'received', attempts: 1, holds: 'uid u-1', reason });
    expect(result.dueAt).toBeGreaterThan(before);
  });

  it.each([
    ['invalid input', due(), new InvalidInputError([{ field: 'name', message: 'is wrong' }])],
    ['a mapping error', due(), new MappingError('no such function')],
    ['the 15th attempt', due({ attempts: 14 }), new Error('broken')],
    ['a day', due({ age: DAY }), new Error('broken')],
  ])('ends failed after %s and holds nothing', (_, row, error) => {
    const result = failed(row, error, 'uid u-1');
    expect(result).toEqual({
      eventId: 'e-1',
      state: 'failed',
      attempts: row.attempts + 1,
      reason: expect.any(String),
    });
  });
});

describe('an event that waits', () => {
  it.each([
    ['uid u-1', /the same person$/],
    [ALL_PEOPLE, /the source$/],
  ])('for one that holds %s keeps its attempts and is due with it', (holds, reason) => {
    expect(waitingFor(due({ attempts: 2 }), { holds, until: 5_000, first: '0' })).toEqual({
      eventId: 'e-1',
      state: 'received',
      attempts: 2,
      dueAt: 5_000,
      holds,
      reason: expect.stringMatching(reason),
    });
  });

  it('for its person holds no other event', () => {
    expect(waitingForPerson(due(), 'not known yet', 'Paid')).toEqual({
      eventId: 'e-1',
      state: 'received',
      attempts: 1,
      reason: 'not known yet',
      event: 'Paid',
      dueAt: expect.any(Number),
    });
  });
});
