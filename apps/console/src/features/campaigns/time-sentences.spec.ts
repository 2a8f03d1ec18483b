import { describe, expect, it } from '@jest/globals';
import { momentOf } from '@/lib/format';
import { windowSentence, zoneSentences } from './time-sentences';

const [LAGOS, NEW_YORK] = ['2026-11-24T08:00:00.000Z', '2026-11-24T14:00:00.000Z'];
const START = { at: '2026-11-24T09:00', past: 'skip' as const };

describe('the sentences of a start by the local clock', () => {
  it('name the zones with the first and the last turn', () => {
    const zones = [
      { zone: 'Africa/Lagos', people: 2, at: LAGOS, is_past: false },
      { zone: 'America/New_York', people: 1, at: NEW_YORK, is_past: false },
    ];
    const [said, ...more] = zoneSentences(zones, START);
    expect(said).toContain('People in 2 time zones');
    expect(said).toContain(`the first ${momentOf(LAGOS)}, the last ${momentOf(NEW_YORK)}`);
    expect(more).toEqual([]);
  });

  it('say what becomes of the people of zones that are past', () => {
    const zones = [{ zone: 'Asia/Tokyo', people: 3, at: null, is_past: true }];
    expect(zoneSentences(zones, START)).toEqual(['In 1 zone this time has passed: 3 people there do not get it.']);
  });

  it('ask for an audience without one', () => {
    expect(zoneSentences([], START)).toEqual(['Choose who gets it to see when it reaches them.']);
  });
});

describe('the sentence of a window', () => {
  it('names days, hours and whose clock', () => {
    const hours = { from: '09:00', to: '17:00' };
    expect(windowSentence({ ...hours, weekdays: ['friday', 'monday'], clock: 'recipient' })).toMatch(
      /^Messages leave Mon and Fri from 09:00 to 17:00, on the clock of each recipient\./,
    );
    const all = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
    expect(windowSentence({ ...hours, weekdays: [...all], clock: 'workspace' })).toMatch(
      /^Messages leave every day from 09:00 to 17:00, on the clock of the workspace\./,
    );
  });
});
