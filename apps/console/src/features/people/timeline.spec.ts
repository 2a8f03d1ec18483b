import { describe, expect, it } from '@jest/globals';
import { merged } from './timeline';

const at = (minute: number) => `2026-11-22T10:${String(minute).padStart(2, '0')}:00.000Z`;
const source = (minutes: number[], hasMore = false) => ({
  entries: minutes,
  atOf: (minute: number) => at(minute),
  hasMore,
});
const shown = (events: ReturnType<typeof source>, messages: ReturnType<typeof source>) =>
  merged(events, messages).map(({ kind, entry }) => `${kind} ${entry}`);

describe('the timeline of a person', () => {
  it('merges events and messages by time, newest first', () => {
    expect(shown(source([9, 3]), source([8, 1]))).toEqual(['event 9', 'message 8', 'event 3', 'message 1']);
    expect(shown(source([]), source([2]))).toEqual(['message 2']);
    expect(shown(source([]), source([]))).toEqual([]);
  });

  it('ends where older entries of one kind are not loaded', () => {
    expect(shown(source([9, 5], true), source([8, 4, 1]))).toEqual(['event 9', 'message 8', 'event 5']);
    expect(shown(source([9, 5, 2]), source([8, 4], true))).toEqual(['event 9', 'message 8', 'event 5', 'message 4']);
  });
});
