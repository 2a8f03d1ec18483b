import { describe, expect, it } from '@jest/globals';
import type { FeedEntry } from '../counts/feed-entries.repository.js';
import { upTo } from './segment-touches.js';

const entriesOf = (types: string[]) => types.map((type, at) => ({ type, id: String(at) }) as FeedEntry);

describe('a stretch of the feed', () => {
  it('holds as many changes of people as it may, and the events before the next', () => {
    const entries = entriesOf(['user.updated', 'event.tracked', 'user.created', 'event.tracked', 'user.updated']);
    expect(upTo(entries, 2)).toEqual(entries.slice(0, 4));
  });

  it('is whole where few people changed', () => {
    const entries = entriesOf(['event.tracked', 'user.updated', 'event.tracked']);
    expect(upTo(entries, 1)).toBe(entries);
    expect(upTo([], 1)).toEqual([]);
  });
});
