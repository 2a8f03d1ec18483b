import { describe, expect, it } from '@jest/globals';
import type { FeedEntry } from '../counts/feed-entries.repository.js';
import { upTo, workOf } from './segment-touches.js';

const entriesOf = (types: string[]) => types.map((type, at) => ({ type, id: String(at) }) as FeedEntry);

describe('a stretch of the feed', () => {
  it('is as much work as it may be, where a change of a person is as much as sixteen events', () => {
    const entries = entriesOf(['user.updated', 'event.tracked', 'user.created', 'event.tracked', 'user.updated']);
    expect(workOf(entries)).toBe(50);
    expect(upTo(entries, 50)).toBe(entries);
    expect(upTo(entries, 49)).toEqual(entries.slice(0, 4));
    expect(upTo(entries, 33)).toEqual(entries.slice(0, 3));
  });

  it('holds its first entry whatever that costs', () => {
    const entries = entriesOf(['user.updated', 'event.tracked']);
    expect(upTo(entries, 1)).toEqual(entries.slice(0, 1));
    expect(upTo([], 1)).toEqual([]);
  });
});
