import { describe, expect, it } from '@jest/globals';
import type { FeedEntry } from '../counts/feed-entries.repository.js';
import { upTo, workOf } from './segment-touches.js';

const entriesOf = (types: string[]) => types.map((type, at) => ({ type, id: String(at) }) as FeedEntry);
const everybody = new Map([['all', new Set(['segment'])]]);

describe('a stretch of the feed', () => {
  it('is as much work as it may be, where a change that segments ask for is as much as sixteen events', () => {
    const entries = entriesOf(['user.created', 'event.tracked', 'user.created', 'message.sent', 'user.created']);
    expect(workOf(entries, everybody)).toBe(50);
    expect(upTo(entries, 50, everybody)).toBe(entries);
    expect(upTo(entries, 49, everybody)).toEqual(entries.slice(0, 4));
    expect(upTo(entries, 33, everybody)).toEqual(entries.slice(0, 3));
  });

  it('holds any number of changes that no segment asks for', () => {
    const entries = entriesOf(['user.created', 'user.created', 'message.sent']);
    expect(upTo(entries, 3, new Map())).toBe(entries);
  });

  it('holds its first entry whatever that costs', () => {
    const entries = entriesOf(['user.created', 'event.tracked']);
    expect(upTo(entries, 1, everybody)).toEqual(entries.slice(0, 1));
    expect(upTo([], 1, everybody)).toEqual([]);
  });
});
