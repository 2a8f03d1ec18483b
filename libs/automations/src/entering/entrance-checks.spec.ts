import { describe, expect, it } from '@jest/globals';
import type { ReEntry } from '@dundun/domain';
import { eventCheck } from './entrance-checks.js';
import type { PersonEvent } from './person-triggers.repository.js';

const TRIGGER = { kind: 'event' as const, event: 'Ordered', key: 'order', where: [] };
const EACH: ReEntry = { policy: 'each_key' };
const ordered = (properties: PersonEvent['properties'], more: Partial<PersonEvent> = {}): PersonEvent => ({
  ...{ properties, received_at: new Date('2026-11-20T10:00:00Z'), is_old: false },
  ...more,
});

describe('why an event lets nobody in', () => {
  it.each<[string, PersonEvent[], ReEntry, string]>([
    ['there is none', [], EACH, 'There is no event “Ordered” of this person in the last 31 days'],
    ['it is old', [ordered({ order: 'o-1' }, { is_old: true })], EACH, 'happened over 24 hours before it came'],
    ['it has over 8 KB', [ordered({ order: 'o-1', text: 'x'.repeat(8_192) })], EACH, 'its data has over 8192 bytes'],
    ['it has no key', [ordered({ total: 5 })], EACH, 'has no “order”, by which people enter'],
    ['its key is an object', [ordered({ order: { id: 1 } })], EACH, 'has no “order”, by which people enter'],
  ])('%s', (_, events, reentry, message) => {
    expect(eventCheck(TRIGGER, reentry, events)).toEqual({
      ...{ check: 'trigger', passes: false },
      message: expect.stringContaining(message) as unknown,
    });
  });

  it('needs no key where people do not enter by one', () => {
    const answer = eventCheck(TRIGGER, { policy: 'never' }, [ordered({})]);
    expect(answer).toEqual({ check: 'trigger', passes: true, message: 'The event “Ordered” came at 2026-11-20T10:00:00.000Z' }); // prettier-ignore
  });
});
